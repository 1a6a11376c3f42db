import { expect, test } from "vitest";
import { contractNames } from "../contracts/contract-by-name.ts";
import { dueAt, effectOf } from "../model/effect.ts";
import { type History, resultsOf } from "../testing/given.ts";
import {
  asking,
  calls,
  colourAsk,
  failure,
  finishTool,
  interruption,
  keyOf,
  noon,
  reply,
  send,
  startTool,
  terms,
  text,
  thinking,
} from "../testing/samples.ts";

const parent = { conversationId: "conv_p", callId: "c9" };
const child = thinking({ parent, terms: { ...terms, spawn: ["scout"], approve: ["deploy"], todos: true } });
const stop = { type: "stop", by: "ana", at: noon } as const;
const remove = { type: "delete", by: "ana", at: noon } as const;
const recordReport = (history: History) =>
  ({ type: "record-parent-told", effect: keyOf(history.conversation), at: noon }) as const;

test.for([...contractNames])(
  "[SUBAGENT-6] [S0-22, S1-07] %s is refused: only parent conversations can ask",
  (contract) => {
    for (const terms of [asking(contract).terms, asking("ask_user_question").terms]) {
      const asked = thinking({ parent, terms }).when(reply(calls("c1", contract, colourAsk[contract])));
      expect(resultsOf(asked.events)).toMatchObject([
        {
          callId: "c1",
          status: "error",
          text: `${contract} is not available to sub-agents: only parent conversations can ask user questions.`,
        },
      ]);
      expect(asked.conversation.status).toBe("thinking");
    }
  },
);

test("[SUBAGENT-6] spawning is refused, and so is a gated tool", () => {
  const { events, conversation } = child.when(
    reply(calls("c1", "spawn_agents", { agents: [{ agent: "scout", task: "Look" }] }), calls("c2", "deploy")),
  );
  expect(resultsOf(events)).toMatchObject([
    {
      status: "error",
      text: "spawn_agents is not available to sub-agents: only parent conversations can start sub-agents.",
    },
    { status: "error", text: "Not run: deploy needs a person's approval, which sub-agents cannot get." },
  ]);
  expect(conversation.status).toBe("thinking");
});

test("[TODOS-1] a sub-agent may keep a list of its own", () => {
  const kept = child.when(reply(calls("c1", "update_todos", { todos: [{ content: "Look", status: "pending" }] })));
  expect(kept.conversation).toMatchObject({ todos: [{ content: "Look" }] });
});

const ends: readonly [string, History][] = [
  ["finished", child.when(reply(text("Found it")))],
  ["stopped", child.when(stop)],
  ["failed", child.when(failure({ message: "no such model", retryable: false }))],
  [
    "paused",
    thinking({ parent, terms: { ...terms, stepLimit: 1 } })
      .when(reply(calls("c1")))
      .when(startTool)
      .when(finishTool),
  ],
];

test.for(ends)("[SUBAGENT-3] %s, a sub-agent reports to its parent until that is recorded", ([, ended]) => {
  expect(effectOf(ended.conversation)).toEqual({ type: "report-to-parent", runId: "run_t_1", parentId: "conv_p" });
  expect(dueAt(ended.conversation)).toBe(0);
  expect(ended.when(interruption).events).toEqual([]);
  const reported = ended.when(recordReport(ended));
  expect(reported.conversation.parent).toEqual({ ...parent, told: true });
  expect([effectOf(reported.conversation), dueAt(reported.conversation)]).toEqual([undefined, undefined]);
  expect(reported.when(recordReport(ended)).refusal).toEqual({ code: "effect-stale" });
});

test("[SUBAGENT-3] a working sub-agent has nothing to report", () => {
  expect(effectOf(child.conversation)).toMatchObject({ type: "call-model" });
  expect(child.when(recordReport(child)).refusal).toEqual({ code: "effect-stale" });
});

test("[SUBAGENT-7] messages, resume, retry and delete are refused, naming the parent", () => {
  const refusal = { code: "belongs-to-parent", parentId: "conv_p" };
  for (const [, history] of [...ends, ["working", child] as const]) {
    expect(history.when(send("Hello")).refusal).toEqual(refusal);
    expect(history.when({ type: "resume", terms, by: "ana", at: noon }).refusal).toEqual(refusal);
    expect(history.when({ type: "retry", terms, by: "ana", at: noon }).refusal).toEqual(refusal);
    expect(history.when(remove).refusal).toEqual(refusal);
  }
});

test("[SUBAGENT-7] people can stop and rename a sub-agent", () => {
  const { conversation } = child
    .when(reply(calls("c1")))
    .when(startTool)
    .when(stop);
  expect(conversation).toMatchObject({ status: "idle", outcome: "stopped" });
  expect(child.when({ type: "rename", title: "Scout", by: "ana", at: noon }).conversation).toMatchObject({
    title: "Scout",
  });
});

test("[SUBAGENT-5] a sub-agent is deleted with its parent, and then unknown and without effect", () => {
  for (const [, history] of [...ends, ["working", child] as const]) {
    const deleted = history.when({ ...remove, withParent: true });
    expect(deleted.conversation.status).toBe("deleted");
    expect(effectOf(deleted.conversation)).toBeUndefined();
    for (const command of [send("Hello"), stop, remove, { ...remove, withParent: true } as const])
      expect(deleted.when(command).refusal).toEqual({ code: "conversation-unknown" });
  }
});
