import pg from "pg";
import { onTestFinished } from "vitest";

/** A connection that is closed when the test ends. */
export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A connection whose transactions block others, one to observe with, and a wait until `count` others are blocked. */
export async function openBlocker(url: string) {
  const [blocker, observer] = [await openClient(url), await openClient(url)];
  const [{ pid }] = (await blocker.query("select pg_backend_pid() as pid")).rows;
  const blocked = "select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))";
  async function untilBlocked(count = 1): Promise<void> {
    while ((await observer.query(blocked, [pid])).rowCount !== count);
  }
  return { blocker, observer, untilBlocked };
}
