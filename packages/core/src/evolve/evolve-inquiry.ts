import {
  type Acting,
  addCounts,
  baseOf,
  type Conversation,
  expectStatus,
  type Parked,
  type Thinking,
} from "../model/conversation.ts";
import type { EventOf } from "../model/event.ts";
import { askFingerprint, contextFingerprint, type HeldAnswer, type Inquiry } from "../model/inquiry.ts";
import { isAnswer, type Resolution } from "../model/resolution.ts";
import { type Run, runTraces } from "../model/run.ts";

type InquiryEvent = EventOf<
  "inquiry.asked" | "inquiry.superseded" | "inquiry.held" | "inquiry.reopened" | "inquiry.extended" | "inquiry.resolved"
>;

/** The conversation after an event of its inquiry. */
export function evolveInquiry(conversation: Conversation, event: InquiryEvent): Conversation {
  switch (event.type) {
    case "inquiry.asked":
      return park(expectStatus(addCounts(conversation, { inquiries: 1 }), event, "acting", "thinking"), event);
    case "inquiry.superseded":
      return addCounts(conversation, { inquiries: 1 });
    case "inquiry.held":
      return { ...expectStatus(conversation, event, "parked"), held: heldAnswerOf(event) };
    case "inquiry.reopened": {
      const { held: _, ...parked } = expectStatus(conversation, event, "parked");
      return parked;
    }
    case "inquiry.extended":
      return moveDeadline(expectStatus(conversation, event, "parked"), event);
    case "inquiry.resolved":
      return unpark(expectStatus(conversation, event, "parked"), event);
  }
}

function park(conversation: Acting | Thinking, { inquiry }: EventOf<"inquiry.asked">): Parked {
  const run = inquiry.approval ? conversation.run : countAsk(conversation.run);
  const parked = { ...baseOf(conversation), status: "parked", run, inquiry } as const;
  if (conversation.status === "thinking") return { ...parked, queue: [], calls: 0 };
  const { queue, calls } = conversation;
  const { presentation: _, ...call } = conversation.call;
  // The inquiry holds the input of an ask, so only the call's id and name are kept; a gated call is kept as it would run.
  const waiting = inquiry.approval ? call : { id: call.id, name: call.name, input: {} };
  return { ...parked, call: waiting, queue, calls };
}

function countAsk(run: Run): Run {
  return { ...run, asks: run.asks + 1, unanswered: (run.unanswered ?? 0) + 1 };
}

function heldAnswerOf({ held, trace }: EventOf<"inquiry.held">): HeldAnswer {
  return trace === undefined ? held : { ...held, trace };
}

function moveDeadline(parked: Parked, { deadline }: EventOf<"inquiry.extended">): Parked {
  const { deadline: _, ...inquiry } = parked.inquiry;
  return { ...parked, inquiry: { ...inquiry, ...(deadline !== undefined && { deadline }) } };
}

function unpark(parked: Parked, { trace, resolution }: EventOf<"inquiry.resolved">): Acting | Thinking {
  const { call, queue, calls, inquiry } = parked;
  const base = baseOf(parked);
  const {
    trace: _t,
    follows: _f,
    ...untraced
  } = inquiry.approval ? parked.run : rememberAsk(parked.run, inquiry, resolution);
  const run = { ...untraced, ...runTraces(trace, parked.run) };
  if (!call) return { ...base, status: "thinking", run, attempt: 1 };
  return { ...base, status: "acting", run, call, queue, calls, attempt: 1, started: true, resolved: inquiry };
}

/** The run after its ask is resolved. The text that the model is told of it comes with a later event. */
function rememberAsk({ lastAsk: _, ...run }: Run, inquiry: Inquiry, resolution: Resolution): Run {
  const counted = isAnswer(resolution) ? { ...run, unanswered: 0 } : run;
  // People ask back in chat, and then the agent explains and asks again.
  if (resolution.type === "answered-in-chat") return counted;
  const mayExplain = resolution.type === "delegated" || resolution.type === "declined";
  const lastAsk = {
    inquiryId: inquiry.id,
    asked: askFingerprint(inquiry.questions),
    told: "",
    ...(mayExplain && { context: contextFingerprint(inquiry) }),
  };
  return { ...counted, lastAsk };
}
