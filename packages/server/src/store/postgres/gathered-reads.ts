import { type Conversation, type Message, stateFormat } from "@askback/core";
import type { Stored, SummaryEdge } from "../store.ts";
import { StateTooNew } from "../store-unavailable.ts";
import type { Database, Row } from "./database.ts";
import { createGrouping } from "./grouping.ts";

const lanes = 2;
const largest = 200;

interface Transcript extends SummaryEdge {
  readonly id: string;
}

/**
 * What every step of a conversation reads. Those who read at the same moment share one statement, as commits do. Each is
 * looked up in a part of its own: a plan that was made while the tables were small, and kept, would read them whole.
 */
export function createGatheredReads(database: Database) {
  const selectConversations = database.prepared(
    "askback_load",
    `select found.* from unnest($1::text[]) as wanted (id)
     cross join lateral (
       select id, state, version, state_format from conversations where id = wanted.id offset 0
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

  const conversations = createGrouping<string, Row | undefined>({
    lanes,
    largest,
    async send(ids) {
      const rows = await selectConversations([ids]);
      const rowById = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => rowById.get(id));
    },
  });

  const transcripts = createGrouping<Transcript, readonly Message[]>({
    lanes,
    largest,
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
    // PostgreSQL cannot hold such an id, and would refuse to look for it.
    load: async (id: string) => (id.includes("\0") ? undefined : rowToStored(await conversations.add(id))),
    modelMessages: (id: string, edge: SummaryEdge) => transcripts.add({ id, ...edge }),
  };
}

export function rowToMessage(row: Row): Message {
  const message = JSON.parse(String(row.message)) as Message;
  return row.place === null ? message : { ...message, place: Number(row.place) };
}

function rowToStored(row: Row | undefined): Stored | undefined {
  if (!row) return undefined;
  // During an upgrade: a server of the new version can, and who tries again may get there.
  if (Number(row.state_format) > stateFormat)
    throw new StateTooNew("a newer Askback has written this conversation, and this server cannot read it", {
      code: "newer-state-format",
    });
  return { conversation: JSON.parse(String(row.state)) as Conversation, version: Number(row.version) };
}
