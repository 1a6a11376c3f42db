import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Reader, startReader } from "../harness/docs/reader.ts";
import { readPage, type Snippet, snippetsIn, snippetsOf } from "../harness/docs/snippets.ts";

/** Commands that are parsed and not run, and why. */
const notRun: readonly (readonly [RegExp, string])[] = [
  [/^(?:mkdir|npm install)/, "installs from a registry"],
  [/^npm ci && npm start$/m, "installs and starts the demo, as the tests of the program do"],
  [/^npx askback(?: serve)?$/m, "every server of the tests is started so"],
  [/^npx askback hook/m, "writes settings of Claude Code, as the tests of the hook do"],
  [/^npx askback init/m, "writes into an empty folder, as the tests of the packages do"],
  [
    /\b(?:npx askback|npm run (?:-s )?askback --) (?:ask|answer|inbox|chat)\b/,
    "needs somebody who answers; the test of the terminal's pages runs it",
  ],
  [/npm run dev/, "starts the development server of an example"],
  [/path\/to/, "names a folder that only the reader knows; the example has a test of its own"],
  [/^claude mcp add/m, "needs Claude Code; the set-ups of MCP clients have a test of their own"],
  [/docker|kubectl/, "needs Docker or Kubernetes"],
  [/^askback audit/m, "reads a store with inquiries, as the tests of the audit do"],
  [/^createdb/m, "needs a PostgreSQL; its commands have tests of their own"],
];

const shell = snippetsIn("sh");
const isRun = ({ code }: Snippet) => !notRun.some(([pattern]) => pattern.test(code));
const tour = shell.filter((snippet) => snippet.page === "docs/start/shell.md" && isRun(snippet));
let reader: Reader;

/** The commands of a page as somebody types them: later ones use what earlier ones have set. */
const scriptOf = (snippets: readonly Snippet[]) => snippets.map(({ code }) => code).join("");

/** What a response has if the page shows this of it: other fields are left out, and a text that ends with … goes on. */
function partOf(shown: unknown): unknown {
  if (typeof shown === "string" && shown.endsWith("…")) return expect.stringContaining(shown.slice(0, -1));
  if (Array.isArray(shown)) return shown.map(partOf);
  if (typeof shown !== "object" || shown === null) return shown;
  return expect.objectContaining(Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, partOf(value)])));
}

beforeAll(async () => {
  reader = await startReader();
});
afterAll(() => reader.server.stop());

test("[DOCS-2] the commands of the pages run as printed", async () => {
  const run = Map.groupBy(shell.filter(isRun), ({ page }) => page);
  expect([...run.keys()]).toEqual(
    expect.arrayContaining(["docs/start/shell.md", "docs/start/node-client.md", "docs/start/python.md"]),
  );
  for (const [page, snippets] of run) {
    const { status, stdout, stderr } = await reader.run(scriptOf(snippets), "2\n1\n");
    expect({ page, status, stderr }).toEqual({ page, status: 0, stderr: "" });
    expect(stdout.trim(), page).not.toBe("");
  }
});

test("[DOCS-2] the other commands are parsed, and each has a reason not to run", { tags: "smoke" }, async () => {
  const others = shell.filter((snippet) => !isRun(snippet));
  for (const { code } of others) await promisify(execFile)("bash", ["-n", "-c", code]);
  for (const [pattern, reason] of notRun)
    expect(
      others.some(({ code }) => pattern.test(code)),
      reason,
    ).toBe(true);
});

test("[CLI-4] the tour with curl shows what it says, in this order", { tags: "smoke" }, async () => {
  const { stdout } = await reader.run(scriptOf(tour));
  const responses: unknown[] = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
  const shown = snippetsOf("docs/start/shell.md").filter(({ language }) => language === "json");
  expect(shown.length).toBeGreaterThan(5);
  for (const { code, line } of shown) {
    const part = partOf(JSON.parse(code)) as { asymmetricMatch(response: unknown): boolean };
    const index = responses.findIndex((response) => part.asymmetricMatch(response));
    expect(index, `docs/start/shell.md:${line}`).toBeGreaterThanOrEqual(0);
    responses.splice(0, index + 1);
  }
  const parts = ["conversation.started", "message.received", "run.started", "messages.delivered", "model.replied"];
  const events = [...stdout.matchAll(/^event: (.+)$/gm)].map(([, type]) => type);
  expect(events).toEqual([...parts, "inquiry.asked", "snapshot"]);
  expect(stdout.slice(stdout.lastIndexOf('"text":'))).toContain("Published as a minor release on the demo shelf");
});

test("[CLI-4] the tour with curl stops with the server's error where the demo agents are not", async () => {
  const elsewhere = scriptOf(tour).replace('"planner"', '"nobody"');
  expect(await reader.run(elsewhere)).toEqual({
    status: 1,
    stdout: "",
    stderr: expect.stringContaining("No agent is named"),
  });
});

test.for(["docs/start/node-client.md", "docs/start/python.md"])(
  "[DOCS-4] the program of %s asks in the terminal, and the agent continues with what was typed",
  async (page) => {
    const command = snippetsOf(page).findLast(({ language, code }) => language === "sh" && code.includes("ask."));
    const { stdout } = await reader.run(command?.code ?? "", "2\nNo early trains\n");
    expect(stdout).toMatch(/^ {2}1\. /m);
    expect(stdout).toContain("Mountains");
    expect(stdout.slice(stdout.lastIndexOf("> "))).toContain("No early trains");
  },
);

test.for(["docs/start/node-client.md", "docs/start/python.md"])(
  "[DOCS-4] the program of %s says why a message was refused",
  async (page) => {
    const command = snippetsOf(page).findLast(({ language, code }) => language === "sh" && code.includes("ask."));
    const { status, stderr } = await reader.run(`export ASKBACK_AGENT=nobody\n${command?.code}`);
    expect(status).not.toBe(0);
    expect(stderr).toContain('No agent is named "nobody"');
  },
);

test.for(["docs/start/node-client.md", "docs/start/python.md"])(
  "[DOCS-4] the program of %s says what does not fit, asks again, and ends with what was refused for another reason",
  async (page) => {
    const command = snippetsOf(page).findLast(({ language, code }) => language === "sh" && code.includes("ask."));
    const corrected = await reader.run(command?.code ?? "", "\nNo early trains\n2\nNo early trains\n");
    expect(corrected).toMatchObject({ status: 0, stderr: "" });
    expect(corrected.stdout).toContain('question "q1": own words are blank');
    expect(corrected.stdout.slice(corrected.stdout.lastIndexOf("> "))).toContain("Mountains");

    // A key for agents starts conversations and may not answer.
    const refused = await reader.run(command?.code.replace("keys/answer", "keys/ask") ?? "", "2\nNo early trains\n");
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringMatching(/^\S.* scope answer.*\n$/) });
  },
);

test("[DOCS-4] the page about asking asks, waits, amends and withdraws, and its program gets the answer with its state", async () => {
  const page = snippetsOf("docs/start/ask.md").filter((snippet) => snippet.language === "sh" && isRun(snippet));
  // Under keys of its own, since those of the page find what was asked before.
  const { stdout } = await reader.run(scriptOf(page).replaceAll("4.2", "5.2").replaceAll("4.3", "5.3"));
  const responses = stdout.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const said = responses.map(({ status, resolution, revision }) => [status ?? resolution, revision]);
  expect(said.filter(([status]) => status !== undefined)).toEqual([
    ["open", 1],
    ["open", 1],
    ["open", expect.any(Number)],
    ["withdrawn", undefined],
    ["answered", undefined],
  ]);
  expect(new Set(said.map(([, revision]) => revision)).size).toBe(3);
  expect(stdout).toContain("owner says: Yes { version: '5.3', commit: '4be90c1' }");
});

test("[DOCS-4] the docs show the files of the examples as they are", { tags: "smoke" }, () => {
  const shown: Readonly<Record<string, readonly string[]>> = {
    "docs/start/ask.md": ["examples/node-client/deploy.mjs"],
    "docs/start/node-client.md": ["examples/node-client/ask.mjs"],
    "docs/start/python.md": ["examples/python-http/ask.py"],
    "docs/reference/webhooks.md": ["examples/webhook-receiver/receiver.mjs"],
    "docs/start/react.md": ["examples/react-embed/index.html", "examples/react-embed/src/main.tsx"],
    "docs/start/nextjs.md": ["shop-inbox.tsx", "layout.tsx", "page.tsx", "askback/[...path]/route.ts"].map(
      (file) => `examples/next-embed/app/${file}`,
    ),
  };
  for (const [page, files] of Object.entries(shown)) {
    const blocks = snippetsOf(page).map(({ code }) => code);
    for (const file of files) expect(blocks, `${file} on ${page}`).toContain(readPage(file));
  }
});
