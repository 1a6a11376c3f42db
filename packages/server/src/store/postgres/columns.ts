import {
  type Conversation,
  countOf,
  type Event,
  type InquiryRecord,
  listedStatus,
  type Message,
  type RunRecord,
} from "@askback/core";
import type { NewNotice } from "../notices.ts";
import { inquiryToSearchText, messageToSearchText, toSearchText } from "../search-text.ts";
import type { Columns } from "./connection/column-table.ts";
import { withoutNul } from "./connection/sql-values.ts";

/** The columns that commits and imports both write; what an import takes from the conversation's row is not among them. */
export const conversationColumns: Columns<{
  readonly conversation: Conversation;
  readonly version: number;
  readonly stateFormat: number;
}> = {
  id: ["text", "insert", ({ conversation }) => conversation.id],
  version: ["integer", "upsert", ({ version }) => version],
  state: ["text", "upsert", ({ conversation }) => JSON.stringify(conversation)],
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

export const eventColumns: Columns<{ readonly version: number; readonly event: Event }> = {
  version: ["integer", "insert", ({ version }) => version],
  event: ["text", "insert", ({ event }) => JSON.stringify(event)],
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
  record: ["text", "insert", ({ notice }) => JSON.stringify(notice.record)],
};
