import { randomBytes } from "node:crypto";
import pg from "pg";
import { type Finding, failed, ok } from "../../check-finding.ts";
import { type DatabaseUrls, type Query, withoutApplicationName } from "../connection/database.ts";
import { explainConnectionError } from "../connection/pg-errors.ts";
import { checkClock, checkConnections, checkDurability, checkVersion } from "./check-settings.ts";
import { checkPermissions, checkTables } from "./check-tables.ts";

export interface CheckOptions extends DatabaseUrls {
  /** How long to wait for a notification to arrive. */
  readonly notifyTimeoutMs?: number;
  /** This machine's clock. */
  readonly now?: () => number;
}

const connectionTimeoutMs = 10_000;
const queryTimeoutMs = 10_000;

/** Checks a database as a server would use it; changes nothing, and shows no password. */
export async function checkPostgres(options: CheckOptions): Promise<readonly Finding[]> {
  const { url, directUrl, notifyTimeoutMs = 3_000, now = Date.now } = options;
  const main = await connect("database", url);
  if (!main.client) return [main.finding];
  const query = queryOf(main.client);
  const direct = await connect(directUrl === undefined ? "listener" : "direct URL", directUrl ?? url);
  const checks: readonly [string, () => Promise<Finding>][] = [
    ["version", () => checkVersion(query)],
    ["tables", () => checkTables(query)],
    ["permissions", () => checkPermissions(query)],
    ["clock", () => checkClock(query, now)],
    ["durability", () => checkDurability(query)],
    ["connections", () => checkConnections(query)],
  ];
  const findings = [main.finding];
  try {
    for (const [name, check] of checks) findings.push(await check().catch((error) => failedCheck(name, error)));
    if (!direct.client || directUrl !== undefined) findings.push(direct.finding);
    if (direct.client) {
      const listener = { client: direct.client, isPastPooler: directUrl !== undefined, timeoutMs: notifyTimeoutMs };
      findings.push(await checkListen(listener, query).catch((error) => failedCheck("LISTEN", error)));
    }
    return findings;
  } finally {
    await Promise.all([main.client.end(), direct.client?.end()]);
  }
}

async function connect(
  check: string,
  url: string,
): Promise<{ readonly client?: pg.Client; readonly finding: Finding }> {
  const began = performance.now();
  let client: pg.Client | undefined;
  try {
    // The constructor throws where the URL names a certificate that does not exist.
    client = new pg.Client({
      connectionString: withoutApplicationName(url),
      application_name: "askback doctor",
      connectionTimeoutMillis: connectionTimeoutMs,
      query_timeout: queryTimeoutMs,
    });
    // A broken connection shows in the query that it fails.
    client.on("error", () => {});
    await client.connect();
    const connected = performance.now();
    const database = await client.query("select current_database() as name");
    // The first query of a connection fills its caches, so the second one is timed.
    const warm = performance.now();
    await client.query("select 1");
    const answered = performance.now();
    const times = `connected in ${tenths(connected - began)} ms, a query takes ${tenths(answered - warm)} ms`;
    return { client, finding: ok(check, `${database.rows[0]?.name} on ${addressOf(url)}: ${times}`) };
  } catch (error) {
    await client?.end().catch(() => {});
    const { found, advice } = explainConnectionError(error);
    return { finding: failed(check, `${addressOf(url)}: ${found}`, advice) };
  }
}

function queryOf(client: pg.Client): Query {
  return async (sql, values = []) => (await client.query(sql, [...values])).rows;
}

/** Host and port alone, because the rest of the URL contains the password. */
function addressOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? (hostname || "localhost")}:${port || 5432}`;
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

function failedCheck(check: string, error: unknown): Finding {
  const { found, advice } = explainConnectionError(error);
  return failed(check, found, advice);
}

interface Listener {
  readonly client: pg.Client;
  readonly isPastPooler: boolean;
  readonly timeoutMs: number;
}

/** Checks that a notification sent on one connection arrives on another, as between servers. */
async function checkListen({ client, isPastPooler, timeoutMs }: Listener, query: Query): Promise<Finding> {
  const channel = `askback_doctor_${randomBytes(8).toString("hex")}`;
  let timer: NodeJS.Timeout | undefined;
  const arrived = new Promise<boolean>((resolve) => {
    client.on("notification", (notification) => notification.channel === channel && resolve(true));
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  try {
    await client.query(`listen ${channel}`);
    const began = performance.now();
    await query("select pg_notify($1, '')", [channel]);
    if (await arrived) return ok("LISTEN", `a notification arrives in ${Math.round(performance.now() - began)} ms`);
    return failed(
      "LISTEN",
      `a notification did not arrive within ${timeoutMs} ms`,
      isPastPooler
        ? "ASKBACK_DATABASE_DIRECT_URL must lead to the same database as ASKBACK_DATABASE_URL, and past every pooler."
        : "ASKBACK_DATABASE_URL leads through a pooler in transaction mode: set ASKBACK_DATABASE_DIRECT_URL to an address past it.",
    );
  } finally {
    clearTimeout(timer);
  }
}
