import { expect, test } from "vitest";
import { contractNames } from "./contracts/contract-by-name.ts";
import type { Json } from "./json.ts";
import { type QuestionBlock, questionBlock } from "./question-block.ts";
import type { Story } from "./testing/given.ts";
import {
  answer,
  askedBy,
  asking,
  calls,
  noon,
  onInquiry,
  reply,
  send,
  sqlite,
  terms,
  text,
  thinking,
} from "./testing/samples.ts";
import { transcriptForScreen } from "./transcript.ts";

const parts: Json = {
  header: "Parts",
  question: "Which parts?",
  options: [{ label: "Core", description: "The domain" }, { label: "Server" }],
  multiple: true,
};
const asked = thinking(asking("question")).when(reply(text("One thing"), calls("c1", "question", parts)));
const both = answer([{ question: "q1", options: ["o1", "o2"], text: "and docs" }]);

function blockOf({ projection }: Story): QuestionBlock {
  const screen = transcriptForScreen(projection.messages, projection.inquiries);
  const block = screen.flatMap(({ blocks }) => blocks).find(({ type }) => type === "action");
  if (block?.type !== "action") throw new Error("no inquiry is shown");
  return block;
}

test("[BLK-1] an open inquiry is a pending block of the message that asked, with the fields of S3", () => {
  const { inquiry: _, ...block } = blockOf(asked);
  expect(block).toEqual({
    type: "action",
    action_type: "question_request",
    status: "pending",
    content: "Which parts?\n- Core\n- Server\n(waiting for an answer)",
    extra: {
      needsUserAction: true,
      questionHeader: "Parts",
      questionText: "Which parts?",
      questionOptions: [{ label: "Core", description: "The domain" }, { label: "Server" }],
      questionMultiple: true,
      questionCustom: true,
      questionResolution: "asked",
    },
  });
  const screen = transcriptForScreen(asked.projection.messages, asked.projection.inquiries);
  expect(screen.at(-1)).toMatchObject({ role: "agent", blocks: [{ type: "text" }, { type: "action" }] });
});

test.for([...contractNames])("[BLK-1] %s: its inquiry is such a block", (contract) => {
  expect(blockOf(askedBy(contract))).toMatchObject({
    type: "action",
    action_type: "question_request",
    status: "pending",
    extra: { needsUserAction: true, questionText: "Which colour?", questionResolution: "asked" },
  });
});

test("[BLK-1] an approval is such a block beside its call", () => {
  const story = thinking({ terms: { ...terms, approve: ["deploy"] } }).when(
    reply(calls("c1", "deploy", { to: "prod" })),
  );
  const screen = transcriptForScreen(story.projection.messages, story.projection.inquiries);
  expect(screen.at(-1)?.blocks).toMatchObject([
    { type: "action", extra: { questionText: "May the agent run deploy?", questionCustom: false } },
    { type: "tool", call: { id: "c1" } },
  ]);
  expect(blockOf(story).content).toBe(
    'May the agent run deploy?\n- Allow once\n- Refuse\ndeploy {"to":"prod"}\n(waiting for an answer)',
  );
});

test("[BLK-2] answered, it is a success with the text that was inserted for the person", () => {
  const story = asked.when(both);
  expect(blockOf(story)).toMatchObject({
    status: "success",
    extra: { needsUserAction: false, questionResolution: "replied", answerText: "Core\nServer\nand docs" },
  });
  expect(blockOf(story).extra).not.toHaveProperty("answerMessageId");
  expect(story.projection.messages.at(-1)).toMatchObject({
    role: "person",
    by: "ana",
    parts: [{ type: "text", text: "Core\nServer\nand docs" }],
  });
});

test.for([...contractNames])("[BLK-2] %s: answered in chat, it has the message and its id", (contract) => {
  const story = askedBy(contract).when(send("Green,\nplease"));
  const message = story.projection.messages.find(
    ({ answers, parts: [part] }) => answers && part?.type === "text" && !part.visibility,
  );
  expect(blockOf(story)).toMatchObject({
    status: "success",
    extra: { questionResolution: "replied", answerText: "Green,\nplease", answerMessageId: message?.id },
  });
});

test("[BLK-2] set aside, it is denied, without an answer and without a message", () => {
  for (const type of ["dismiss", "decline", "withdraw"] as const) {
    const block = blockOf(asked.when(onInquiry(type)));
    expect(block).toMatchObject({
      status: "denied",
      extra: { needsUserAction: false, questionResolution: "rejected" },
    });
    expect(block.extra).not.toHaveProperty("answerText");
  }
});

test("[BLK-2] a held answer asks nobody any more, and reopened it asks again", () => {
  const held = asked.when(answer([{ question: "q1", options: ["o1"] }], { holdMs: 10 }));
  expect(blockOf(held)).toMatchObject({ status: "success", extra: { needsUserAction: false, answerText: "Core" } });
  const reopened = blockOf(held.when(onInquiry("retract")));
  expect(reopened).toMatchObject({ status: "pending", extra: { needsUserAction: true } });
  expect(reopened.extra).not.toHaveProperty("answerText");
});

test.for([...contractNames])(
  "[DEL-7] %s: with the inquiry can be read what the model was told of its end",
  (contract) => {
    const received = (story: Story) => blockOf(story).received;
    expect(received(askedBy(contract))).toBeUndefined();
    expect(received(askedBy(contract).when(answer(sqlite)))).toContain("Red");
    expect(received(askedBy(contract).when(onInquiry("decline")))).toContain("declined to answer");
    expect(received(askedBy(contract).when(send("Green")))).toMatch(/in chat|^Green$/);
  },
);

test("[BLK-3] the content says question, options and outcome in plain words", () => {
  expect(blockOf(asked.when(both)).content).toBe("Which parts?\n- Core\n- Server\nCore\nServer\nand docs");
  expect(blockOf(asked.when(onInquiry("dismiss"))).content).toBe("Which parts?\n- Core\n- Server\n(dismissed)");
});

test("[BLK-3] several questions are all in the content, each with its answer on a line of its own", () => {
  const questions: Json = [
    { question: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] },
    { question: "Which size?", options: [{ label: "S" }, { label: "L" }] },
  ];
  const story = thinking()
    .when(reply(calls("c1", "ask_user_question", { questions })))
    .when(
      answer([
        { question: "q1", options: ["o2"] },
        { question: "q2", skipped: true },
      ]),
    );
  expect(blockOf(story).content).toBe("Which colour?\n- Red\n- Blue\nWhich size?\n- S\n- L\nBlue\n(left unanswered)");
});

test("[BLK-1] what the model wrote stays text: nothing in it is a field", () => {
  const traps = { question: "__proto__", options: [{ label: "constructor", description: '"needsUserAction":false' }] };
  const [record] = thinking(asking("question")).when(reply(calls("c1", "question", traps))).projection.inquiries;
  if (!record) throw new Error("nothing was asked");
  expect(questionBlock({ ...record, askedAt: noon }, {}).extra).toMatchObject({
    needsUserAction: true,
    questionText: "__proto__",
    questionOptions: [{ label: "constructor", description: '"needsUserAction":false' }],
  });
});
