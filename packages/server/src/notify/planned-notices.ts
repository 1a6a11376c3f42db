import { randomBytes } from "node:crypto";
import {
  type Conversation,
  type Event,
  type InquiryChange,
  type InquiryRecord,
  inquiryChanges,
  type NotificationChanges,
  notificationIdOf,
} from "@askback/core";
import type { NewNotice, PersonalNoticeType } from "../store/notices.ts";
import { expandChannel } from "./deliver/expand.ts";
import type { WebhookKeys } from "./webhook/webhook-keys.ts";

/** The events of one commit, with the conversation before and after them. */
export interface Change {
  readonly before: Conversation | undefined;
  readonly after: Conversation;
  readonly events: readonly Event[];
  readonly expectedVersion: number;
  /** What the events did to notifications. */
  readonly notifications: NotificationChanges;
}

type Receivers = Pick<WebhookKeys, "urlOf" | "receiversOf">;
type Receiver = Pick<NewNotice, "endpoint" | "recipient" | "url">;

/** The notices of a commit, one for each thing that happened to an inquiry and each webhook that is told of it. */
export function plannedNotices(
  webhooks: Receivers,
  { before, after, events, expectedVersion }: Change,
): readonly NewNotice[] {
  const isErased = events.some(({ type }) => type === "conversation.deleted");
  return inquiryChanges(before, events).flatMap((change) =>
    receiversOf(webhooks, after, change.record).map((receiver) => ({
      ...receiver,
      ...contentOf(change, isErased, receiver),
      // Random, since another history, such as one after a restore, has other events under the same version.
      id: newId(),
      version: expectedVersion + change.index + 1,
      channel: "webhook",
      project: after.project,
    })),
  );
}

/** The notices of a commit by which the receivers of its project are told of runs that failed or paused, and of what became of them. */
export function plannedRunNotices(
  { receiversOf }: Pick<WebhookKeys, "receiversOf">,
  { after: { project }, events, expectedVersion, notifications: { raised, settled } }: Change,
): readonly NewNotice[] {
  // What is erased takes its notifications with it.
  if (events.some(({ type }) => type === "conversation.deleted")) return [];
  const told = [
    ...raised.map(({ id, actionStatus, raisedAt, settledAt = raisedAt }) =>
      actionStatus === "pending"
        ? ({ id, type: "notification.raised", at: raisedAt } as const)
        : ({ id, type: "notification.settled", at: settledAt } as const),
    ),
    ...settled.map(({ id, settledAt }) => ({ id, type: "notification.settled", at: settledAt }) as const),
  ];
  return told
    .filter(({ id }) => !isAboutInquiry(id))
    .flatMap(({ id, type, at }) =>
      receiversOf(project).map((recipient) => ({
        id: newId(),
        version: expectedVersion + events.length,
        channel: "webhook",
        endpoint: endpointOf(project, recipient),
        recipient,
        project,
        type,
        at,
        notificationId: id,
      })),
    );
}

/**
 * The notices by which people are told, one for each notification that a commit raised or settled; it is expanded into
 * deliveries later. What is erased tells nobody, and an answer that can still be taken back changes nothing elsewhere.
 */
export function plannedExpansions({ after, events, expectedVersion, notifications }: Change): readonly NewNotice[] {
  if (events.some(({ type }) => ["conversation.deleted", "inquiry.held", "inquiry.reopened"].includes(type))) return [];
  const version = expectedVersion + events.length;
  const at = events.at(-1)?.at ?? 0;
  const of = (type: PersonalNoticeType, id: string): NewNotice => ({
    id: newId(),
    version,
    channel: expandChannel,
    endpoint: expandChannel,
    recipient: "",
    project: after.project,
    type,
    at,
    notificationId: id,
    ...(isAboutInquiry(id) && { inquiryId: resourceOf(id) }),
  });
  const reasonsOf = (id: string) => notifications.reasons?.find((one) => one.id === id)?.reasons;
  return [
    ...notifications.raised.map(({ id, actionStatus }): NewNotice => {
      // What was raised and settled at once may have been told before.
      if (actionStatus !== "pending") return of("notification.settled", id);
      const reasons = reasonsOf(id);
      return { ...of("notification.raised", id), ...(reasons && { reasons }) };
    }),
    ...notifications.settled.map(({ id }) => of("notification.settled", id)),
  ];
}

/** The inquiry or run that a notification is about, whose id it has in its own. */
function resourceOf(notificationId: string): string {
  return notificationId.slice(notificationIdOf("").length);
}

function isAboutInquiry(notificationId: string): boolean {
  return resourceOf(notificationId).startsWith("inq_");
}

function newId(): string {
  return `ntc_${randomBytes(16).toString("hex")}`;
}

/** The address that came with the ask, those of the keys that asked and that started the conversation, and those of the project. */
function receiversOf(
  { urlOf, receiversOf: ofProject }: Receivers,
  { project, createdBy }: Conversation,
  { origin }: InquiryRecord,
): readonly Receiver[] {
  const url = origin?.webhook;
  const names = [...new Set([origin?.by ?? createdBy, createdBy])];
  const keys = names.filter((name) => ![undefined, url].includes(urlOf({ project, name })));
  return [
    ...(origin && url !== undefined ? [{ endpoint: `url:${new URL(url).origin}`, recipient: origin.by, url }] : []),
    ...[...keys, ...ofProject(project)].map((name) => ({ endpoint: endpointOf(project, name), recipient: name })),
  ];
}

function endpointOf(project: string, name: string): string {
  return `key:${project}/${name}`;
}

function contentOf({ type, at, record }: InquiryChange, isErased: boolean, { recipient }: Receiver) {
  if (isErased) return { type, at, record: withoutContent(record) };
  const told = withoutHeldWords(record);
  return { type, at, inquiryId: record.id, record: told.origin?.by === recipient ? told : withoutState(told) };
}

/** Only its asker reads a state, which may be long. */
function withoutState(record: InquiryRecord): InquiryRecord {
  if (record.origin?.state === undefined) return record;
  const { state: _, ...origin } = record.origin;
  return { ...record, origin };
}

/** Only its author sees a held answer, which may still be taken back. */
function withoutHeldWords(record: InquiryRecord): InquiryRecord {
  if (!record.held) return record;
  const { comment: _c, input: _i, ...resolution } = record.held.resolution;
  return { ...record, held: { until: record.held.until, resolution: { ...resolution, answers: [] } } };
}

/** What may be told of an inquiry whose content is erased in the same commit. */
function withoutContent(record: InquiryRecord): InquiryRecord {
  const { id, revision, contract, callId, askedAt, conversationId, project, agent, status, resolution } = record;
  const ending = resolution?.type === "withdrawn" ? { resolution } : {};
  return { id, revision, contract, callId, askedAt, conversationId, project, agent, status, questions: [], ...ending };
}
