import { expect, test } from "vitest";
import {
  buttonsOf,
  checked,
  openDialog,
  openSlack,
  picked,
  shownAfter,
  submissionOf,
  textOf,
  viewPressOf,
  written,
} from "../../../harness/notify/slack-server.ts";

const release = {
  questions: [
    { question: "When?", options: [{ label: "Now", description: "Within the hour" }, { label: "Tonight" }] },
    { question: "Where?", options: ["Paris", "Tokyo", "Lima"].map((label) => ({ label })), multiSelect: true },
    { question: "What else?" },
  ],
};

async function tell(body: object = release) {
  const opened = await openSlack();
  await opened.owner.put("/v1/contact", { slackUserId: "U0ANA" });
  const { slack } = opened;
  const asked = await opened.asking.post("/v1/inquiries", body);
  expect(asked.status).toBe(201);
  const { id } = asked.body;
  return {
    ...opened,
    id,
    message: await slack.until(() => slack.messages[0]),
    /** Asks something else, and gives its message. */
    async told(other: object) {
      const before = slack.messages.length;
      expect((await opened.asking.post("/v1/inquiries", other)).status).toBe(201);
      return slack.until(() => slack.messages[before]);
    },
  };
}

test("[SLACK-2] several questions are answered in one dialog, with several picks, own words and notes", async () => {
  const { slack, message, read, id } = await tell();
  expect([...buttonsOf(message).keys()]).toEqual(["Answer…"]);
  const view = await openDialog(slack, message, "Answer…");
  expect(textOf(view.blocks)).toContain("1. Now – Within the hour");
  expect(textOf(view.blocks)).not.toContain("initial_");
  const answers = {
    "option.q1": picked("own-words"),
    "text.q1": written("At noon"),
    "option.q2": checked("o1", "o2"),
    "note.q2": written("Lima is closed."),
    "text.q3": written("Tell the press."),
  };
  const shown = await shownAfter(slack, submissionOf(view, answers));
  expect(shown?.title?.text ?? "Sent").toBe("Sent");
  const { resolution } = await read(id);
  expect(resolution.answers).toMatchObject([
    { text: "At noon" },
    { labels: ["Paris", "Tokyo"], note: "Lima is closed." },
    { text: "Tell the press." },
  ]);
  // The same dialog again is the same answer.
  const again = await shownAfter(slack, submissionOf(view, answers));
  expect(again?.title?.text ?? "Sent").toBe("Sent");
});

test("[SLACK-10] a mistake comes back with what was given, and is no answer", async () => {
  const { slack, message, read, id } = await tell();
  const view = await openDialog(slack, message, "Answer…");
  const blank = await shownAfter(slack, submissionOf(view, { "text.q3": written("   ") }));
  expect(textOf(blank.blocks)).toContain("Pick an answer, or write one.");
  const both = { "option.q1": picked("o1"), "text.q1": written("At <noon>"), "note.q2": written("A note.") };
  const corrected = await shownAfter(slack, submissionOf(blank, both));
  expect(textOf(corrected.blocks)).toContain("only one option, or own words instead");
  const given = new Map(
    corrected.blocks
      .filter(({ type }: { type: string }) => type === "input")
      .map(({ block_id, element }: { block_id: string; element: Record<string, unknown> }) => [
        block_id,
        element.initial_value ?? element.initial_option,
      ]),
  );
  expect(given.get("option.q1")).toMatchObject({ value: "o1" });
  expect([given.get("text.q1"), given.get("note.q2"), given.get("text.q3")]).toEqual([
    "At <noon>",
    "A note.",
    undefined,
  ]);
  expect((await read(id)).status).toBe("open");
});

test("[SLACK-10] whoever sends a dialog after somebody else answered sees who won, and keeps what they wrote", async () => {
  const { slack, message, colleague, id } = await tell();
  const view = await openDialog(slack, message, "Answer…");
  await colleague.post(`/v1/inquiries/${id}/decline`, {});
  const shown = await shownAfter(
    slack,
    submissionOf(view, { "option.q1": picked("o2"), "text.q3": written("A long & careful text") }),
  );
  for (const part of ["Declined by colleague", "It was not sent", "Tonight", "A long &amp; careful text"])
    expect(textOf(shown.blocks)).toContain(part);
});

test("[SLACK-10] a question that was changed meanwhile is shown again, with what was written", async () => {
  const { slack, told, asking, read } = await tell();
  const message = await told({ question: "Why?" });
  const view = await openDialog(slack, message, "Answer…");
  const { body } = await asking.get("/v1/inquiries?status=open");
  const id = body.items.find((one: { questions: { text: string }[] }) => one.questions[0]?.text === "Why?").id;
  await asking.patch(`/v1/inquiries/${id}`, { question: "Why exactly?" });
  const shown = await shownAfter(slack, submissionOf(view, { "text.q1": written("Because.") }));
  expect(textOf(shown.blocks)).toContain("Why exactly?");
  expect(textOf(shown.blocks)).toContain("was changed meanwhile");
  expect(textOf(shown.blocks)).toContain("Because.");
  expect((await read(id)).status).toBe("open");
  await shownAfter(slack, submissionOf(shown, { "text.q1": written("Because.") }));
  expect(await read(id)).toMatchObject({ status: "answered", resolution: { answers: [{ text: "Because." }] } });
});

test("[SLACK-2] an empty dialog of a question that became a secret leads to its page, and takes no text", async () => {
  const { slack, told, asking } = await tell();
  const message = await told({ question: "Why?" });
  const view = await openDialog(slack, message, "Answer…");
  const { body } = await asking.get("/v1/inquiries?status=open");
  const id = body.items.find((one: { questions: { text: string }[] }) => one.questions[0]?.text === "Why?").id;
  const changed = await asking.patch(`/v1/inquiries/${id}`, { questions: [{ question: "Password?", secret: true }] });
  expect(changed.status).toBe(200);
  const shown = await shownAfter(slack, submissionOf(view, {}));
  expect(textOf(shown.blocks)).toContain("This is answered in Askback.");
  expect(shown.blocks.some(({ type }: { type: string }) => type === "input")).toBe(false);
});

test("[SLACK-2] a dialog also leaves the question to the agent, or says nothing", async () => {
  const { slack, message, read, id } = await tell();
  const view = await openDialog(slack, message, "Answer…");
  await slack.send(viewPressOf(view, "delegate"));
  const shown = await slack.until(() => slack.calls.find(({ method }) => method === "views.update")?.fields.view);
  expect(shown.title.text).toBe("Sent");
  expect((await read(id)).status).toBe("delegated");
});

test("[SLACK-2] a call is allowed in a dialog that shows it exactly, and never by one press", async () => {
  const call = { tool: "deploy", input: { to: "production", note: "*bold* <!channel>" } };
  const { slack, message, read, id } = await tell({ approval: call });
  expect([...buttonsOf(message).keys()]).toEqual(["Answer…"]);
  const view = await openDialog(slack, message, "Answer…");
  const shown = view.blocks.find(({ type }: { type: string }) => type === "rich_text");
  expect(shown.elements[0].elements[0].text).toBe(`deploy ${JSON.stringify(call.input)}`);
  const values = { "option.q1": picked("o1"), "note.q1": written("Only today.") };
  await shownAfter(slack, submissionOf(view, values));
  expect(await read(id)).toMatchObject({ status: "answered", resolution: { answers: [{ note: "Only today." }] } });
});

test("[SLACK-2] [QUORUM-9] a secret, a call for several people and what does not fit are answered on a page", async () => {
  const long = "A label that is longer than the buttons and options of Slack can show to anybody who reads it";
  const { slack, told, message } = await tell({ questions: [{ question: "Password?", secret: true }] });
  const toPage = (one: typeof message) => buttonsOf(one).get("Answer in Askback");
  expect(toPage(message)?.url).toMatch(/\/q\/inq_/);
  const others = [
    { approval: { tool: "deploy", input: {} }, quorum: [{ count: 2, keys: true }] },
    { question: "Which?", options: ["Short", long] },
    { question: "Which?", options: Array.from({ length: 11 }, (_, index) => `Option ${index}`) },
    { approval: { tool: "deploy", input: { text: "x".repeat(3_000) } } },
  ];
  for (const body of others) {
    const one = await told(body);
    expect([...buttonsOf(one).keys()]).toEqual(["Answer in Askback"]);
    expect(toPage(one)?.url).toMatch(/\/a\//);
    const page = await fetch(toPage(one)?.url ?? "");
    expect(page.status).toBe(200);
  }
  const gated = await told({
    approval: { tool: "deploy", input: { to: "staging" } },
    quorum: [{ count: 2, keys: true }],
  });
  expect(textOf(gated.blocks)).toContain("Nobody has agreed yet. 2 more people must agree before the call runs.");
  const whole = await told({ question: "Read this?", context: "word ".repeat(1_900) });
  expect(textOf(whole.blocks).match(/word/g)).toHaveLength(1_900);
  const ten = Array.from({ length: 10 }, (_, index) => ({
    question: `Question ${index}?`,
    options: ["A", "B"].map((label) => ({ label })),
  }));
  expect([...buttonsOf(await told({ questions: ten })).keys()]).toHaveLength(1);
  expect(slack.calls.filter(({ method }) => method === "chat.postMessage")).toHaveLength(slack.messages.length);
});

test("[SLACK-2] a question that is longer than a message of Slack is shown in part, and answered in a dialog", async () => {
  const { slack, told } = await tell();
  const whole = {
    questions: ["why ", "how "].map((word) => ({ question: word.repeat(450) })),
    context: "word ".repeat(1_900),
  };
  const long = await told(whole);
  expect([...buttonsOf(long).keys()]).toEqual(["Answer…"]);
  expect(textOf(long.blocks).length).toBeLessThan(12_000);
  const view = await openDialog(slack, long, "Answer…");
  expect(textOf(view.blocks).match(/word/g)).toHaveLength(1_900);
});
