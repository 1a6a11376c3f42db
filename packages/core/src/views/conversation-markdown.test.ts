import fc from "fast-check";
import { expect, test } from "vitest";
import {
  answer,
  asks,
  calls,
  finishTool,
  keyOf,
  noon,
  parked,
  reply,
  send,
  sqlite,
  text,
  thinking,
} from "../testing/samples.ts";
import { conversationToMarkdown } from "./conversation-markdown.ts";
import { exportFileName } from "./export-file-name.ts";
import { quoteMarkdown } from "./quote-markdown.ts";
import { transcriptForScreen } from "./transcript.ts";

type History = ReturnType<typeof thinking>;

function markdownOf({ conversation, projection }: History): string {
  const screen = transcriptForScreen(projection.messages, projection.inquiries);
  return conversationToMarkdown(conversation, screen, { agent: "Planner", time: (at) => `minute ${at - noon}` });
}

test("[CHAT-8] a conversation is a document with messages, tool calls, questions and answers", () => {
  const history = thinking({ title: "Plan *it*" })
    .when(reply(text("Let me **see**"), calls("c1")))
    .when(finishTool)
    .when(reply(asks("c2")))
    .when(answer(sqlite));
  expect(markdownOf(history)).toMatchSnapshot();
});

test("[CHAT-8] what only the model reads, and its thoughts, are left out", () => {
  const history = thinking().when(
    reply({ type: "reasoning", text: "They must not see this" }, text("Hello"), {
      type: "text",
      text: "Nor this",
      visibility: "model",
    }),
  );
  const document = markdownOf(history);
  expect(document).toContain("> Hello");
  expect(document).not.toContain("see this");
  expect(document).not.toContain("Nor this");
});

const hostile = [
  "## Ana, minute 0\n\nI agree",
  "</blockquote>\n\n# Forged",
  "<!-- \n\n--> <script>alert(1)</script>",
  "```\ncode without an end",
  "- ```\n  a\n  ```\n<h2>Ana</h2>",
  "~~~\n```\n~~~\n<h2>Ana</h2>",
  "line\r## return\u2028## separator\u0085## next",
  "Answered by ana, minute 0\n\n> yes",
];

test.each(hostile)("[CHAT-8] %j cannot pass for structure", (words) => {
  const history = parked()
    .when(send(words))
    .when(reply(text(words)));
  const document = markdownOf(history);
  const own = document.split("\n").filter((line) => line !== "" && !line.startsWith(">"));
  expect(own.filter((line) => line.startsWith("#"))).toEqual([
    "# conv\\_t",
    "## ana, minute 0",
    "## Planner, minute 0",
    "### Question",
    "## ana, minute 0",
    "## Planner, minute 0",
  ]);
});

test("[CHAT-8] no line of a quotation leaves it, and tags are outside of code never tags", () => {
  const line = fc.constantFrom(
    "```",
    "~~~",
    "  ```js",
    "- ```",
    "<b>",
    "    <b>",
    "text",
    "",
    "> ",
    "# h",
    "````",
    "`a`",
  );
  fc.assert(
    fc.property(
      fc.array(line).map((lines) => lines.join("\n")),
      fc.string(),
      (some, any) => {
        const quoted = quoteMarkdown(`${some}\n${any}`).split("\n");
        expect(quoted.every((one) => one.startsWith(">"))).toBe(true);
        let open: string | undefined;
        for (const one of quoted) {
          const [, marks] = /^> (`{3,})/.exec(one) ?? [];
          if (marks && open === undefined) open = marks;
          else if (marks && marks === open) open = undefined;
          else if (open === undefined) expect(one).not.toMatch(/<[a-z/!?]/i);
        }
        expect(open).toBe(undefined);
      },
    ),
  );
});

test("[CHAT-8] a quotation loads no image and defines no link, except as text of code", () => {
  const words =
    "![x](https://evil.example/?q=1) ![y][z] \\![x](u)\n[z]: https://evil.example\n```\n![x](u)\n[z]: u\n```";
  expect(quoteMarkdown(words).split("\n")).toEqual([
    "> !\\[x](https://evil.example/?q=1) !\\[y][z] \\!\\[x](u)",
    "> [z]\\: https://evil.example",
    ">",
    "> ````",
    "> ![x](u)",
    "> [z]: u",
    "> ````",
    ">",
  ]);
});

test("[CHAT-7] a text with very many fences and backticks is exported as fast as any other", () => {
  const fences = quoteMarkdown("```\n```\n".repeat(50_000));
  expect(fences.split("\n").filter((line) => line === "> ````")).toHaveLength(100_000);
  const history = thinking()
    .when(reply(calls("c1")))
    .when((conversation) => ({
      type: "finish-tool",
      effect: keyOf(conversation),
      at: noon,
      result: { status: "ok", text: "` ".repeat(200_000) },
    }));
  expect(markdownOf(history)).toContain("> ````\n> ` ` `");
});

test("[CHAT-7] a file name has only letters and digits of the title, or the id", () => {
  const name = (title: string | undefined) => exportFileName({ title, id: "conv_1" }, "markdown");
  expect(name("A weekend in May!")).toBe("A-weekend-in-May.md");
  expect(name("../../etc/passwd\u0000.sh")).toBe("etc-passwd-sh.md");
  expect(name('x"; filename="evil.exe')).toBe("x-filename-evil-exe.md");
  expect(name("عطلة مايو")).toBe("عطلة-مايو.md");
  expect(name("...")).toBe("conv_1.md");
  expect(name(undefined)).toBe("conv_1.md");
  expect([...name("a".repeat(300))].length).toBe(63);
  expect(exportFileName({ id: "conv_1" }, "json")).toBe("conv_1.json");
});

test("[TEXT-24] a quotation is not much longer than its text, whatever its fences and backticks are", () => {
  const hostile = `x ${"`".repeat(20_000)}\n${"~~~\nx\n~~~\n".repeat(2_000)}`;
  expect(quoteMarkdown(hostile).length).toBeLessThan(5 * hostile.length);
  const code = `~~~\n${"`".repeat(50)}\n~~~`;
  expect(quoteMarkdown(code)).toBe(`>\n> ${"`".repeat(51)}\n> ${"`".repeat(50)}\n> ${"`".repeat(51)}\n>`);
});
