import { expect, test } from "vitest";
import { contractNames } from "../contracts/contract-by-name.ts";
import { dueAt, effectOf } from "../model/effect.ts";
import type { Event } from "../model/event.ts";
import { noUsage } from "../model/run.ts";
import { given, type Outcome, resultsOf, typesOf } from "../testing/given.ts";
import {
  answer,
  askedBy,
  asking,
  calls,
  colourAsk,
  finishTool,
  keyOf,
  noon,
  onInquiry,
  parked,
  postgres,
  reply,
  send,
  sqlite,
  startTool,
  terms,
  text,
  thinking,
} from "../testing/samples.ts";
import { transcriptOf } from "../testing/transcript-of.ts";
import { transcriptForScreen } from "../views/transcript.ts";
import { decide } from "./decide.ts";
import { forkPoint } from "./fork.ts";

/** A fork of a history from one of its inquiries, as a log that was stored and read. */
function forkOf(
  { log }: { readonly log: readonly Event[] },
  inquiryId = "inq_t_1",
  conversationId = "conv_f",
): Outcome {
  const point = forkPoint(JSON.parse(JSON.stringify(log)) as Event[], inquiryId);
  if (!point) throw new Error(`it was never parked on ${inquiryId}`);
  return given().when({ type: "fork", conversationId, ...point, by: "ben", at: noon + 500 });
}

const inFork = { inquiryId: "inq_f_1", at: noon + 600 };

test.for([...contractNames])("[FORK-1] %s: a fork is parked on the same inquiry under a new id", (contract) => {
  const asked = askedBy(contract);
  const fork = forkOf(asked.when(answer(sqlite)));
  expect(fork.conversation).toMatchObject({
    id: "conv_f",
    status: "parked",
    createdBy: "ben",
    createdAt: noon + 500,
    run: { id: "run_f_1", startedAt: noon + 500, steps: 1, asks: 1 },
    inquiry: { id: "inq_f_1", contract, callId: "c1", askedAt: noon + 500 },
  });
  expect(transcriptOf(fork)).toEqual(transcriptOf(asked));
  expect(fork.projection.inquiries).toMatchObject([
    { id: "inq_f_1", conversationId: "conv_f", runId: "run_f_1", status: "open" },
  ]);
});

test.for([...contractNames])(
  "[FORK-1] %s: the fork gets another answer, and both conversations continue",
  (contract) => {
    const asked = askedBy(contract);
    const red = asked.when(answer(sqlite));
    const blue = forkOf(red).when(answer(postgres, inFork));
    const original = asked.when(answer(postgres));
    expect(transcriptOf(blue).at(-1)).toEqual(
      JSON.parse(JSON.stringify(transcriptOf(original).at(-1)).replaceAll("_t_", "_f_")),
    );
    expect(JSON.stringify(transcriptOf(blue).at(-1))).toContain("Blue");
    expect(effectOf(blue.conversation)).toMatchObject({ type: "call-model", step: 2 });
    expect(JSON.stringify(transcriptOf(red))).not.toContain('Blue\\"');
  },
);

test.for([...contractNames])("[FORK-1] %s: a repeated ask is refused in the fork too", (contract) => {
  const blue = forkOf(askedBy(contract)).when(answer(postgres, inFork));
  const { events } = blue.when(reply(calls("c2", contract, colourAsk[contract])));
  expect(resultsOf(events)).toMatchObject([{ status: "error", text: expect.stringContaining("Blue") }]);
});

test("[FORK-1] the remaining calls of the step run after the answer in the fork", () => {
  const fork = forkOf(parked(calls("c2"))).when(answer(sqlite, inFork));
  expect(effectOf(fork.conversation)).toMatchObject({ type: "run-tool", runId: "run_f_1", call: { id: "c2" } });
});

test("[FORK-1] a held answer and everything after the ask are not in the fork", () => {
  const held = askedBy("ask_user_question")
    .when(answer(sqlite, { holdMs: 60 }))
    .when(send("Hurry", { separate: true }));
  const fork = forkOf(held);
  expect(fork.conversation).not.toHaveProperty("held");
  expect(fork.conversation).toMatchObject({ mailbox: [], counts: { messages: 2 } });
  expect(fork.when(answer(postgres, inFork)).conversation.status).toBe("thinking");
});

test("[FORK-1] a message that waited at the time of the ask waits in the fork, and is read after the answer", () => {
  const asked = thinking()
    .when(send("By the way"))
    .when(reply(calls("c1", "ask_user_question", colourAsk.ask_user_question)));
  const fork = forkOf(asked);
  expect(fork.conversation.mailbox).toEqual(["msg_f_2"]);
  const { conversation, log } = fork.when(answer(sqlite, inFork));
  expect(conversation.mailbox).toEqual([]);
  expect(transcriptOf(fork.when(answer(sqlite, inFork))).at(-1)).toMatchObject({ parts: [{ text: "By the way" }] });
  expect(typesOf(log)).toEqual(["conversation.forked", "inquiry.resolved", "tool.finished", "messages.delivered"]);
});

test("[FORK-1] a summary covers the same part of the fork's transcript", () => {
  const asked = thinking()
    .when((conversation) => ({
      type: "record-summary",
      effect: keyOf(conversation),
      at: noon,
      through: 1,
      from: 2,
      summary: "So far",
      usage: { ...noUsage, inputTokens: 9 },
    }))
    .when(reply(calls("c1", "ask_user_question", colourAsk.ask_user_question)));
  const { conversation } = forkOf(asked);
  expect(conversation).toMatchObject({ summary: { through: 1, from: 2, text: "So far" }, usage: noUsage });
});

test("[FORK-1] a gated call is allowed in the fork, and runs there as it was recorded", () => {
  const asked = thinking({ terms: { ...terms, approve: ["deploy"] } }).when(
    reply(calls("c1", "deploy", { to: "prod" })),
  );
  const fork = forkOf(asked.when(answer(postgres)));
  expect(fork.conversation).toMatchObject({ inquiry: { approval: { tool: "deploy", input: { to: "prod" } } } });
  const allowed = fork.when(answer(sqlite, inFork));
  expect(effectOf(allowed.conversation)).toMatchObject({ call: { id: "c1", input: { to: "prod" } } });
});

test("[FORK-1] the deadline starts anew, and todos and title come along", () => {
  const dated = thinking({ title: "Paint", terms: { ...terms, deadlineMs: 50, todos: true } }).when(
    reply(
      calls("c1", "update_todos", { todos: [{ content: "Ask", status: "pending" }] }),
      calls("c2", "ask_user_question", colourAsk.ask_user_question),
    ),
  );
  const { conversation } = forkOf(dated.when({ type: "wake", at: noon + 50 }));
  expect(dueAt(conversation)).toBe(noon + 550);
  expect(conversation).toMatchObject({
    title: "Paint",
    todos: [{ content: "Ask" }],
    inquiry: { deadline: noon + 550 },
  });
});

test("[FORK-1] a later inquiry and one of a later run can be forked from, with all that came before", () => {
  const history = askedBy("ask_user")
    .when(answer(sqlite))
    .when(reply(calls("c2", "ask_user", { question: "Which size?" })))
    .when(send("Large"));
  const fork = forkOf(history, "inq_t_2");
  expect(fork.conversation).toMatchObject({
    run: { id: "run_f_2", steps: 2, asks: 1 },
    inquiry: { id: "inq_f_2" },
    counts: { runs: 2, inquiries: 2, children: 0 },
  });
  expect(fork.projection.inquiries).toMatchObject([
    { id: "inq_f_1", conversationId: "conv_f", runId: "run_f_1", status: "answered" },
    { id: "inq_f_2", conversationId: "conv_f", runId: "run_f_2", status: "open" },
  ]);
  const screen = transcriptForScreen(fork.projection.messages, fork.projection.inquiries);
  const blocks = screen.flatMap((message) => message.blocks).filter(({ type }) => type === "action");
  expect(blocks).toMatchObject([{ status: "success", inquiry: { id: "inq_f_1" } }, { status: "pending" }]);
  expect(fork.conversation).not.toHaveProperty("run.resumedFrom");
  const large = fork.when(answer([{ question: "q1", text: "Small" }], { ...inFork, inquiryId: "inq_f_2" }));
  expect(large.conversation).toMatchObject({ status: "thinking", run: { id: "run_f_3", resumedFrom: "run_f_2" } });
  const asked = large.when(reply(calls("c3", "ask_user", { question: "Which shape?" })));
  expect(asked.conversation).toMatchObject({ status: "parked", inquiry: { id: "inq_f_3" }, run: { asks: 1 } });
});

test("[FORK-1] a fork can be forked from, where it began and later", () => {
  const fork = forkOf(askedBy("ask_user_question")).when(answer(sqlite, inFork));
  expect(forkOf(fork, "inq_f_1", "conv_g").conversation).toMatchObject({
    id: "conv_g",
    status: "parked",
    inquiry: { id: "inq_g_1" },
    run: { id: "run_g_1" },
  });
  const later = fork.when(reply(calls("c2", "ask_user_question", databaseAskOf("Which size?"))));
  const second = forkOf(later.when(onInquiry("decline", { inquiryId: "inq_f_2" })), "inq_f_2", "conv_g");
  expect(transcriptOf(second)).toEqual(transcriptOf(later));
});

test("[FORK-1] sub-agents of the fork have ids of their own", () => {
  const spawns = calls("c1", "spawn_agents", { agents: [{ agent: "scout", task: "Look" }] });
  const asked = thinking({ terms: { ...terms, spawn: ["scout"] } })
    .when(reply(spawns, calls("c2", "ask_user_question", colourAsk.ask_user_question)))
    .when({ type: "child-ended", childId: "conv_tk1", end: { outcome: "finished", text: "Seen" }, at: noon });
  const again = forkOf(asked).when(answer(sqlite, inFork)).when(reply(spawns));
  expect(again.conversation).toMatchObject({ status: "delegating", children: [{ id: "conv_fk1" }] });
});

test("[FORK-1] a fork cannot start from an inquiry on which the conversation never parked", () => {
  const twice = thinking(asking("ask_user")).when(
    reply(calls("c1", "ask_user", { question: "First?" }), calls("c2", "ask_user", { question: "Second?" })),
  );
  expect(forkPoint(twice.log, "inq_t_1")).toBeUndefined();
  expect(forkPoint(twice.log, "inq_t_9")).toBeUndefined();
  expect(forkPoint(twice.log, "__proto__")).toBeUndefined();
  expect(forkPoint(twice.log, "inq_t_2")).toBeDefined();
});

test("[FORK-2] one event creates the fork, and the old conversation is unchanged", () => {
  const history = askedBy("question").when(answer(sqlite));
  const before = JSON.stringify(history.conversation);
  const fork = forkOf(history);
  expect(typesOf(fork.log)).toEqual(["conversation.forked"]);
  expect(fork.events).toMatchObject([{ from: { conversationId: "conv_t", inquiryId: "inq_t_1" }, by: "ben" }]);
  expect(JSON.stringify(history.conversation)).toBe(before);
  expect(fork.projection.runs).toEqual([]);
});

test("[FORK-2] a conversation id in use is refused", () => {
  const history = askedBy("question");
  const point = forkPoint(history.log, "inq_t_1");
  if (!point) throw new Error("it was asked");
  const decision = decide(history.conversation, {
    type: "fork",
    conversationId: "conv_t",
    ...point,
    by: "ana",
    at: noon,
  });
  expect(decision).toEqual({ ok: false, error: { code: "conversation-exists" } });
});

test("[FORK-1] the screen of a fork shows the same messages, and the inquiry where it was asked", () => {
  const history = thinking()
    .when(reply(text("Let me see"), calls("c1")))
    .when(startTool)
    .when(finishTool)
    .when(reply(text("Tell me"), calls("c1", "ask_user_question", colourAsk.ask_user_question)));
  const { projection } = forkOf(history);
  const screen = transcriptForScreen(projection.messages, projection.inquiries);
  expect(screen.map(({ id, blocks }) => [id, ...blocks.map(({ type }) => type)])).toEqual([
    ["msg_f_1", "text"],
    ["msg_f_2", "text", "tool"],
    ["msg_f_4", "text", "action"],
  ]);
});

function databaseAskOf(question: string) {
  return { questions: [{ question, options: [{ label: "S" }, { label: "L" }] }] };
}

test("[QUORUM-3] a fork does not count who forked it, nor anybody whom the source did not count", () => {
  const some = { ...terms, approve: ["deploy"], quorums: [{ tool: "deploy", rules: [{ count: 2 }] }] };
  const asked = thinking({ by: "zoe", terms: some })
    .when(send("Deploy it", { by: "cleo" }))
    .when(reply(calls("c1", "deploy")));
  const forked = forkOf(asked);
  expect(forked.conversation).toMatchObject({
    createdBy: "ben",
    inquiry: { quorum: { excludes: ["zoe", "cleo", "ben"] } },
  });
  for (const by of ["zoe", "cleo", "ben"])
    expect(forked.when(answer(sqlite, { ...inFork, by })).refusal).toMatchObject({ code: "approval-by-asker" });
  const refused = forked.when(answer(postgres, { ...inFork, by: "dan" }));
  const again = refused.when(reply(calls("c2", "deploy")));
  expect(again.conversation).toMatchObject({ inquiry: { quorum: { excludes: ["ben", "zoe", "cleo"] } } });
});
