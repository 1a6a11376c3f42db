import { randomBytes } from "node:crypto";
import { type Conversation, type Event, type InquiryChange, type InquiryRecord, inquiryChanges } from "@askback/core";
import type { NewNotice } from "../store/notices.ts";
import type { WebhookKeys } from "./webhook/webhook-keys.ts";

/** The events of one commit, with the conversation before and after them. */
export interface Change {
  readonly before: Conversation | undefined;
  readonly after: Conversation;
  readonly events: readonly Event[];
  readonly expectedVersion: number;
}

type Receiver = Pick<NewNotice, "endpoint" | "recipient" | "url">;

/** The notices of a commit, one for each thing that happened to an inquiry and each webhook that is told of it. */
export function plannedNotices(
  webhooks: Pick<WebhookKeys, "urlOf">,
  { before, after, events, expectedVersion }: Change,
): readonly NewNotice[] {
  const isErased = events.some(({ type }) => type === "conversation.deleted");
  return inquiryChanges(before, events).flatMap((change) =>
    receiversOf(webhooks, after, change.record).map((receiver) => ({
      ...receiver,
      ...toldOf(change, isErased),
      // Random, since another history, such as one after a restore, has other events under the same version.
      id: `ntc_${randomBytes(16).toString("hex")}`,
      version: expectedVersion + change.index + 1,
      channel: "webhook",
      project: after.project,
    })),
  );
}

/** The address that came with the ask, and those of the keys that asked and that started the conversation. */
function receiversOf(
  { urlOf }: Pick<WebhookKeys, "urlOf">,
  { project, createdBy }: Conversation,
  { origin }: InquiryRecord,
): readonly Receiver[] {
  const url = origin?.webhook;
  const names = [...new Set([origin?.by ?? createdBy, createdBy])];
  const keys = names.filter((name) => ![undefined, url].includes(urlOf({ project, name })));
  return [
    ...(origin && url !== undefined ? [{ endpoint: `url:${new URL(url).origin}`, recipient: origin.by, url }] : []),
    ...keys.map((name) => ({ endpoint: `key:${project}/${name}`, recipient: name })),
  ];
}

function toldOf({ type, at, record }: InquiryChange, isErased: boolean) {
  return isErased
    ? { type, at, record: withoutContent(record) }
    : { type, at, inquiryId: record.id, record: withoutHeldWords(record) };
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
