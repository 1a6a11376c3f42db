import { isAllowed } from "../contracts/approval.ts";
import {
  type Acting,
  addCounts,
  baseOf,
  type Conversation,
  type External,
  expectStatus,
  type Parked,
  type Thinking,
} from "../model/conversation.ts";
import type { EventOf } from "../model/event.ts";
import {
  askFingerprint,
  contextFingerprint,
  type HeldAnswer,
  type Inquiry,
  type InquiryRecord,
  type OpenInquiry,
} from "../model/inquiry.ts";
import { isAnswer, type Resolution } from "../model/resolution.ts";
import { type Run, runTraces } from "../model/run.ts";

type InquiryEvent = EventOf<
  | "inquiry.asked"
  | "inquiry.superseded"
  | "inquiry.held"
  | "inquiry.reopened"
  | "inquiry.extended"
  | "inquiry.amended"
  | "inquiry.reminded"
  | "inquiry.escalated"
  | "inquiry.agreed"
  | "agreement.retracted"
  | "inquiry.taken"
  | "inquiry.released"
  | "inquiry.assigned"
  | "inquiry.resolved"
  | "call.started"
  | "call.finished"
>;

/** The conversation after an event of its inquiry. */
export function evolveInquiry(conversation: Conversation, event: InquiryEvent): Conversation {
  switch (event.type) {
    case "inquiry.asked":
      return ask(
        expectStatus(addCounts(conversation, { inquiries: 1 }), event, "acting", "thinking", "external"),
        event,
      );
    case "inquiry.superseded":
      return addCounts(conversation, { inquiries: 1 });
    case "inquiry.held":
      return changeOpen(conversation, event, ({ inquiry }) => ({ inquiry, held: heldAnswerOf(event) }));
    case "inquiry.reopened":
      return changeOpen(conversation, event, ({ inquiry }) => ({ inquiry }));
    case "inquiry.extended":
      return changeOpen(conversation, event, (open) => ({ ...open, inquiry: moveDeadline(open.inquiry, event) }));
    case "inquiry.amended":
      return changeOpen(conversation, event, (open) => ({ ...open, inquiry: amend(open.inquiry, event) }));
    case "inquiry.reminded":
    case "inquiry.escalated":
      return changeOpen(conversation, event, (open) => ({ ...open, inquiry: escalate(open.inquiry, event) }));
    case "inquiry.agreed":
    case "agreement.retracted":
      return changeOpen(conversation, event, (open) => ({ ...open, inquiry: changeAgreements(open.inquiry, event) }));
    case "inquiry.taken":
    case "inquiry.released":
    case "inquiry.assigned":
      return changeOpen(conversation, event, (open) => ({ ...open, inquiry: changeHolder(open.inquiry, event) }));
    case "inquiry.resolved": {
      const waiting = expectStatus(conversation, event, "parked", "external");
      return waiting.status === "parked" ? unpark(waiting, event) : close(waiting, event);
    }
    case "call.started":
    case "call.finished":
      return reportCall(expectStatus(conversation, event, "external"), event);
  }
}

function ask(conversation: Acting | Thinking | External, event: EventOf<"inquiry.asked">): Parked | External {
  if (conversation.status !== "external") return park(conversation, event);
  // Each ask is a message, which shows people who asked.
  const asked = addCounts(conversation, { messages: 1, places: 1 });
  return { ...asked, open: [...asked.open, { inquiry: event.inquiry }] };
}

function close(external: External, { inquiryId, resolution }: EventOf<"inquiry.resolved">): External {
  const closed = external.open.find(({ inquiry }) => inquiry.id === inquiryId)?.inquiry;
  const open = external.open.filter(({ inquiry }) => inquiry.id !== inquiryId);
  if (!closed?.approval?.singleUse || !isAllowed(closed, resolution)) return { ...external, open };
  const { id: conversationId, project, agent } = external;
  const record = { ...closed, conversationId, project, agent, status: resolution.type, resolution };
  return { ...external, open, allowed: lastAllowed([...(external.allowed ?? []), record]) };
}

/** Each commit writes them, and a program may never report; a call that is forgotten can no longer be started. */
const maxAllowed = 100;

/** One that is started is forgotten first: all that is lost is the report of its end. */
function lastAllowed(allowed: readonly InquiryRecord[]): readonly InquiryRecord[] {
  if (allowed.length <= maxAllowed) return allowed;
  const started = allowed.findIndex(({ call }) => call);
  return allowed.toSpliced(Math.max(started, 0), 1);
}

/** A call whose end is reported needs no further report. */
function reportCall(external: External, event: EventOf<"call.started" | "call.finished">): External {
  const { allowed: before = [], ...rest } = external;
  const allowed = before.flatMap((record) => {
    if (record.id !== event.inquiryId) return [record];
    if (event.type === "call.finished") return [];
    const { at: startedAt, starter } = event;
    return [{ ...record, call: { startedAt, ...(starter !== undefined && { starter }) } }];
  });
  return { ...rest, ...(allowed.length > 0 && { allowed }) };
}

/** The conversation after a change of one of its open inquiries. */
function changeOpen(
  conversation: Conversation,
  event: InquiryEvent & { readonly inquiryId: string },
  change: (open: OpenInquiry) => OpenInquiry,
): Parked | External {
  const waiting = expectStatus(conversation, event, "parked", "external");
  if (waiting.status === "external") {
    const open = waiting.open.map((one) => (one.inquiry.id === event.inquiryId ? change(one) : one));
    return { ...waiting, open };
  }
  const { inquiry, held, ...parked } = waiting;
  return { ...parked, ...change({ inquiry, ...(held && { held }) }) };
}

function park(conversation: Acting | Thinking, { inquiry }: EventOf<"inquiry.asked">): Parked {
  const run = inquiry.approval ? conversation.run : countAsk(conversation.run);
  const parked = { ...baseOf(conversation), status: "parked", run, inquiry } as const;
  if (conversation.status === "thinking") return { ...parked, queue: [], calls: 0 };
  const { queue, calls } = conversation;
  const { presentation: _p, editable: _e, ...call } = conversation.call;
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

function moveDeadline(before: Inquiry, { deadline }: EventOf<"inquiry.extended">): Inquiry {
  const { deadline: _, ...inquiry } = before;
  return { ...inquiry, ...(deadline !== undefined && { deadline }) };
}

function escalate(before: Inquiry, event: EventOf<"inquiry.reminded" | "inquiry.escalated">): Inquiry {
  const audience = event.audience && { audience: event.audience };
  if (event.type === "inquiry.reminded") return { ...before, ...audience, reminded: event.step };
  const { onDeadline: _o, ...inquiry } = before;
  return { ...inquiry, ...audience, deadline: event.deadline };
}

function changeAgreements(before: Inquiry, event: EventOf<"inquiry.agreed" | "agreement.retracted">): Inquiry {
  const { agreements = [], ...inquiry } = before;
  if (event.type === "inquiry.agreed") return { ...inquiry, agreements: [...agreements, event.agreement] };
  const rest = agreements.filter(({ by }) => by !== event.by);
  return { ...inquiry, ...(rest.length > 0 && { agreements: rest }) };
}

function changeHolder(
  before: Inquiry,
  event: EventOf<"inquiry.taken" | "inquiry.released" | "inquiry.assigned">,
): Inquiry {
  if (event.type === "inquiry.taken") return { ...before, takenBy: event.by };
  const { takenBy: _t, ...released } = before;
  if (event.type === "inquiry.released") return released;
  const { to, audience } = event;
  const { assignee: _a, ...inquiry } = released;
  return { ...inquiry, ...(to !== undefined && { assignee: to }), ...(audience && { audience }) };
}

function amend(before: Inquiry, { amended, at }: EventOf<"inquiry.amended">): Inquiry {
  // Nobody has agreed to what the asker changed.
  const { questions: _q, context: _c, approval: _a, deadline: _d, agreements: _g, ...inquiry } = before;
  return { ...inquiry, ...amended, amendedAt: at };
}

function unpark(parked: Parked, { trace, resolution }: EventOf<"inquiry.resolved">): Acting | Thinking {
  const { call, queue, calls, inquiry } = parked;
  const base = baseOf(parked);
  const {
    trace: _t,
    follows: _f,
    ...untraced
  } = inquiry.approval ? parked.run : rememberAsk(parked.run, inquiry, resolution);
  const unread = [...(parked.run.unread ?? []), inquiry.id];
  const run = { ...untraced, ...runTraces(trace, parked.run), unread };
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
