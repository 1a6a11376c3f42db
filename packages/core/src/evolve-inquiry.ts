import { type Acting, type Conversation, type Parked, type Thinking, threadOf } from "./conversation.ts";
import type { EventOf } from "./event.ts";
import { counted, expectStatus } from "./evolving.ts";
import { askFingerprint, type HeldAnswer } from "./inquiry.ts";
import { runTraces } from "./trace.ts";

type InquiryEvent = EventOf<
  "inquiry.asked" | "inquiry.superseded" | "inquiry.held" | "inquiry.reopened" | "inquiry.extended" | "inquiry.resolved"
>;

export function evolveInquiry(conversation: Conversation, event: InquiryEvent): Conversation {
  switch (event.type) {
    case "inquiry.asked":
      return asked(expectStatus(counted(conversation, { inquiries: 1 }), event, "acting", "thinking"), event);
    case "inquiry.superseded":
      return counted(conversation, { inquiries: 1 });
    case "inquiry.held":
      return { ...expectStatus(conversation, event, "parked"), held: heldBy(event) };
    case "inquiry.reopened": {
      const { held: _, ...parked } = expectStatus(conversation, event, "parked");
      return parked;
    }
    case "inquiry.extended":
      return extended(expectStatus(conversation, event, "parked"), event);
    case "inquiry.resolved":
      return resolved(expectStatus(conversation, event, "parked"), event);
  }
}

function asked(conversation: Acting | Thinking, { inquiry }: EventOf<"inquiry.asked">): Parked {
  const run = inquiry.approval ? conversation.run : { ...conversation.run, asks: conversation.run.asks + 1 };
  const parked = { ...threadOf(conversation), status: "parked", inquiry } as const;
  if (conversation.status === "thinking") {
    const lastAsk = { inquiryId: inquiry.id, asked: askFingerprint(inquiry.questions), told: "" };
    return { ...parked, run: { ...run, lastAsk }, queue: [], calls: 0 };
  }
  const { call, queue, calls } = conversation;
  // The inquiry holds what the call asked, so a parked conversation needs only its name; what waits to run is kept whole.
  const waiting = inquiry.approval ? call : { id: call.id, name: call.name, input: {} };
  return { ...parked, run, call: waiting, queue, calls };
}

function heldBy({ held, trace }: EventOf<"inquiry.held">): HeldAnswer {
  return trace === undefined ? held : { ...held, trace };
}

function extended(parked: Parked, { deadline }: EventOf<"inquiry.extended">): Parked {
  const { deadline: _, ...inquiry } = parked.inquiry;
  return { ...parked, inquiry: { ...inquiry, ...(deadline !== undefined && { deadline }) } };
}

function resolved(parked: Parked, { trace }: EventOf<"inquiry.resolved">): Acting | Thinking {
  const { call, queue, calls, inquiry } = parked;
  const thread = threadOf(parked);
  const { trace: _t, follows: _f, ...asking } = parked.run;
  const run = { ...asking, ...runTraces(trace, parked.run) };
  if (!call) return { ...thread, status: "thinking", run, attempt: 1 };
  return { ...thread, status: "acting", run, call, queue, calls, attempt: 1, started: true, settled: inquiry };
}
