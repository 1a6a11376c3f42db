import type { LiveText, SharedLiveText, SharedLiveTexts } from "../../store.ts";
import type { Database, Row } from "../connection/database.ts";
import { nowSql, withoutNul } from "../connection/sql-values.ts";
import type { NotifyChannel } from "./notify-channel.ts";

/** A text that was not refreshed for so long belongs to a server that vanished. */
const expiryMs = 15_000;
/** Transactions may become visible a little out of order. */
const overlapMs = 1_000;

/** Live text in an unlogged table: it has no value after a crash. */
export function createSharedLiveTexts(
  database: Database,
  notifyChannel: Pick<NotifyChannel, "listen" | "senderId">,
): SharedLiveTexts {
  const publish = database.prepared(
    "askback_publish_texts",
    `with changed as (
       insert into live_texts (conversation_id, project, run_id, step, attempt, text, updated_at)
       select *, ${nowSql("null")}
       from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::text[]) as t (id)
       order by id collate "C"
       on conflict (conversation_id) do update set run_id = excluded.run_id, step = excluded.step,
         attempt = excluded.attempt, text = excluded.text, updated_at = excluded.updated_at
         -- A server that lost its lease may still stream an attempt that another server has already repeated.
         where live_texts.run_id <> excluded.run_id
           or (live_texts.step, live_texts.attempt) <= (excluded.step, excluded.attempt)
     ),
     ended as (
       delete from live_texts using unnest($7::text[], $8::text[], $9::integer[], $10::integer[]) as e (id, run_id, step, attempt)
       where conversation_id = e.id and live_texts.run_id = e.run_id and live_texts.step = e.step and live_texts.attempt = e.attempt
     ),
     expired as (delete from live_texts where updated_at < ${nowSql("null")} - ${4 * expiryMs})
     select pg_notify('askback_texts', $11)`,
  );
  const selectSince = database.prepared(
    "askback_texts_since",
    // A row may outlive its stream for a moment, so the conversation's status decides.
    `select t.conversation_id, t.project, t.run_id, t.step, t.attempt, t.updated_at,
       case when t.updated_at > $1 then t.text end as text
     from live_texts t join conversations c on c.id = t.conversation_id and c.status = 'thinking'
     where t.updated_at > ${nowSql("null")} - ${expiryMs}`,
  );
  const selectOne = database.prepared(
    "askback_text_of",
    `select * from live_texts where conversation_id = $1 and updated_at > ${nowSql("null")} - ${expiryMs}`,
  );

  return {
    async publish(changed, ended) {
      await publish([
        ...columns(changed, ["conversationId", "project", "runId", "step", "attempt"]),
        changed.map(({ text }) => withoutNul(text)),
        ...columns(ended, ["conversationId", "runId", "step", "attempt"]),
        notifyChannel.senderId,
      ]);
    },
    async readSince(since) {
      const rows = await selectSince([since - overlapMs]);
      const streams = rows.map(
        (row): SharedLiveText => ({
          ...rowToStream(row),
          ...(row.text != null && { text: String(row.text) }),
        }),
      );
      return { now: Math.max(since, ...rows.map(({ updated_at }) => Number(updated_at))), streams };
    },
    async read(conversationId) {
      const [row] = await selectOne([conversationId]);
      return row && { ...rowToStream(row), text: String(row.text) };
    },
    subscribe: (listener) => notifyChannel.listen("askback_texts", listener),
  };
}

function rowToStream(row: Row): Omit<LiveText, "text"> {
  return {
    conversationId: String(row.conversation_id),
    project: String(row.project),
    runId: String(row.run_id),
    step: Number(row.step),
    attempt: Number(row.attempt),
  };
}

function columns(texts: readonly LiveText[], names: readonly (keyof LiveText)[]): unknown[][] {
  return names.map((name) => texts.map((text) => text[name]));
}
