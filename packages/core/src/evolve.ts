import { type Acting, type Conversation, type Thinking, threadOf } from "./conversation.ts";
import type { Event, EventOf } from "./event.ts";
import type { Inquiry } from "./inquiry.ts";
import { foldedText } from "./plain-text.ts";
import type { Run } from "./run.ts";
import type { ToolCall } from "./tool-call.ts";
import { addUsage, noUsage } from "./usage.ts";

/** The conversation after an event. Replaying a log from nothing gives the stored state. */
export function evolve(conversation: Conversation | undefined, event: Event): Conversation {
  if (event.type === "conversation.started") return started(event);
  if (!conversation) throw new Error(`${event.type} came before conversation.started`);
  switch (event.type) {
    case "conversation.deleted":
      return { ...withoutTitle(conversation), status: "deleted" };
    case "message.received":
      return { ...counted(conversation, { messages: 1 }), mailbox: [...conversation.mailbox, event.messageId] };
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
    case "run.paused":
      return { ...threadOf(conversation), status: "paused", run: endedRun(conversation), reason: event.reason };
    case "run.failed":
      return { ...threadOf(conversation), status: "failed", run: endedRun(conversation), error: event.error };
    case "run.interrupted":
      return { ...at(conversation, event, "thinking", "acting"), attempt: event.attempt };
    case "model.replied":
      return modelReplied(at(conversation, event, "thinking"), event);
    case "model.failed":
      return { ...at(conversation, event, "thinking"), attempt: event.attempt + 1, retryAt: event.retryAt };
    case "transcript.compacted": {
      const { run, usage, ...rest } = at(conversation, event, "thinking");
      return {
        ...rest,
        run: { ...run, usage: addUsage(run.usage, event.usage) },
        usage: addUsage(usage, event.usage),
        summary: { through: event.through, from: event.from, text: event.summary },
      };
    }
    case "tool.started": {
      const acting = at(conversation, event, "acting");
      const { lastAsk: _, ...run } = acting.run;
      return { ...acting, run, started: true };
    }
    case "tool.finished":
      return toolFinished(at(conversation, event, "acting"), event);
    case "inquiry.asked": {
      const { run, call, queue } = at(conversation, event, "acting");
      const thread = threadOf(counted(conversation, { inquiries: 1 }));
      // The inquiry holds what the call asked, so a parked conversation needs only the call's name.
      const asker = { id: call.id, name: call.name, input: {} };
      const asked = { ...run, asks: run.asks + 1 };
      return { ...thread, status: "parked", run: asked, call: asker, queue, inquiry: event.inquiry };
    }
    case "inquiry.held":
      return { ...at(conversation, event, "parked"), held: event.held };
    case "inquiry.reopened": {
      const { held: _, ...parked } = at(conversation, event, "parked");
      return parked;
    }
    case "inquiry.resolved": {
      const { run, call, queue, inquiry } = at(conversation, event, "parked");
      return {
        ...threadOf(conversation),
        status: "acting",
        run,
        call,
        queue,
        attempt: 1,
        started: true,
        settled: inquiry,
      };
    }
  }
}

function started(event: EventOf<"conversation.started">): Conversation {
  return {
    status: "idle",
    id: event.conversationId,
    agent: event.agent,
    ...(event.title !== undefined && { title: event.title }),
    createdAt: event.at,
    createdBy: event.by,
    mailbox: [],
    counts: { messages: 0, places: 0, runs: 0, inquiries: 0 },
    usage: noUsage,
  };
}

function runStarted(conversation: Conversation, event: EventOf<"run.started">): Thinking {
  const { runId: id, at: startedAt, terms, steps, resumedFrom } = event;
  return {
    ...threadOf(counted(conversation, { runs: 1 })),
    status: "thinking",
    attempt: 1,
    run: {
      id,
      startedAt,
      terms,
      steps,
      pauseAt: steps + terms.stepLimit,
      asks: 0,
      usage: noUsage,
      ...(resumedFrom !== undefined && { resumedFrom }),
    },
  };
}

function modelReplied(thinking: Thinking, event: EventOf<"model.replied">): Conversation {
  const added = event.parts.length > 0 ? { messages: 1, places: 1 } : {};
  const thread = { ...threadOf(counted(thinking, added)), usage: addUsage(thinking.usage, event.usage) };
  const run = { ...thinking.run, steps: event.step, usage: addUsage(thinking.run.usage, event.usage) };
  const [call, ...queue] = event.parts.flatMap((part): ToolCall[] => (part.type === "call" ? [part.call] : []));
  if (!call) return { ...thread, status: "thinking", run, attempt: 1 };
  return { ...thread, status: "acting", run, call, queue, attempt: 1, started: false };
}

function toolFinished(acting: Acting, event: EventOf<"tool.finished">): Conversation {
  const thread = threadOf(counted(acting, { messages: 1, places: 1 }));
  const run = acting.settled
    ? { ...acting.run, lastAsk: { asked: askFingerprint(acting.settled.questions), told: event.result.text } }
    : acting.run;
  const [call, ...queue] = acting.queue;
  if (!call) return { ...thread, status: "thinking", run, attempt: 1 };
  return { ...thread, status: "acting", run, call, queue, attempt: 1, started: false };
}

/** Equal for asks that a person could not tell apart. */
export function askFingerprint(questions: Inquiry["questions"]): string {
  return JSON.stringify(
    questions.map(({ text, options, multiSelect }) => [
      foldedText(text),
      options.map(({ label }) => foldedText(label)),
      multiSelect,
    ]),
  );
}

function counted<Some extends Conversation>(conversation: Some, added: Partial<Conversation["counts"]>): Some {
  const { messages, places, runs, inquiries } = conversation.counts;
  return {
    ...conversation,
    counts: {
      messages: messages + (added.messages ?? 0),
      places: places + (added.places ?? 0),
      runs: runs + (added.runs ?? 0),
      inquiries: inquiries + (added.inquiries ?? 0),
    },
  };
}

function withoutTitle(conversation: Conversation) {
  const { title: _title, summary: _summary, ...thread } = threadOf(conversation);
  return { ...thread, mailbox: [] };
}

/** What is kept of a run when it is over; the guard against repeated asks ends with it. */
function endedRun(conversation: Conversation): Run {
  if (conversation.status === "thinking" || conversation.status === "acting" || conversation.status === "parked") {
    const { lastAsk: _, ...run } = conversation.run;
    return run;
  }
  throw new Error(`a ${conversation.status} conversation has no run under way`);
}

function at<Status extends Conversation["status"]>(
  conversation: Conversation,
  event: Event,
  ...statuses: Status[]
): Extract<Conversation, { status: Status }> {
  if (!statuses.some((status) => status === conversation.status))
    throw new Error(`${event.type} cannot happen to a ${conversation.status} conversation`);
  return conversation as Extract<Conversation, { status: Status }>;
}
