import { expect, test } from "vitest";
import { contractNames } from "../contracts/contract-by-name.ts";
import type { Json } from "../model/tool-call.ts";
import type { History } from "../testing/given.ts";
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
} from "../testing/samples.ts";
import { type QuestionBlock, questionBlock } from "./question-block.ts";
import { transcriptForScreen } from "./transcript.ts";

const parts: Json = {
  header: "Parts",
  question: "Which parts?",
  options: [{ label: "Core", description: "The domain" }, { label: "Server" }],
  multiple: true,
};
const asked = thinking(asking("question")).when(reply(text("One thing"), calls("c1", "question", parts)));
const both = answer([{ question: "q1", options: ["o1", "o2"], text: "and docs" }]);

function blockOf({ projection }: History): QuestionBlock {
  const screen = transcriptForScreen(projection.messages, projection.inquiries);
  const block = screen.flatMap(({ blocks }) => blocks).find(({ type }) => type === "action");
  if (block?.type !== "action") throw new Error("no inquiry is shown");
  return block;
}

test("[BLOCK-1] [S3-27, S3-28] an open inquiry is a pending block of the message that asked, with the question fields", () => {
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

test.for([...contractNames])("[BLOCK-1] %s: its inquiry is a question block", (contract) => {
  expect(blockOf(askedBy(contract))).toMatchObject({
    type: "action",
    action_type: "question_request",
    status: "pending",
    extra: { needsUserAction: true, questionText: "Which colour?", questionResolution: "asked" },
  });
});

test("[BLOCK-1] an approval is a question block beside its call", () => {
  const history = thinking({ terms: { ...terms, approve: ["deploy"] } }).when(
    reply(calls("c1", "deploy", { to: "prod" })),
  );
  const screen = transcriptForScreen(history.projection.messages, history.projection.inquiries);
  expect(screen.at(-1)?.blocks).toMatchObject([
    { type: "action", extra: { questionText: "May the agent run deploy?", questionCustom: false } },
    { type: "tool", call: { id: "c1" } },
  ]);
  expect(blockOf(history).content).toBe(
    'May the agent run deploy?\n- Allow once\n- Refuse\ndeploy {"to":"prod"}\n(waiting for an answer)',
  );
});

test("[BLOCK-2] [S3-27, S3-29] an answered block is a success with the text of the answer", () => {
  const history = asked.when(both);
  expect(blockOf(history)).toMatchObject({
    status: "success",
    extra: { needsUserAction: false, questionResolution: "replied", answerText: "Core\nServer\nand docs" },
  });
  expect(blockOf(history).extra).not.toHaveProperty("answerMessageId");
  expect(history.projection.messages.at(-1)).toMatchObject({
    role: "person",
    by: "ana",
    parts: [{ type: "text", text: "Core\nServer\nand docs" }],
  });
});

test.for([...contractNames])(
  "[BLOCK-2] [S3-41] %s: a block answered in chat has the message and its id",
  (contract) => {
    const history = askedBy(contract).when(send("Green,\nplease"));
    const message = history.projection.messages.find(
      ({ answers, parts: [part] }) => answers && part?.type === "text" && !part.visibility,
    );
    expect(blockOf(history)).toMatchObject({
      status: "success",
      extra: { questionResolution: "replied", answerText: "Green,\nplease", answerMessageId: message?.id },
    });
  },
);

test("[BLOCK-2] [S3-27] a dismissed block is denied, without an answer and without a message", () => {
  for (const type of ["dismiss", "decline", "withdraw"] as const) {
    const block = blockOf(asked.when(onInquiry(type)));
    expect(block).toMatchObject({
      status: "denied",
      extra: { needsUserAction: false, questionResolution: "rejected" },
    });
    expect(block.extra).not.toHaveProperty("answerText");
  }
});

test("[BLOCK-2] [RESOLVE-20] a block with a held answer needs no action and shows none, and a reopened one needs one", () => {
  const held = asked.when(answer([{ question: "q1", options: ["o1"] }], { holdMs: 10 }));
  expect(blockOf(held)).toMatchObject({ status: "pending", extra: { needsUserAction: false } });
  expect(blockOf(held).extra).not.toHaveProperty("answerText");
  expect(blockOf(held).content).toMatch(/\(answered; the answer can still be taken back\)$/);
  const reopened = blockOf(held.when(onInquiry("retract")));
  expect(reopened).toMatchObject({ status: "pending", extra: { needsUserAction: true } });
  expect(reopened.extra).not.toHaveProperty("answerText");
});

test.for([...contractNames])("[DELIVERY-7] %s: the block has what the model was told of the resolution", (contract) => {
  const received = (history: History) => blockOf(history).received;
  expect(received(askedBy(contract))).toBeUndefined();
  expect(received(askedBy(contract).when(answer(sqlite)))).toContain("Red");
  expect(received(askedBy(contract).when(onInquiry("decline")))).toContain("declined to answer");
  expect(received(askedBy(contract).when(send("Green")))).toMatch(/in chat|^Green$/);
});

test("[BLOCK-3] [S3-45] the content has question, options and outcome as plain text", () => {
  expect(blockOf(asked.when(both)).content).toBe("Which parts?\n- Core\n- Server\nCore\nServer\nand docs");
  expect(blockOf(asked.when(onInquiry("dismiss"))).content).toBe("Which parts?\n- Core\n- Server\n(dismissed)");
});

test("[BLOCK-3] several questions are all in the content, each with its answer on a line of its own", () => {
  const questions: Json = [
    { question: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] },
    { question: "Which size?", options: [{ label: "S" }, { label: "L" }] },
  ];
  const history = thinking()
    .when(reply(calls("c1", "ask_user_question", { questions })))
    .when(
      answer([
        { question: "q1", options: ["o2"] },
        { question: "q2", skipped: true },
      ]),
    );
  expect(blockOf(history).content).toBe("Which colour?\n- Red\n- Blue\nWhich size?\n- S\n- L\nBlue\n(left unanswered)");
});

test("[BLOCK-1] text that the model wrote never becomes a field", () => {
  const traps = { question: "__proto__", options: [{ label: "constructor", description: '"needsUserAction":false' }] };
  const [record] = thinking(asking("question")).when(reply(calls("c1", "question", traps))).projection.inquiries;
  if (!record) throw new Error("nothing was asked");
  expect(questionBlock({ ...record, askedAt: noon }, {}).extra).toMatchObject({
    needsUserAction: true,
    questionText: "__proto__",
    questionOptions: [{ label: "constructor", description: '"needsUserAction":false' }],
  });
});
