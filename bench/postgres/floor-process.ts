import pg from "pg";
import { newConversationId } from "../../packages/server/src/conversation-id.ts";
import { binaryArray } from "../../packages/server/src/store/postgres/binary-array.ts";
import { createGrouping } from "../../packages/server/src/store/postgres/grouping.ts";
import { commitsPerCycle } from "../cycle.ts";
import { floorChange } from "../floor-change.ts";
import { cyclesWithin, type Order, type Report } from "./crew.ts";
import { obey } from "./orders.ts";

/**
 * What hand-written SQL does for the same cycle with as many commits, each one statement and one round trip: a
 * conversation's row with its state, a row for the event and one for the message in each commit; the row read back where
 * an answer finds nothing in memory, and the transcript for each of the two model calls.
 * No checks, no leases, no queries for people, no model: everything that Askback adds is missing.
 * `single` sends everything by itself on many connections, `group` sends the commits that wait together as one statement,
 * and `gathered` does so with the reads as well.
 */
const [url = "", mode = "single", connections = "1"] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: Number(connections) });

interface Change extends ReturnType<typeof floorChange> {
  readonly id: string;
  readonly version: number;
}

const statement = {
  name: "commit",
  text: `with input as (
    select * from unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::text[]) as t (id, version, state, event, message)
  ), written as (
    insert into conversations select id, version, state from input
    on conflict (id) do update set version = excluded.version, state = excluded.state
  ), logged as (insert into events (conversation_id, event) select id, event from input)
  insert into messages select id, version, message from input`,
};

async function send(changes: readonly Change[]): Promise<readonly undefined[]> {
  const texts = (key: "id" | "state" | "event" | "message") => changes.map((change) => change[key]);
  const versions = changes.map(({ version }) => version);
  const values = [
    binaryArray("text", texts("id")),
    binaryArray("integer", versions),
    ...(["state", "event", "message"] as const).map((key) => binaryArray("text", texts(key))),
  ];
  await pool.query({ ...statement, values });
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

/** What waits at the same moment travels together, as in Askback. */
function gathered<Piece, Value>(
  keyOf: (piece: Piece) => string,
  send: (pieces: readonly Piece[]) => Promise<readonly Value[]>,
) {
  return createGrouping<Piece, Value>({ keyOf, lanes: 4, largest: 200, send }).add;
}

const alone =
  <Piece, Value>(send: (pieces: readonly Piece[]) => Promise<readonly Value[]>) =>
  async (piece: Piece): Promise<Value> =>
    (await send([piece]))[0] as Value;

const commit = mode === "single" ? alone(send) : gathered(({ id }: Change) => id, send);
const read = mode === "gathered" ? gathered((id: string) => id, readAll) : alone(readAll);
const readMessages = mode === "gathered" ? gathered((id: string) => id, readTranscripts) : alone(readTranscripts);

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

obey<Order, Report>({}, async (order) => {
  switch (order.type) {
    case "cycle":
      return { cycles: await cyclesWithin(order, cycle) };
    case "answer":
      throw new Error("the floor calls no model");
    case "stop":
      await pool.end();
      return {};
  }
});
