import { type InquiryRecord, type Message, stateFormat } from "@askback/core";
import type { StoredConversation, TranscriptStart } from "../../store.ts";
import { StateTooNew } from "../../store-unavailable.ts";
import { readStoredState } from "../../stored-state.ts";
import { createBatcher } from "../connection/batcher.ts";
import type { Database, Row } from "../connection/database.ts";
import { namedRecordSql } from "./named-record.ts";

const limits = { maxBatches: 2, maxSize: 200 };

interface Transcript extends TranscriptStart {
  readonly id: string;
}

/**
 * The reads of every step of a conversation. Those that wait at the same moment share one statement, as commits do. Rows
 * are looked up by lateral joins: a generic plan made while the tables were small would scan them.
 */
export function createBatchedReads(database: Database) {
  const selectConversations = database.prepared(
    "askback_load",
    `select found.* from unnest($1::text[]) as wanted (id)
     cross join lateral (
       select id, state, version, state_format, ${namedRecordSql} as named_record from conversations where id = wanted.id offset 0
     ) as found`,
  );
  const selectInquiries = database.prepared(
    "askback_inquiry",
    `select found.* from unnest($1::text[]) as wanted (id)
     cross join lateral (
       select id, record, (select state_format from conversations c where c.id = conversation_id) as state_format
       from inquiries where id = wanted.id offset 0
     ) as found`,
  );
  const selectTranscripts = database.prepared(
    "askback_model_messages",
    `select ord, message, place
     from unnest($1::integer[], $2::text[], $3::integer[], $4::integer[]) as wanted (ord, id, first, edge)
     cross join lateral (
       select message, place from messages where conversation_id = id and number >= first and place > edge order by place
     ) as found`,
  );

  const rowsById = (select: (values: readonly unknown[]) => Promise<readonly Row[]>) => {
    const batcher = createBatcher<string, Row | undefined>({
      ...limits,
      async send(ids) {
        const rows = await select([ids]);
        const rowById = new Map(rows.map((row) => [row.id, row]));
        return ids.map((id) => rowById.get(id));
      },
    });
    // PostgreSQL rejects a parameter that contains NUL, and no stored id contains one.
    return async (id: string) => (id.includes("\0") ? undefined : batcher.add(id));
  };
  const conversation = rowsById(selectConversations);
  const inquiry = rowsById(selectInquiries);

  const transcripts = createBatcher<Transcript, readonly Message[]>({
    ...limits,
    async send(wanted) {
      const rows = await selectTranscripts([
        wanted.map((_, ord) => ord),
        wanted.map(({ id }) => id),
        wanted.map(({ from }) => from),
        wanted.map(({ through }) => through),
      ]);
      const found = wanted.map((): Message[] => []);
      for (const row of rows) found[Number(row.ord)]?.push(rowToMessage(row));
      return found;
    },
  });

  return {
    load: async (id: string) => rowToStored(await conversation(id)),
    async inquiry(id: string): Promise<InquiryRecord | undefined> {
      const row = await inquiry(id);
      if (row) requireKnownFormat(row);
      return row && (JSON.parse(String(row.record)) as InquiryRecord);
    },
    modelMessages: (id: string, start: TranscriptStart) => transcripts.add({ id, ...start }),
  };
}

export function rowToMessage(row: Row): Message {
  const message = JSON.parse(String(row.message)) as Message;
  return row.place === null ? message : { ...message, place: Number(row.place) };
}

function rowToStored(row: Row | undefined): StoredConversation | undefined {
  if (!row) return undefined;
  requireKnownFormat(row);
  return { conversation: readStoredState(row), version: Number(row.version) };
}

/** Refuses the row of a newer version, which is met during an upgrade; a retry may reach a server of that version. */
function requireKnownFormat(row: Row): void {
  if (Number(row.state_format) > stateFormat)
    throw new StateTooNew("a newer Askback has written this conversation, and this server cannot read it", {
      code: "newer-state-format",
    });
}
