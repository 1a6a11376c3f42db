import { activeRun, conversationIdOf, type RunRecord } from "@askback/core";
import { allMessages } from "../../page.ts";
import type { Reply, ReplyKey } from "../../store.ts";
import type { Database, Row } from "../connection/database.ts";
import { createBatchedReads, rowToMessage } from "./batched-reads.ts";

/** The reading side of the store on PostgreSQL. */
export function createQueries(unchecked: Database) {
  const database = withNulCheck(unchecked);
  const batched = createBatchedReads(unchecked);
  const selectMessages = database.prepared(
    "askback_messages_in",
    "select message, place from messages where conversation_id = $1 and number between $2 and $3 order by number",
  );
  const selectRun = database.prepared("askback_run", "select record from ended_runs where id = $1");
  const selectRuns = database.prepared(
    "askback_runs",
    "select record from ended_runs where conversation_id = $1 order by ended_order",
  );
  const selectReply = database.prepared(
    "askback_reply",
    "select fingerprint, status, body from replies where principal = $1 and route = $2 and key = $3",
  );

  /** The current run is part of its conversation; it gets a row of its own when it ends. */
  async function currentRun(conversationId: string): Promise<RunRecord | undefined> {
    const stored = await batched.load(conversationId);
    return stored && activeRun(stored.conversation);
  }

  return {
    load: batched.load,
    modelMessages: batched.modelMessages,
    messages: async (id: string, { from, through } = allMessages) =>
      (await selectMessages([id, from, through])).map(rowToMessage),
    inquiry: batched.inquiry,
    async run(id: string) {
      const ended = rowToRun((await selectRun([id]))[0]);
      if (ended) return ended;
      const current = await currentRun(conversationIdOf(id) ?? "");
      return current?.id === id ? current : undefined;
    },
    async runs(id: string) {
      const ended = (await selectRuns([id])).flatMap((row) => rowToRun(row) ?? []);
      const current = await currentRun(id);
      return current && !ended.some((run) => run.id === current.id) ? [...ended, current] : ended;
    },
    async reply({ principal, route, key }: ReplyKey): Promise<Reply | undefined> {
      const [row] = await selectReply([principal, route, key]);
      return row && { fingerprint: String(row.fingerprint), status: Number(row.status), body: String(row.body) };
    },
  };
}

/** PostgreSQL rejects a parameter that contains NUL; as no stored text contains one, such a query finds nothing. */
export function withNulCheck({ query, prepared }: Database): Pick<Database, "query" | "prepared"> {
  const isStorable = (values: readonly unknown[]) => !values.some((value) => String(value).includes("\0"));
  return {
    query: async (sql, values = []) => (isStorable(values) ? query(sql, values) : []),
    prepared(name, sql) {
      const run = prepared(name, sql);
      return async (values) => (isStorable(values) ? run(values) : []);
    },
  };
}

function rowToRun(row: Row | undefined): RunRecord | undefined {
  return row && (JSON.parse(String(row.record)) as RunRecord);
}
