import { contractByName } from "../contracts/contract-by-name.ts";
import {
  type Acting,
  addCounts,
  askersOf,
  baseOf,
  type Conversation,
  type Delegating,
  type External,
  expectStatus,
  type Idle,
  type Thinking,
} from "../model/conversation.ts";
import type { Event, EventOf } from "../model/event.ts";
import { addFailure } from "../model/failure.ts";
import { derivedId } from "../model/id.ts";
import { addUsage, noUsage, type Run, runTraces } from "../model/run.ts";
import type { ToolCall } from "../model/tool-call.ts";
import { evolveInquiry } from "./evolve-inquiry.ts";

/** The conversation after an event. Replaying a log from its first event gives the stored state. */
export function evolve(conversation: Conversation | undefined, event: Event): Conversation {
  if (event.type === "conversation.started") return startConversation(event);
  if (event.type === "conversation.forked" || event.type === "conversation.copied")
    return { ...event.state, forkedFrom: event.from };
  if (!conversation) throw new Error(`${event.type} came before conversation.started`);
  switch (event.type) {
    case "conversation.deleted":
      return deleteConversation(conversation);
    case "conversation.renamed":
      return { ...conversation, title: event.title };
    case "message.received":
      return {
        ...rememberAsker(rememberNotice(addCounts(conversation, { messages: 1 }), event), event),
        mailbox: [...conversation.mailbox, event.messageId],
      };
    case "messages.delivered":
      return {
        ...addCounts(conversation, { places: event.messageIds.length }),
        mailbox: conversation.mailbox.filter((id) => !event.messageIds.includes(id)),
      };
    case "run.started":
      return startRun(conversation, event);
    case "run.finished":
      return finishRun(conversation, event);
    case "run.paused": {
      // The next run continues with the answer and must not repeat the ask, so `lastAsk` is kept.
      const run = event.reason === "answered" ? activeRunOf(conversation) : endRun(conversation);
      return { ...baseOf(conversation), status: "paused", run, reason: event.reason };
    }
    case "run.failed":
      return { ...baseOf(conversation), status: "failed", run: endRun(conversation), error: event.error };
    case "run.interrupted":
      return { ...expectStatus(conversation, event, "thinking", "acting"), attempt: event.attempt };
    case "model.replied":
      return applyReply(expectStatus(conversation, event, "thinking"), event);
    case "model.failed": {
      const thinking = expectStatus(conversation, event, "thinking");
      const failed = addFailure(thinking.failed, event.error, event.at);
      return { ...thinking, attempt: event.attempt + 1, retryAt: event.retryAt, failed };
    }
    case "retry.requested": {
      const { retryAt: _, ...thinking } = expectStatus(conversation, event, "thinking");
      return thinking;
    }
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
      const { resolved: _, ...acting } = expectStatus(conversation, event, "acting");
      return {
        ...acting,
        started: false,
        allowed: true,
        ...(event.permission && { permission: event.permission }),
        ...(event.input !== undefined && {
          call: { ...acting.call, input: event.input },
          askedInput: acting.call.input,
        }),
      };
    }
    case "permission.granted":
      return { ...conversation, permissions: [...(conversation.permissions ?? []), event.permission] };
    case "permission.revoked":
      return {
        ...conversation,
        permissions: (conversation.permissions ?? []).filter(({ id }) => id !== event.permissionId),
      };
    case "tool.finished":
      return finishTool(expectStatus(conversation, event, "acting", "delegating"), event);
    case "todos.updated":
      return { ...expectStatus(conversation, event, "acting"), todos: event.todos };
    case "agents.spawned":
      return spawnChildren(expectStatus(conversation, event, "acting"), event);
    case "children.started":
      return { ...expectStatus(conversation, event, "delegating"), started: true };
    case "child.ended": {
      const delegating = expectStatus(conversation, event, "delegating");
      const children = delegating.children.map((child) =>
        child.id === event.childId ? { ...child, ended: event.end } : child,
      );
      return { ...delegating, children };
    }
    case "children.recalled": {
      const { recall: _, ...rest } = conversation;
      return rest as Conversation;
    }
    case "parent.told":
      return conversation.parent ? { ...conversation, parent: { ...conversation.parent, told: true } } : conversation;
    case "call.started":
    case "call.finished":
    case "inquiry.asked":
    case "inquiry.superseded":
    case "inquiry.held":
    case "inquiry.reopened":
    case "inquiry.extended":
    case "inquiry.amended":
    case "inquiry.reminded":
    case "inquiry.escalated":
    case "inquiry.agreed":
    case "agreement.retracted":
    case "inquiry.taken":
    case "inquiry.released":
    case "inquiry.assigned":
    case "inquiry.resolved":
      return evolveInquiry(conversation, event);
  }
}

function startConversation(event: EventOf<"conversation.started">): Idle | External {
  const base = {
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
  if (event.kind === undefined) return { status: "idle", ...base };
  return { status: event.kind, ...base, ...(event.thread !== undefined && { thread: event.thread }), open: [] };
}

function deleteConversation(conversation: Conversation): Conversation {
  const { askers: _a, title: _t, summary: _s, todos: _d, permissions: _p, recall: _r, ...base } = baseOf(conversation);
  const children = Array.from({ length: base.counts.children }, (_, index) => derivedId("child", base.id, index + 1));
  return {
    ...base,
    mailbox: [],
    status: "deleted",
    ...(children.length > 0 && { recall: { how: "delete", children } }),
  };
}

function startRun(conversation: Conversation, event: EventOf<"run.started">): Thinking {
  const { runId: id, at: startedAt, terms, steps, resumedFrom, trace } = event;
  // A run that continues with an answer is the same work, so its limits and its last ask are carried over.
  const isAnswered =
    conversation.status === "paused" && conversation.reason === "answered" && resumedFrom !== undefined;
  const earlier = isAnswered ? conversation.run : undefined;
  const unread = lastRunOf(conversation)?.unread;
  return {
    ...baseOf(addCounts(conversation, { runs: 1 })),
    status: "thinking",
    attempt: 1,
    run: {
      id,
      startedAt,
      terms,
      steps,
      pauseAt: earlier?.pauseAt ?? steps + terms.stepLimit,
      asks: 0,
      unanswered: earlier?.unanswered ?? 0,
      usage: noUsage,
      ...(resumedFrom !== undefined && { resumedFrom }),
      ...(earlier?.lastAsk && { lastAsk: earlier.lastAsk }),
      ...(unread && { unread }),
      ...runTraces(trace, resumedFrom === undefined ? undefined : lastRunOf(conversation)),
    },
  };
}

function finishRun(conversation: Conversation, { outcome, partial }: EventOf<"run.finished">): Idle {
  const added = partial === undefined ? {} : { messages: 1, places: 1 };
  const { askers = [], ...base } = baseOf(addCounts(conversation, added));
  // What a stopped run was asked is not done, and what waits in the mailbox is asked of the next one.
  const isDone = outcome === "finished" && base.mailbox.length === 0;
  return {
    ...base,
    ...(!isDone && askers.length > 0 && { askers }),
    status: "idle",
    run: endRun(conversation),
    outcome,
  };
}

function applyReply(thinking: Thinking, event: EventOf<"model.replied">): Conversation {
  const added = event.parts.length > 0 ? { messages: 1, places: 1 } : {};
  const base = { ...baseOf(addCounts(thinking, added)), usage: addUsage(thinking.usage, event.usage) };
  const { unread: _, ...read } = thinking.run;
  const run = { ...read, steps: event.step, usage: addUsage(thinking.run.usage, event.usage) };
  const calls = event.parts.flatMap((part): ToolCall[] => (part.type === "call" ? [part.call] : []));
  const [call, ...queue] = orderCalls(calls, run);
  if (!call) return { ...base, status: "thinking", run, attempt: 1 };
  return { ...base, status: "acting", run, call, queue, calls: calls.length, attempt: 1, started: false };
}

/** The calls of a step in the order in which the contract wants them executed. */
function orderCalls(calls: readonly ToolCall[], { terms: { contract } }: Run): readonly ToolCall[] {
  if (contract === undefined || contractByName(contract).turn !== "asks-last") return calls;
  return [...calls.filter(({ name }) => name !== contract), ...calls.filter(({ name }) => name === contract)];
}

function finishTool(conversation: Acting | Delegating, event: EventOf<"tool.finished">): Conversation {
  const { queue, calls, run } = conversation;
  const base = baseOf(addCounts(conversation, { messages: 1, places: 1 }));
  const unended = conversation.status === "delegating" ? conversation.children.filter(({ ended }) => !ended) : [];
  const recall = unended.length > 0 && { recall: { how: "stop" as const, children: unended.map(({ id }) => id) } };
  const [call, ...rest] = queue;
  const after = { ...base, ...recall, run: rememberResult(run, conversation, event.result.text), attempt: 1 };
  if (!call) return { ...after, status: "thinking" };
  return { ...after, status: "acting", call, queue: rest, calls, started: false };
}

function spawnChildren(acting: Acting, { children }: EventOf<"agents.spawned">): Delegating {
  const { call, queue, calls } = acting;
  const { lastAsk: _, ...run } = acting.run;
  return {
    ...baseOf(addCounts(acting, { children: children.length })),
    status: "delegating",
    run,
    call: { id: call.id, name: call.name, input: {} },
    queue,
    calls,
    children,
    started: false,
  };
}

/** The run with the result that the model got for its last ask, if the call asked. */
function rememberResult(run: Run, conversation: Acting | Delegating, told: string): Run {
  const inquiry = conversation.status === "acting" ? conversation.resolved : undefined;
  if (!inquiry || run.lastAsk?.inquiryId !== inquiry.id) return run;
  return { ...run, lastAsk: { ...run.lastAsk, told } };
}

/** The conversation with the text of the message that reports the resolution of its last ask. */
function rememberNotice<Some extends Conversation>(
  conversation: Some,
  { answers, text }: EventOf<"message.received">,
): Some {
  const run = lastRunOf(conversation);
  if (answers === undefined || run?.lastAsk?.inquiryId !== answers) return conversation;
  return { ...conversation, run: { ...run, lastAsk: { ...run.lastAsk, told: text } } };
}

/** The conversation with the author of a message among those who asked; notes that only the model reads ask for nothing. */
function rememberAsker<Some extends Conversation>(
  conversation: Some,
  { by, visibility }: EventOf<"message.received">,
): Some {
  const { askers = [] } = conversation;
  if (visibility || conversation.status === "external" || askersOf(conversation).includes(by)) return conversation;
  return { ...conversation, askers: [...askers, by] };
}

function lastRunOf(conversation: Conversation): Run | undefined {
  return "run" in conversation ? conversation.run : undefined;
}

/** The run as it is stored after its end, without the last ask: the next run may ask the same. */
function endRun(conversation: Conversation): Run {
  const { lastAsk: _, ...run } = activeRunOf(conversation);
  return run;
}

function activeRunOf(conversation: Conversation): Run {
  if (
    conversation.status === "thinking" ||
    conversation.status === "acting" ||
    conversation.status === "parked" ||
    conversation.status === "delegating"
  )
    return conversation.run;
  throw new Error(`a ${conversation.status} conversation has no active run`);
}
