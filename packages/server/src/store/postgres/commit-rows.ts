import { type Conversation, countOf, stateFormat } from "@askback/core";
import { askedIn, saidIn, searchableText } from "../searchable.ts";
import type { Commit } from "../store.ts";
import { binaryArray, type ElementType, type Value } from "./binary-array.ts";

/** The types of the columns of each part, as the commit statement names them. */
const types = {
  commit: [
    ...["integer", "text", "integer", "bigint", "integer", "text"],
    ...["integer", "text", "text", "text", "text", "text", "text"],
    ...["bigint", "text", "bigint", "boolean"],
    ...["text", "text", "text", "text", "integer", "text"],
  ],
  events: ["integer", "integer", "text"],
  messages: ["integer", "integer", "integer", "text", "text"],
  placements: ["integer", "integer", "integer"],
  inquiries: ["integer", "text", "text", "text", "text", "bigint", "text", "text", "text", "text"],
  runs: ["integer", "text", "integer", "text"],
} as const satisfies Record<string, readonly ElementType[]>;

/** The parameters of the commit statement: for each of its columns the values of all commits. */
export function commitParameters(commits: readonly Commit[]): readonly Buffer[] {
  const rows = commits.map((commit, ord) => rowsOf(commit, ord));
  return [
    ...columns(
      types.commit,
      rows.map(({ commit }) => commit),
    ),
    ...(["events", "messages", "placements", "inquiries", "runs"] as const).flatMap((part) =>
      columns(
        types[part],
        rows.flatMap((row): readonly (readonly Value[])[] => row[part]),
      ),
    ),
  ];
}

function columns(of: readonly ElementType[], rows: readonly (readonly Value[])[]): readonly Buffer[] {
  return of.map((type, column) =>
    binaryArray(
      type,
      rows.map((row) => row[column] ?? null),
    ),
  );
}

function rowsOf(commit: Commit, ord: number) {
  const { projection, events, expectedVersion, epoch, dueAt, claim, reply } = commit;
  const { conversation, placements } = projection;
  const { id, status, agent, project, parent, createdBy } = conversation;
  const erases = events.some(({ type }) => type === "conversation.deleted");
  // What an erasure would remove at once is not written; of its events only the one that says so stays.
  const kept = erases ? { messages: [], inquiries: [], runs: [] } : projection;
  const placeById = new Map(placements.map(({ messageId, place }) => [messageId, place]));
  const messages = kept.messages.map((message) => {
    const place = message.place ?? placeById.get(message.id) ?? null;
    placeById.delete(message.id);
    return [ord, message.number, place, storable(saidIn(message)), JSON.stringify(message)];
  });
  return {
    commit: [
      ...[ord, id, expectedVersion, epoch ?? null, expectedVersion + events.length, JSON.stringify(conversation)],
      ...[stateFormat, status, agent, project, parent?.conversationId ?? null, foldedTitle(conversation), createdBy],
      ...[dueAt ?? null, claim?.owner ?? null, claim?.leaseMs ?? null, erases],
      ...[reply?.principal ?? null, reply?.route ?? null, reply?.key ?? null],
      ...[reply?.fingerprint ?? null, reply?.status ?? null, reply?.body ?? null],
    ],
    events: events
      .map((event, index) => ({ event, version: expectedVersion + index + 1 }))
      .filter(({ event }) => !erases || event.type === "conversation.deleted")
      .map(({ event, version }) => [ord, version, JSON.stringify(event)]),
    messages,
    placements: erases ? [] : [...placeById].map(([messageId, place]) => [ord, countOf(messageId), place]),
    inquiries: kept.inquiries.map((record) => {
      const { resolution } = record;
      const resolvedBy = resolution && "by" in resolution ? resolution.by : null;
      const { id: inquiryId, runId, agent: asker, status: state, askedAt } = record;
      return [
        ord,
        inquiryId,
        runId,
        asker,
        state,
        askedAt,
        createdBy,
        resolvedBy,
        storable(askedIn(record)),
        JSON.stringify(record),
      ];
    }),
    runs: kept.runs.map((record) => [ord, record.id, countOf(record.id), JSON.stringify(record)]),
  };
}

function foldedTitle({ title }: Conversation): string | null {
  return title === undefined ? null : storable(searchableText(title));
}

/** PostgreSQL takes every character but this one; in JSON it is escaped. */
export function storable<Text extends string | null>(text: Text): Text {
  return (text?.replaceAll("\0", "") ?? null) as Text;
}
