import {
  countOf,
  type Event,
  type InquiryRecord,
  type Message,
  type Notification,
  projectedFiles,
  type RunRecord,
  type SettledNotification,
  stateFormat,
} from "@askback/core";
import type { NewAuditEntry } from "../../audit/audit.ts";
import { requiredFiles } from "../../files.ts";
import type { NewNotice } from "../../notices.ts";
import type { Commit } from "../../store.ts";
import {
  auditTableColumns,
  conversationColumns,
  eventColumns,
  inquiryColumns,
  messageColumns,
  noticeColumns,
  notificationColumns,
  runColumns,
} from "../columns.ts";
import { createColumnTable } from "../connection/column-table.ts";

/** The number of a commit in its group; it joins a commit with its events, messages and records. */
interface InGroup {
  readonly ord: number;
}

interface CommitRow extends InGroup {
  readonly commit: Commit;
  readonly conversation: Commit["projection"]["conversation"];
  readonly version: number;
  readonly stateFormat: number;
  readonly erases: boolean;
}

const ord = ["integer", "input", (row: InGroup) => row.ord] as const;

// Each table goes on numbering parameters where the one before ends.
export const commitTable = createColumnTable<CommitRow>({
  ord,
  ...conversationColumns,
  expected: ["integer", "input", ({ commit }) => commit.expectedVersion],
  epoch: ["bigint", "input", ({ commit }) => commit.epoch],
  due: ["bigint", "input", ({ commit }) => commit.dueAt],
  claim_owner: ["text", "input", ({ commit }) => commit.claim?.owner],
  claim_ms: ["bigint", "input", ({ commit }) => commit.claim?.leaseMs],
  erases: ["boolean", "input", ({ erases }) => erases],
  principal: ["text", "input", ({ commit }) => commit.reply?.principal],
  route: ["text", "input", ({ commit }) => commit.reply?.route],
  key: ["text", "input", ({ commit }) => commit.reply?.key],
  fingerprint: ["text", "input", ({ commit }) => commit.reply?.fingerprint],
  reply_status: ["integer", "input", ({ commit }) => commit.reply?.status],
  body: ["text", "input", ({ commit }) => commit.reply?.body],
  lasting: ["boolean", "input", ({ commit }) => commit.reply?.lasting ?? false],
});

export const eventTable = createColumnTable<InGroup & { readonly version: number; readonly event: Event }>(
  { ord, ...eventColumns },
  commitTable.nextParameter,
);

export const messageTable = createColumnTable<
  InGroup & { readonly message: Message; readonly place: number | undefined }
>({ ord, ...messageColumns }, eventTable.nextParameter);

/** Messages of earlier commits that get their place in the model's transcript now. */
export const placementTable = createColumnTable<InGroup & { readonly number: number; readonly place: number }>(
  {
    ord,
    number: ["integer", "input", ({ number }) => number],
    place: ["integer", "input", ({ place }) => place],
  },
  messageTable.nextParameter,
);

export const inquiryTable = createColumnTable<InGroup & { readonly inquiry: InquiryRecord }>(
  { ord, ...inquiryColumns },
  placementTable.nextParameter,
);

export const runTable = createColumnTable<InGroup & { readonly run: RunRecord }>(
  { ord, ...runColumns },
  inquiryTable.nextParameter,
);

/** The files that a commit's messages and answers refer to. */
export const fileTable = createColumnTable<InGroup & { readonly fileId: string; readonly isRequired: boolean }>(
  {
    ord,
    file_id: ["text", "input", ({ fileId }) => fileId],
    is_required: ["boolean", "input", ({ isRequired }) => isRequired],
  },
  runTable.nextParameter,
);

export const noticeTable = createColumnTable<InGroup & { readonly notice: NewNotice }>(
  { ord, ...noticeColumns },
  fileTable.nextParameter,
);

export const notificationTable = createColumnTable<InGroup & { readonly notification: Notification }>(
  { ord, ...notificationColumns },
  noticeTable.nextParameter,
);

/** Notifications of earlier commits. */
export const settledTable = createColumnTable<InGroup & { readonly settled: SettledNotification }>(
  {
    ord,
    id: ["text", "input", ({ settled }) => settled.id],
    action_status: ["text", "input", ({ settled }) => settled.actionStatus],
    settled_at: ["bigint", "input", ({ settled }) => settled.settledAt],
  },
  notificationTable.nextParameter,
);

export const auditTable = createColumnTable<InGroup & { readonly entry: NewAuditEntry; readonly place: number }>(
  { ord, place: ["integer", "input", ({ place }) => place], ...auditTableColumns },
  settledTable.nextParameter,
);

/** The last parameter is the time, which only tests give. */
export const nowParameter = `$${auditTable.nextParameter}`;

/** The parameters of the commit statement for a group of commits. */
export function commitParameters(commits: readonly Commit[], now: number | null): readonly unknown[] {
  const rows = commits.map(rowsOf);
  return [
    ...commitTable.parameters(rows.map(({ commit }) => commit)),
    ...eventTable.parameters(rows.flatMap(({ events }) => events)),
    ...messageTable.parameters(rows.flatMap(({ messages }) => messages)),
    ...placementTable.parameters(rows.flatMap(({ placements }) => placements)),
    ...inquiryTable.parameters(rows.flatMap(({ inquiries }) => inquiries)),
    ...runTable.parameters(rows.flatMap(({ runs }) => runs)),
    ...fileTable.parameters(rows.flatMap(({ files }) => files)),
    ...noticeTable.parameters(rows.flatMap(({ notices }) => notices)),
    ...notificationTable.parameters(rows.flatMap(({ notifications }) => notifications)),
    ...settledTable.parameters(rows.flatMap(({ settled }) => settled)),
    ...auditTable.parameters(rows.flatMap(({ audit }) => audit)),
    now,
  ];
}

const nothingStored = { messages: [], inquiries: [], runs: [], notifications: { raised: [], settled: [] } };

function rowsOf(commit: Commit, ord: number) {
  const { projection, events, expectedVersion } = commit;
  const { conversation, placements } = projection;
  const erases = events.some(({ type }) => type === "conversation.deleted");
  // A commit that erases writes no content, and of its events only the one that records the deletion.
  const stored = erases ? nothingStored : projection;
  const placeById = new Map(placements.map(({ messageId, place }) => [messageId, place]));
  const messages = stored.messages.map((message) => {
    const place = placeById.get(message.id);
    placeById.delete(message.id);
    return { ord, message, place };
  });
  const required = requiredFiles(commit);
  return {
    commit: { ord, commit, conversation, version: expectedVersion + events.length, stateFormat, erases },
    events: events
      .map((event, index) => ({ ord, event, version: expectedVersion + index + 1 }))
      .filter(({ event }) => !erases || event.type === "conversation.deleted"),
    messages,
    placements: erases ? [] : [...placeById].map(([messageId, place]) => ({ ord, number: countOf(messageId), place })),
    inquiries: stored.inquiries.map((inquiry) => ({ ord, inquiry })),
    runs: stored.runs.map((run) => ({ ord, run })),
    notices: (commit.notices ?? []).map((notice) => ({ ord, notice })),
    notifications: stored.notifications.raised.map((notification) => ({ ord, notification })),
    settled: stored.notifications.settled.map((settled) => ({ ord, settled })),
    audit: (commit.audit ?? []).map((entry, place) => ({ ord, entry, place })),
    files: projectedFiles(stored).map((fileId) => ({ ord, fileId, isRequired: required.includes(fileId) })),
  };
}
