import { expect, test } from "vitest";
import { contractNames } from "../contracts/contract-by-name.ts";
import { dueAt, effectOf } from "../effect.ts";
import { resultsOf, type Story } from "../testing/given.ts";
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
const told = (story: Story) => ({ type: "record-parent-told", effect: keyOf(story.conversation), at: noon }) as const;

test.for([...contractNames])("[SUB-6] %s is refused: only parent conversations can ask", (contract) => {
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
});

test("[SUB-6] spawning is refused, and so is a gated tool", () => {
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

test("[LIST-1] a sub-agent may keep a list of its own", () => {
  const kept = child.when(reply(calls("c1", "update_todos", { todos: [{ content: "Look", status: "pending" }] })));
  expect(kept.conversation).toMatchObject({ todos: [{ content: "Look" }] });
});

const ends: readonly [string, Story][] = [
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

test.for(ends)("[SUB-3] %s, it reports to its parent until that is recorded", ([, ended]) => {
  expect(effectOf(ended.conversation)).toEqual({ type: "report-to-parent", runId: "run_t_1", parentId: "conv_p" });
  expect(dueAt(ended.conversation)).toBe(0);
  expect(ended.when(interruption).events).toEqual([]);
  const silent = ended.when(told(ended));
  expect(silent.conversation.parent).toEqual({ ...parent, told: true });
  expect([effectOf(silent.conversation), dueAt(silent.conversation)]).toEqual([undefined, undefined]);
  expect(silent.when(told(ended)).refusal).toEqual({ code: "effect-stale" });
});

test("[SUB-3] while it works it has nothing to report", () => {
  expect(effectOf(child.conversation)).toMatchObject({ type: "call-model" });
  expect(child.when(told(child)).refusal).toEqual({ code: "effect-stale" });
});

test("[SUB-7] messages, resume, retry and delete go to its parent", () => {
  const refusal = { code: "belongs-to-parent", parentId: "conv_p" };
  for (const [, story] of [...ends, ["working", child] as const]) {
    expect(story.when(send("Hello")).refusal).toEqual(refusal);
    expect(story.when({ type: "resume", terms, by: "ana", at: noon }).refusal).toEqual(refusal);
    expect(story.when({ type: "retry", terms, by: "ana", at: noon }).refusal).toEqual(refusal);
    expect(story.when(remove).refusal).toEqual(refusal);
  }
});

test("[SUB-7] people can stop it, and rename it", () => {
  const { conversation } = child
    .when(reply(calls("c1")))
    .when(startTool)
    .when(stop);
  expect(conversation).toMatchObject({ status: "idle", outcome: "stopped" });
  expect(child.when({ type: "rename", title: "Scout", by: "ana", at: noon }).conversation).toMatchObject({
    title: "Scout",
  });
});

test("[SUB-5] it is erased with its parent, and then unknown and silent", () => {
  for (const [, story] of [...ends, ["working", child] as const]) {
    const erased = story.when({ ...remove, withParent: true });
    expect(erased.conversation.status).toBe("deleted");
    expect(effectOf(erased.conversation)).toBeUndefined();
    for (const command of [send("Hello"), stop, remove, { ...remove, withParent: true } as const])
      expect(erased.when(command).refusal).toEqual({ code: "conversation-unknown" });
  }
});
