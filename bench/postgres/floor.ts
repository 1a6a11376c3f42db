import pg from "pg";
import { newConversationId } from "../../packages/server/src/conversation-id.ts";
import { createBatcher } from "../../packages/server/src/store/postgres/connection/batcher.ts";
import { createColumnTable } from "../../packages/server/src/store/postgres/connection/column-table.ts";
import { commitsPerCycle } from "../bench-runtime.ts";
import { floorChange } from "../floor-change.ts";

interface Change extends ReturnType<typeof floorChange> {
  readonly id: string;
  readonly version: number;
}

const changeTable = createColumnTable<Change>({
  id: ["text", "insert", ({ id }) => id],
  version: ["integer", "insert", ({ version }) => version],
  state: ["text", "insert", ({ state }) => state],
  event: ["text", "insert", ({ event }) => event],
  message: ["text", "insert", ({ message }) => message],
});

const statement = {
  name: "commit",
  text: `with input as (select * from ${changeTable.rows("t")}), written as (
    insert into conversations select id, version, state from input
    on conflict (id) do update set version = excluded.version, state = excluded.state
  ), logged as (insert into events (conversation_id, event) select id, event from input)
  insert into messages select id, version, message from input`,
};

/**
 * The lower bound: hand-written SQL for the same cycle with as many commits, each one statement and one round trip. Each
 * commit writes the row of the conversation, an event and a message; the row is read before an answer, and the transcript
 * for each of the two model calls. Checks, leases, queries for people and the model, which Askback adds, are left out.
 * `single` sends every statement by itself on many connections, `group` sends commits that wait together as one statement,
 * and `batched` does the same with reads.
 */
export function createFloor(url: string, mode: string, connections: number) {
  const pool = new pg.Pool({ connectionString: url, max: connections });

  async function send(changes: readonly Change[]): Promise<readonly undefined[]> {
    await pool.query({ ...statement, values: [...changeTable.parameters(changes)] });
    return changes.map(() => undefined);
  }

  async function readAll(ids: readonly string[]): Promise<readonly string[]> {
    const text = "select id, state from conversations where id = any($1::text[])";
    const { rows } = await pool.query({ name: "read", text, values: [ids] });
    const stateById = new Map<string, string>(rows.map(({ id, state }) => [id, state]));
    return ids.map((id) => stateById.get(id) ?? "");
  }

  async function readTranscripts(ids: readonly string[]): Promise<readonly unknown[][]> {
    const text = `select conversation_id, message from messages where conversation_id = any($1::text[])
      order by conversation_id, number`;
    const { rows } = await pool.query({ name: "messages", text, values: [ids] });
    const messagesById = new Map<string, unknown[]>(ids.map((id) => [id, []]));
    for (const { conversation_id, message } of rows) messagesById.get(conversation_id)?.push(JSON.parse(message));
    return [...messagesById.values()];
  }

  const commit = mode === "single" ? single(send) : batched(({ id }: Change) => id, send);
  const read = mode === "batched" ? batched((id: string) => id, readAll) : single(readAll);
  const readMessages = mode === "batched" ? batched((id: string) => id, readTranscripts) : single(readTranscripts);

  async function cycle(): Promise<void> {
    const id = newConversationId(Date.now());
    let state: string | undefined;
    for (let version = 1; version <= commitsPerCycle; version += 1) {
      if (version === 3) state = await read(id);
      const change = { id, version, ...floorChange(id, version, state) };
      state = change.state;
      await commit(change);
      if (version === 1 || version === 3) await readMessages(id);
    }
  }

  return { cycle, close: () => pool.end() };
}

/** Items that wait at the same moment are sent as one batch, as in Askback. */
function batched<Item, Value>(
  keyOf: (item: Item) => string,
  send: (items: readonly Item[]) => Promise<readonly Value[]>,
) {
  return createBatcher<Item, Value>({ keyOf, maxBatches: 4, maxSize: 200, send }).add;
}

const single =
  <Item, Value>(send: (items: readonly Item[]) => Promise<readonly Value[]>) =>
  async (item: Item): Promise<Value> =>
    (await send([item]))[0] as Value;
