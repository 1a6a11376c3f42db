import { isAllowed } from "../contracts/approval.ts";
import type { Audience } from "../model/audience.ts";
import type { AuditFact, AuditFacts, AuditType } from "../model/audit.ts";
import type { Conversation } from "../model/conversation.ts";
import type { Event, EventOf } from "../model/event.ts";
import type { Inquiry, OpenInquiry } from "../model/inquiry.ts";

export interface AuditedChange {
  readonly before: Conversation | undefined;
  readonly events: readonly Event[];
  readonly agent: string;
  /** The way by which the command came, such as `web`. */
  readonly via?: string | undefined;
  /** The key that let the person in. */
  readonly key?: string | undefined;
}

/** Returns what some events mean for the audit. Most events mean nothing. */
export function auditFacts(change: AuditedChange): readonly AuditFact[] {
  return change.events.flatMap((event) => factsOf(event, change));
}

function factsOf(event: Event, change: AuditedChange): readonly AuditFact[] {
  const { before, agent } = change;
  const given = wayFacts(change);
  switch (event.type) {
    case "inquiry.asked":
      return [askedFact(event.inquiry, event.at, agent)];
    case "conversation.forked":
      return [askedFact(event.state.inquiry, event.at, agent)];
    case "inquiry.superseded": {
      const { inquiry, at } = event;
      const resolved = { resolution: "superseded", agent, askedAt: at };
      return [askedFact(inquiry, at, agent), { type: "resolved", at, inquiryId: inquiry.id, facts: resolved }];
    }
    case "inquiry.amended":
      return [onInquiry("amended", event, { revision: event.amended.revision, ...given })];
    case "inquiry.extended":
      return [
        onInquiry("extended", event, { ...(event.deadline !== undefined && { deadline: event.deadline }), ...given }),
      ];
    case "inquiry.taken":
      return [onInquiry("taken", event, given)];
    case "inquiry.released":
      return [onInquiry("released", event, given)];
    case "inquiry.assigned": {
      const { to, audience } = event;
      return [
        onInquiry("assigned", event, { ...(to !== undefined && { to }), ...(audience && { isLetIn: true }), ...given }),
      ];
    }
    case "inquiry.reminded": {
      const { at, inquiryId, step, to } = event;
      return [{ type: "reminded", at, inquiryId, facts: { step, ...namesOf(to) } }];
    }
    case "inquiry.escalated": {
      const { at, inquiryId, to, deadline } = event;
      return [{ type: "escalated", at, inquiryId, facts: { deadline, ...namesOf(to) } }];
    }
    case "inquiry.agreed": {
      const { by, groups } = event.agreement;
      return [onInquiry("agreed", { ...event, by }, { ...namesOf({ groups }), ...given })];
    }
    case "agreement.retracted":
      return [onInquiry("agreement-retracted", event, given)];
    case "inquiry.held": {
      const { by } = event.held.resolution;
      return [onInquiry("held", { ...event, by }, { until: event.held.until, ...given })];
    }
    case "inquiry.reopened":
      return [onInquiry("retracted", event, given)];
    case "inquiry.resolved":
      return [resolvedFact(event, change)];
    case "model.replied":
      return consumedFacts(event, before);
    case "call.started":
      return [onInquiry("call-started", event, given)];
    case "call.finished":
      return [onInquiry("call-finished", event, given)];
    case "permission.granted": {
      const { id: permissionId, tool, by } = event.permission;
      return [{ type: "permission-granted", at: event.at, by, facts: { permissionId, tool, ...given } }];
    }
    case "permission.revoked": {
      const { at, by, permissionId } = event;
      return [{ type: "permission-revoked", at, by, facts: { permissionId, ...given } }];
    }
    case "tool.allowed": {
      const { at, permission, runId, callId } = event;
      if (!permission) return [];
      return [
        { type: "permission-used", at, by: permission.by, facts: { permissionId: permission.id, runId, callId } },
      ];
    }
    case "conversation.deleted":
      return [{ type: "deleted", at: event.at, by: event.by, facts: given }];
    default:
      return [];
  }
}

function wayFacts({ via, key }: AuditedChange): AuditFacts {
  return { ...(via !== undefined && { via }), ...(key !== undefined && { key }) };
}

function onInquiry(
  type: AuditType,
  { inquiryId, at, by }: { readonly inquiryId: string; readonly at: number; readonly by: string },
  facts: AuditFacts,
): AuditFact {
  return { type, at, inquiryId, by, facts };
}

/** Names as small values; those of an audience are no words that somebody wrote. */
function namesOf({ people, groups }: Audience = {}): AuditFacts {
  return {
    ...(people && people.length > 0 && { people: people.join(", ") }),
    ...(groups && groups.length > 0 && { groups: groups.join(", ") }),
  };
}

function askedFact({ id, origin, approval, deadline }: Inquiry, at: number, agent: string): AuditFact {
  return {
    type: "asked",
    at,
    inquiryId: id,
    ...(origin && { by: origin.by }),
    facts: { agent, kind: approval ? "approval" : "question", ...(deadline !== undefined && { deadline }) },
  };
}

/** A held answer resolves by time, so that the way by which it came is that of the entry before. */
function resolvedFact(event: EventOf<"inquiry.resolved">, change: AuditedChange): AuditFact {
  const { agent } = change;
  const { resolution, at, inquiryId } = event;
  const open = openOf(change, inquiryId);
  const runId = event.nextRunId ?? event.runId;
  const standing = resolution.type === "answered" ? resolution.standing : undefined;
  return {
    type: "resolved",
    at,
    inquiryId,
    ...("by" in resolution && { by: resolution.by }),
    facts: {
      resolution: resolution.type,
      agent,
      ...(open && { askedAt: open.inquiry.askedAt }),
      ...(open?.inquiry.approval && { allowed: isAllowed(open.inquiry, resolution) }),
      ...(open?.held && { held: true }),
      ...(runId !== undefined && { runId }),
      ...(standing !== undefined ? { standing, via: "standing" } : wayFacts(change)),
    },
  };
}

/** A standing answer resolves what the same commit has asked. */
function openOf({ before, events }: AuditedChange, inquiryId: string): OpenInquiry | undefined {
  for (const event of events)
    if (event.type === "inquiry.asked" && event.inquiry.id === inquiryId) return { inquiry: event.inquiry };
  switch (before?.status) {
    case "parked":
      return before;
    case "external":
      return before.open.find(({ inquiry }) => inquiry.id === inquiryId);
    default:
      return undefined;
  }
}

/** The model was called with the resolutions that it had not read before, and has replied. */
function consumedFacts(
  { at, runId, step }: EventOf<"model.replied">,
  before: Conversation | undefined,
): readonly AuditFact[] {
  const unread = before?.status === "thinking" ? (before.run.unread ?? []) : [];
  return unread.map((inquiryId) => ({ type: "consumed", at, inquiryId, facts: { runId, step } }));
}
