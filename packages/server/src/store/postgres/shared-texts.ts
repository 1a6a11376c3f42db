import type { LiveText, SharedText, SharedTexts } from "../store.ts";
import type { Announcements } from "./announcements.ts";
import { storable } from "./commit-rows.ts";
import { nowMs } from "./commit-sql.ts";
import type { Database, Row } from "./database.ts";

/** A text that was not shared again for so long belongs to a server that vanished. */
const forgottenAfterMs = 15_000;
/** Transactions may become visible a little out of order. */
const overlapMs = 1_000;

/** Live text in a table that is not logged: it is worth nothing after a crash. */
export function createSharedTexts(
  database: Database,
  announcements: Pick<Announcements, "listen" | "speaker">,
): SharedTexts {
  const share = database.prepared(
    "askback_share_texts",
    `with changed as (
       insert into live_texts (conversation_id, project, run_id, step, attempt, text, updated_at)
       select *, ${nowMs("null")}
       from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::text[]) as t (id)
       order by id collate "C"
       on conflict (conversation_id) do update set run_id = excluded.run_id, step = excluded.step,
         attempt = excluded.attempt, text = excluded.text, updated_at = excluded.updated_at
         -- A server that lost its lease goes on for a while with an attempt that another has begun again.
         where live_texts.run_id <> excluded.run_id
           or (live_texts.step, live_texts.attempt) <= (excluded.step, excluded.attempt)
     ),
     ended as (
       delete from live_texts using unnest($7::text[], $8::text[], $9::integer[], $10::integer[]) as e (id, run_id, step, attempt)
       where conversation_id = e.id and live_texts.run_id = e.run_id and live_texts.step = e.step and live_texts.attempt = e.attempt
     ),
     forgotten as (delete from live_texts where updated_at < ${nowMs("null")} - ${4 * forgottenAfterMs})
     select pg_notify('askback_texts', $11)`,
  );
  const look = database.prepared(
    "askback_look_at_texts",
    // A conversation that goes on with something else has no text that streams, whatever its server has yet to say.
    `select t.conversation_id, t.project, t.run_id, t.step, t.attempt, t.updated_at,
       case when t.updated_at > $1 then t.text end as text
     from live_texts t join conversations c on c.id = t.conversation_id and c.status = 'thinking'
     where t.updated_at > ${nowMs("null")} - ${forgottenAfterMs}`,
  );
  const textOf = database.prepared(
    "askback_text_of",
    `select * from live_texts where conversation_id = $1 and updated_at > ${nowMs("null")} - ${forgottenAfterMs}`,
  );

  return {
    async share(changed, ended) {
      await share([
        ...columns(changed, ["conversationId", "project", "runId", "step", "attempt"]),
        changed.map(({ text }) => storable(text)),
        ...columns(ended, ["conversationId", "runId", "step", "attempt"]),
        announcements.speaker,
      ]);
    },
    async look(since) {
      const rows = await look([since - overlapMs]);
      const streams = rows.map(
        (row): SharedText => ({
          ...rowToStream(row),
          ...(row.text != null && { text: String(row.text) }),
        }),
      );
      return { now: Math.max(since, ...rows.map(({ updated_at }) => Number(updated_at))), streams };
    },
    async textOf(conversationId) {
      const [row] = await textOf([conversationId]);
      return row && { ...rowToStream(row), text: String(row.text) };
    },
    onShared: (listener) => announcements.listen("askback_texts", listener),
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
