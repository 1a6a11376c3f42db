import {
  assigneeOf,
  type Conversation,
  countOf,
  type Event,
  type InquiryRecord,
  listedStatus,
  type Message,
  type Notification,
  type RunRecord,
} from "@askback/core";
import type { NewAuditEntry } from "../audit/audit.ts";
import { type NewNotice, whyColumn } from "../notices.ts";
import { smallerNotificationRow } from "../notifications.ts";
import { inquiryToSearchText, messageToSearchText, toSearchText } from "../search-text.ts";
import { waitsForColumn } from "../waits-for.ts";
import type { Columns } from "./connection/column-table.ts";
import { withoutNul } from "./connection/sql-values.ts";

/** The columns that commits and imports both write; the state and what an import takes from the conversation's row are not among them. */
export const conversationColumns: Columns<{
  readonly conversation: Conversation;
  readonly version: number;
  readonly stateFormat: number;
}> = {
  id: ["text", "insert", ({ conversation }) => conversation.id],
  version: ["integer", "upsert", ({ version }) => version],
  state_format: ["integer", "upsert", ({ stateFormat }) => stateFormat],
  status: ["text", "upsert", ({ conversation }) => listedStatus(conversation)],
  agent: ["text", "insert", ({ conversation }) => conversation.agent],
  project: ["text", "insert", ({ conversation }) => conversation.project],
  parent: ["text", "insert", ({ conversation }) => conversation.parent?.conversationId],
  title_folded: [
    "text",
    "upsert",
    ({ conversation: { title } }) => (title === undefined ? null : withoutNul(toSearchText(title))),
  ],
  created_by: ["text", "insert", ({ conversation }) => conversation.createdBy],
};

/** A row of the log, with the version of the last of its events. */
export const eventColumns: Columns<{ readonly version: number; readonly events: readonly Event[] }> = {
  version: ["integer", "insert", ({ version }) => version],
  event: ["text", "insert", ({ events }) => JSON.stringify(events)],
};

/** `place` is that of a message which is recorded and delivered to the model in one commit. */
export const messageColumns: Columns<{ readonly message: Message; readonly place?: number | undefined }> = {
  number: ["integer", "insert", ({ message }) => message.number],
  place: ["integer", "insert", ({ message, place }) => message.place ?? place],
  said: ["text", "insert", ({ message }) => withoutNul(messageToSearchText(message))],
  message: ["text", "insert", ({ message }) => JSON.stringify(message)],
};

export const inquiryColumns: Columns<{ readonly inquiry: InquiryRecord }> = {
  id: ["text", "insert", ({ inquiry }) => inquiry.id],
  run_id: ["text", "insert", ({ inquiry }) => inquiry.runId ?? ""],
  agent: ["text", "insert", ({ inquiry }) => inquiry.agent],
  status: ["text", "upsert", ({ inquiry }) => inquiry.status],
  asked_at: ["bigint", "insert", ({ inquiry }) => inquiry.askedAt],
  resolved_by: [
    "text",
    "upsert",
    ({ inquiry: { resolution } }) => (resolution && "by" in resolution ? resolution.by : null),
  ],
  waits_for: ["text", "upsert", ({ inquiry }) => waitsForColumn(inquiry)],
  assigned_to: ["text", "upsert", ({ inquiry }) => assigneeOf(inquiry)],
  asked: ["text", "upsert", ({ inquiry }) => withoutNul(inquiryToSearchText(inquiry))],
  record: ["text", "upsert", ({ inquiry }) => JSON.stringify(inquiry)],
};

export const runColumns: Columns<{ readonly run: RunRecord }> = {
  id: ["text", "insert", ({ run }) => run.id],
  ended_order: ["integer", "insert", ({ run }) => countOf(run.id)],
  record: ["text", "insert", ({ run }) => JSON.stringify(run)],
};

export const noticeColumns: Columns<{ readonly notice: NewNotice }> = {
  id: ["text", "insert", ({ notice }) => notice.id],
  inquiry_id: ["text", "insert", ({ notice }) => notice.inquiryId],
  version: ["integer", "insert", ({ notice }) => notice.version],
  channel: ["text", "insert", ({ notice }) => notice.channel],
  endpoint: ["text", "insert", ({ notice }) => notice.endpoint],
  recipient: ["text", "insert", ({ notice }) => notice.recipient],
  project: ["text", "insert", ({ notice }) => notice.project],
  url: ["text", "insert", ({ notice }) => notice.url],
  type: ["text", "insert", ({ notice }) => notice.type],
  at: ["bigint", "insert", ({ notice }) => notice.at],
  record: ["text", "insert", ({ notice }) => JSON.stringify(notice.record ?? null)],
  notification_id: ["text", "insert", ({ notice }) => notice.notificationId],
  follows: ["text", "insert", ({ notice }) => notice.follows],
  why: ["text", "insert", ({ notice }) => whyColumn(notice)],
};

export const notificationColumns: Columns<{ readonly notification: Notification }> = {
  id: ["text", "insert", ({ notification }) => notification.id],
  run_id: ["text", "insert", ({ notification }) => smallerNotificationRow(notification).run_id],
  project: ["text", "insert", ({ notification }) => notification.project],
  action_status: ["text", "upsert", ({ notification }) => notification.actionStatus],
  raised_at: ["bigint", "upsert", ({ notification }) => notification.raisedAt],
  settled_at: ["bigint", "upsert", ({ notification }) => notification.settledAt],
  record: ["text", "upsert", ({ notification }) => smallerNotificationRow(notification).record],
};

export const auditTableColumns: Columns<{ readonly entry: NewAuditEntry }> = {
  project: ["text", "insert", ({ entry }) => entry.project],
  type: ["text", "insert", ({ entry }) => entry.type],
  at: ["bigint", "insert", ({ entry }) => entry.at],
  conversation_id: ["text", "insert", ({ entry }) => entry.conversationId],
  inquiry_id: ["text", "insert", ({ entry }) => entry.inquiryId],
  actor: ["text", "insert", ({ entry }) => entry.by],
  facts: ["text", "insert", ({ entry }) => JSON.stringify(entry.facts)],
};
