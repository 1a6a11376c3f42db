import type { Conversation, PauseReason } from "../model/conversation.ts";
import type { Event } from "../model/event.ts";
import type { FailureKind } from "../model/failure.ts";
import type { GatedCall, InquiryRecord } from "../model/inquiry.ts";
import type { Resolution } from "../model/resolution.ts";
import { nameInWords } from "./agent-profile.ts";
import { failureWords } from "./failure-words.ts";
import { type NotificationReason, notificationReasons } from "./notification-reason.ts";

export const notificationTypes = ["agent_question", "agent_run_failed", "agent_run_paused"] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** `completed`: a person did what it asks for. `withdrawn`: nobody has to any more. */
export const actionStatuses = ["pending", "completed", "withdrawn"] as const;
export type ActionStatus = (typeof actionStatuses)[number];

export const importances = ["important", "normal"] as const;
export type Importance = (typeof importances)[number];

/** A notification tells people that something waits for them: an inquiry, or a run that failed or paused. */
export interface Notification {
  readonly id: string;
  readonly conversationId: string;
  readonly project: string;
  readonly agent: string;
  readonly type: NotificationType;
  readonly title: string;
  readonly message: string;
  /** Why a run failed, for those who say it in another language than English. */
  readonly failureKind?: FailureKind;
  /** The notification was caused by a run, or by the conversation of a program that runs elsewhere. */
  readonly sourceType: "agent_run" | "conversation";
  readonly sourceId: string;
  /** What it is about. */
  readonly relatedResourceType: "agent_question" | "agent_run";
  readonly relatedResourceId: string;
  readonly importance: Importance;
  /** The answers of which one is picked; where that is not enough, there is the address of a page instead. */
  readonly actions?: readonly { readonly label: string; readonly value: string }[];
  readonly actionUrl?: string;
  readonly actionStatus: ActionStatus;
  /** When people last had a reason to look at it. */
  readonly raisedAt: number;
  readonly settledAt?: number;
}

export interface SettledNotification {
  readonly id: string;
  readonly actionStatus: Exclude<ActionStatus, "pending">;
  readonly settledAt: number;
}

/** The notifications that some events raised, and those that they settled. */
export interface NotificationChanges {
  readonly raised: readonly Notification[];
  readonly settled: readonly SettledNotification[];
  /** Why some were raised again; of the others everybody is told for whom they wait. */
  readonly reasons?: readonly { readonly id: string; readonly reasons: readonly NotificationReason[] }[];
}

/** The id of the notification about an inquiry or a run, whose id it has in it. */
export function notificationIdOf(resourceId: string): string {
  return `ntf_${resourceId}`;
}

/** Gathers what each event does to notifications; an event comes with the conversation before and after it, and the inquiry that it changed. */
export function gatherNotifications() {
  const raised = new Map<string, Notification>();
  const settled = new Map<string, SettledNotification>();
  const reasons = new Map<string, readonly NotificationReason[]>();

  function raise(notification: Notification): void {
    settled.delete(notification.id);
    reasons.delete(notification.id);
    raised.set(notification.id, notification);
  }
  function raiseAgain(notification: Notification, added: readonly NotificationReason[]): void {
    const { id } = notification;
    // A notification that the same commit raised for everybody stays one for everybody.
    if (!raised.has(id) || reasons.has(id)) reasons.set(id, [...(reasons.get(id) ?? []), ...added]);
    raised.set(id, notification);
  }
  function settle(change: SettledNotification): void {
    const own = raised.get(change.id);
    if (own) raised.set(change.id, { ...own, ...change });
    else settled.set(change.id, change);
  }

  return {
    add(before: Conversation | undefined, after: Conversation, event: Event, record: InquiryRecord | undefined): void {
      const halted = haltedRun(before);
      if (halted !== undefined && haltedRun(after) !== halted) {
        const actionStatus = after.status === "deleted" ? "withdrawn" : "completed";
        settle({ id: notificationIdOf(halted), actionStatus, settledAt: event.at });
      }
      const notification = runNotification(after, event) ?? (record && raisedByInquiry(record, event));
      if (notification) raise(notification);
      const again = record ? notificationReasons(record, event) : [];
      if (record && again.length > 0) raiseAgain({ ...inquiryNotification(record), raisedAt: event.at }, again);
      const actionStatus = settledStatus(event);
      if (actionStatus && record) settle({ id: notificationIdOf(record.id), actionStatus, settledAt: event.at });
    },
    changes: (): NotificationChanges => ({
      raised: [...raised.values()],
      settled: [...settled.values()],
      ...(reasons.size > 0 && { reasons: [...reasons].map(([id, given]) => ({ id, reasons: given })) }),
    }),
  };
}

/** A fork asks anew what it was forked from. An inquiry that was superseded at once was never shown to anybody. */
function raisedByInquiry(record: InquiryRecord, { type }: Event): Notification | undefined {
  switch (type) {
    case "conversation.forked":
    case "inquiry.asked":
    case "inquiry.amended":
    case "inquiry.reopened":
      return inquiryNotification(record);
    default:
      return undefined;
  }
}

function settledStatus(event: Event): SettledNotification["actionStatus"] | undefined {
  if (event.type === "inquiry.held") return "completed";
  return event.type === "inquiry.resolved" ? statusAfter(event.resolution) : undefined;
}

/** The id of the run that waits for a person to look at it; a sub-agent's parent looks at the sub-agent's. */
function haltedRun(conversation: Conversation | undefined): string | undefined {
  if (conversation?.status !== "failed" && conversation?.status !== "paused") return undefined;
  return conversation.parent ? undefined : conversation.run.id;
}

function statusAfter({ type }: Resolution): SettledNotification["actionStatus"] {
  switch (type) {
    case "answered":
    case "answered-in-chat":
    case "delegated":
    case "declined":
    case "dismissed":
      return "completed";
    case "expired":
    case "superseded":
    case "withdrawn":
      return "withdrawn";
  }
}

/** Makes the notification of an inquiry that is asked, amended or opened again. */
export function inquiryNotification(record: InquiryRecord): Notification {
  const { id, conversationId, project, agent, runId, questions, approval, askedAt, amendedAt } = record;
  const [question] = questions;
  const isPick = questions.length === 1 && question && !question.multiSelect && question.options.length > 0;
  return {
    id: notificationIdOf(id),
    conversationId,
    project,
    agent,
    type: "agent_question",
    title: `${approval ? "Approval request" : "Agent question"} from ${agent}`,
    message: approval ? approvalTitle(approval) : questions.map(({ text }) => text).join("\n"),
    ...(runId === undefined
      ? { sourceType: "conversation", sourceId: conversationId }
      : { sourceType: "agent_run", sourceId: runId }),
    relatedResourceType: "agent_question",
    relatedResourceId: id,
    importance: "important",
    ...(isPick
      ? { actions: question.options.map(({ label, value }) => ({ label, value: value ?? label })) }
      : { actionUrl: `/q/${encodeURIComponent(id)}` }),
    actionStatus: "pending",
    raisedAt: amendedAt ?? askedAt,
  };
}

/** Says what would run on what, without the name that programs know it by. */
function approvalTitle({ tool, presentation }: GatedCall): string {
  return presentation?.title ?? `Run ${nameInWords(tool)}?`;
}

const pauseReasons: Readonly<Record<PauseReason, string>> = {
  "step-limit": "It has reached its limit of steps.",
  answered: "Its question is answered, and it goes on when somebody resumes it.",
};

function runNotification(after: Conversation, event: Event): Notification | undefined {
  if (event.type !== "run.failed" && event.type !== "run.paused") return undefined;
  if (after.parent) return undefined;
  const { id: conversationId, project, agent } = after;
  const isFailed = event.type === "run.failed";
  return {
    id: notificationIdOf(event.runId),
    conversationId,
    project,
    agent,
    type: isFailed ? "agent_run_failed" : "agent_run_paused",
    title: `${agent} ${isFailed ? "failed" : "paused"}`,
    message: isFailed ? failureWords(event.error.kind) : pauseReasons[event.reason],
    ...(isFailed && event.error.kind !== undefined && { failureKind: event.error.kind }),
    sourceType: "agent_run",
    sourceId: event.runId,
    relatedResourceType: "agent_run",
    relatedResourceId: event.runId,
    importance: isFailed ? "important" : "normal",
    actionUrl: `/c/${encodeURIComponent(conversationId)}`,
    actionStatus: "pending",
    raisedAt: event.at,
  };
}
