import pg from "pg";
import { type Finding, failed, ok } from "../finding.ts";
import { withoutName } from "./application-name.ts";
import { checkListen } from "./checkup-listen.ts";
import { checkClock, checkConnections, checkDurability, checkKind } from "./checkup-settings.ts";
import { checkRights, checkTables } from "./checkup-tables.ts";
import type { Query } from "./database.ts";
import { wordsForUnreachable } from "./unreachable.ts";

export interface CheckupOptions {
  readonly url: string;
  readonly directUrl?: string;
  /** How long to wait for an announcement to arrive. */
  readonly patienceMs?: number;
  /** This machine's clock. */
  readonly now?: () => number;
}

const connectionTimeoutMs = 5_000;
const queryTimeoutMs = 10_000;

/** Looks at a database as a server would use it; changes nothing, and shows no password. */
export async function checkPostgres(options: CheckupOptions): Promise<readonly Finding[]> {
  const { url, directUrl, patienceMs = 3_000, now = Date.now } = options;
  const main = await reach("database", url);
  if (!main.client) return [main.finding];
  const query = queryOf(main.client);
  const direct = await reach(directUrl === undefined ? "listener" : "direct URL", directUrl ?? url);
  const checks: readonly [string, () => Promise<Finding>][] = [
    ["version", () => checkKind(query)],
    ["tables", () => checkTables(query)],
    ["permissions", () => checkRights(query)],
    ["clock", () => checkClock(query, now)],
    ["durability", () => checkDurability(query)],
    ["connections", () => checkConnections(query)],
  ];
  const findings = [main.finding];
  try {
    for (const [name, check] of checks) findings.push(await check().catch((error) => broken(name, error)));
    if (!direct.client || directUrl !== undefined) findings.push(direct.finding);
    if (direct.client) {
      const listening = checkListen({
        listener: direct.client,
        query,
        isPastPooler: directUrl !== undefined,
        patienceMs,
      });
      findings.push(await listening.catch((error) => broken("LISTEN", error)));
    }
    return findings;
  } finally {
    await Promise.all([main.client.end(), direct.client?.end()]);
  }
}

async function reach(check: string, url: string): Promise<{ readonly client?: pg.Client; readonly finding: Finding }> {
  const began = performance.now();
  let client: pg.Client | undefined;
  try {
    // Here too: a URL may name a certificate that is not there.
    client = new pg.Client({
      connectionString: withoutName(url),
      application_name: "askback doctor",
      connectionTimeoutMillis: connectionTimeoutMs,
      query_timeout: queryTimeoutMs,
    });
    // A connection that breaks shows in the query that it breaks.
    client.on("error", () => {});
    await client.connect();
    const connected = performance.now();
    const place = await client.query("select current_database() as name");
    // The first query of a connection fills its caches; the next one is like all that follow.
    const warm = performance.now();
    await client.query("select 1");
    const answered = performance.now();
    const times = `connected in ${tenths(connected - began)} ms, a query takes ${tenths(answered - warm)} ms`;
    return { client, finding: ok(check, `${place.rows[0]?.name} on ${addressOf(url)}: ${times}`) };
  } catch (error) {
    await client?.end().catch(() => {});
    const { found, advice } = wordsForUnreachable(error);
    return { finding: failed(check, `${addressOf(url)}: ${found}`, advice) };
  }
}

function queryOf(client: pg.Client): Query {
  return async (sql, values = []) => (await client.query(sql, [...values])).rows;
}

/** Host and port alone: the rest of a URL holds the password. */
function addressOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? (hostname || "localhost")}:${port || 5432}`;
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

function broken(check: string, error: unknown): Finding {
  const { found, advice } = wordsForUnreachable(error);
  return failed(check, found, advice);
}
