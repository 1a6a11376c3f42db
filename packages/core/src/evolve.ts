import { contractNamed } from "./contracts/contract-by-name.ts";
import { type Acting, type Conversation, type Delegating, type Thinking, threadOf } from "./conversation.ts";
import type { Event, EventOf } from "./event.ts";
import { evolveChildren } from "./evolve-children.ts";
import { evolveInquiry } from "./evolve-inquiry.ts";
import { counted, expectStatus } from "./evolving.ts";
import { derivedId } from "./id.ts";
import { askFingerprint } from "./inquiry.ts";
import type { Run } from "./run.ts";
import type { ToolCall } from "./tool-call.ts";
import { runTraces } from "./trace.ts";
import { addUsage, noUsage } from "./usage.ts";

/** The conversation after an event. Replaying a log from nothing gives the stored state. */
export function evolve(conversation: Conversation | undefined, event: Event): Conversation {
  if (event.type === "conversation.started") return started(event);
  if (event.type === "conversation.forked") return { ...event.state, forkedFrom: event.from };
  if (!conversation) throw new Error(`${event.type} came before conversation.started`);
  switch (event.type) {
    case "conversation.deleted":
      return deleted(conversation);
    case "conversation.renamed":
      return { ...conversation, title: event.title };
    case "message.received":
      return {
        ...withTold(counted(conversation, { messages: 1 }), event),
        mailbox: [...conversation.mailbox, event.messageId],
      };
    case "messages.delivered":
      return {
        ...counted(conversation, { places: event.messageIds.length }),
        mailbox: conversation.mailbox.filter((id) => !event.messageIds.includes(id)),
      };
    case "run.started":
      return runStarted(conversation, event);
    case "run.finished": {
      const counts = event.partial === undefined ? {} : { messages: 1, places: 1 };
      return {
        ...threadOf(counted(conversation, counts)),
        status: "idle",
        run: endedRun(conversation),
        outcome: event.outcome,
      };
    }
    case "run.paused": {
      // An answer is worked on in a new run, which must not ask the same again.
      const run = event.reason === "answered" ? runOf(conversation) : endedRun(conversation);
      return { ...threadOf(conversation), status: "paused", run, reason: event.reason };
    }
    case "run.failed":
      return { ...threadOf(conversation), status: "failed", run: endedRun(conversation), error: event.error };
    case "run.interrupted":
      return { ...expectStatus(conversation, event, "thinking", "acting"), attempt: event.attempt };
    case "model.replied":
      return modelReplied(expectStatus(conversation, event, "thinking"), event);
    case "model.failed":
      return { ...expectStatus(conversation, event, "thinking"), attempt: event.attempt + 1, retryAt: event.retryAt };
    case "transcript.compacted": {
      const { run, usage, ...rest } = expectStatus(conversation, event, "thinking");
      return {
        ...rest,
        run: { ...run, usage: addUsage(run.usage, event.usage) },
        usage: addUsage(usage, event.usage),
        summary: { through: event.through, from: event.from, text: event.summary },
      };
    }
    case "tool.started": {
      const acting = expectStatus(conversation, event, "acting");
      const { lastAsk: _, ...run } = acting.run;
      return { ...acting, run, started: true };
    }
    case "tool.allowed": {
      const { settled: _, ...acting } = expectStatus(conversation, event, "acting");
      return { ...acting, started: false, allowed: true };
    }
    case "tool.finished":
      return toolFinished(expectStatus(conversation, event, "acting", "delegating"), event);
    case "todos.updated":
      return { ...expectStatus(conversation, event, "acting"), todos: event.todos };
    case "agents.spawned":
    case "children.started":
    case "child.ended":
    case "children.recalled":
    case "parent.told":
      return evolveChildren(conversation, event);
    case "inquiry.asked":
    case "inquiry.superseded":
    case "inquiry.held":
    case "inquiry.reopened":
    case "inquiry.extended":
    case "inquiry.resolved":
      return evolveInquiry(conversation, event);
  }
}

function started(event: EventOf<"conversation.started">): Conversation {
  return {
    status: "idle",
    id: event.conversationId,
    agent: event.agent,
    project: event.project ?? "default",
    ...(event.title !== undefined && { title: event.title }),
    createdAt: event.at,
    createdBy: event.by,
    mailbox: [],
    counts: { messages: 0, places: 0, runs: 0, inquiries: 0, children: 0 },
    usage: noUsage,
    ...(event.parent && { parent: event.parent }),
  };
}

function runStarted(conversation: Conversation, event: EventOf<"run.started">): Thinking {
  const { runId: id, at: startedAt, terms, steps, resumedFrom, trace } = event;
  // A run that goes on with an answer is the same work: its limits and its guard against repeated asks go on too.
  const isAnswered =
    conversation.status === "paused" && conversation.reason === "answered" && resumedFrom !== undefined;
  const earlier = isAnswered ? conversation.run : undefined;
  return {
    ...threadOf(counted(conversation, { runs: 1 })),
    status: "thinking",
    attempt: 1,
    run: {
      id,
      startedAt,
      terms,
      steps,
      pauseAt: earlier?.pauseAt ?? steps + terms.stepLimit,
      asks: earlier?.asks ?? 0,
      usage: noUsage,
      ...(resumedFrom !== undefined && { resumedFrom }),
      ...(earlier?.lastAsk && { lastAsk: earlier.lastAsk }),
      ...runTraces(trace, resumedFrom === undefined ? undefined : lastRunOf(conversation)),
    },
  };
}

function lastRunOf(conversation: Conversation): Run | undefined {
  return "run" in conversation ? conversation.run : undefined;
}

function modelReplied(thinking: Thinking, event: EventOf<"model.replied">): Conversation {
  const added = event.parts.length > 0 ? { messages: 1, places: 1 } : {};
  const thread = { ...threadOf(counted(thinking, added)), usage: addUsage(thinking.usage, event.usage) };
  const run = { ...thinking.run, steps: event.step, usage: addUsage(thinking.run.usage, event.usage) };
  const calls = event.parts.flatMap((part): ToolCall[] => (part.type === "call" ? [part.call] : []));
  const [call, ...queue] = inTurn(calls, run);
  if (!call) return { ...thread, status: "thinking", run, attempt: 1 };
  return { ...thread, status: "acting", run, call, queue, calls: calls.length, attempt: 1, started: false };
}

/** The calls of a step in the order in which the contract wants them carried out. */
function inTurn(calls: readonly ToolCall[], { terms: { contract } }: Run): readonly ToolCall[] {
  if (contract === undefined || contractNamed(contract).turn !== "asks-last") return calls;
  return [...calls.filter(({ name }) => name !== contract), ...calls.filter(({ name }) => name === contract)];
}

function toolFinished(conversation: Acting | Delegating, event: EventOf<"tool.finished">): Conversation {
  const { queue, calls, run } = conversation;
  const thread = threadOf(counted(conversation, { messages: 1, places: 1 }));
  const unended = conversation.status === "delegating" ? conversation.children.filter(({ ended }) => !ended) : [];
  const recall = unended.length > 0 && { recall: { how: "stop" as const, children: unended.map(({ id }) => id) } };
  const [call, ...rest] = queue;
  const after = { ...thread, ...recall, run: withSettled(run, conversation, event.result.text), attempt: 1 };
  if (!call) return { ...after, status: "thinking" };
  return { ...after, status: "acting", call, queue: rest, calls, started: false };
}

/** The run, remembering what it asked and was told, if that was an ask. */
function withSettled(run: Run, conversation: Acting | Delegating, told: string): Run {
  const settled = conversation.status === "acting" ? conversation.settled : undefined;
  if (!settled || settled.approval) return run;
  return { ...run, lastAsk: { inquiryId: settled.id, asked: askFingerprint(settled.questions), told } };
}

/** The conversation, remembering the message that told the resolution of its last ask. */
function withTold<Some extends Conversation>(conversation: Some, { answers, text }: EventOf<"message.received">): Some {
  const run = lastRunOf(conversation);
  if (answers === undefined || run?.lastAsk?.inquiryId !== answers) return conversation;
  return { ...conversation, run: { ...run, lastAsk: { ...run.lastAsk, told: text } } };
}

function deleted(conversation: Conversation): Conversation {
  const { title: _t, summary: _s, todos: _d, recall: _r, ...thread } = threadOf(conversation);
  const children = Array.from({ length: thread.counts.children }, (_, index) =>
    derivedId("child", thread.id, index + 1),
  );
  return {
    ...thread,
    mailbox: [],
    status: "deleted",
    ...(children.length > 0 && { recall: { how: "delete", children } }),
  };
}

/** What is kept of a run when it is over; the guard against repeated asks ends with it. */
function endedRun(conversation: Conversation): Run {
  const { lastAsk: _, ...run } = runOf(conversation);
  return run;
}

function runOf(conversation: Conversation): Run {
  if (
    conversation.status === "thinking" ||
    conversation.status === "acting" ||
    conversation.status === "parked" ||
    conversation.status === "delegating"
  )
    return conversation.run;
  throw new Error(`a ${conversation.status} conversation has no run under way`);
}
