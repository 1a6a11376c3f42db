import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../clock.ts";
import { ask, remove, start } from "../testing/wishes.ts";
import { createWorkbench } from "../testing/workbench.ts";
import { createPostgresStore } from "./postgres-store.ts";
import { freshSchema } from "./testing/fresh-schema.ts";

const key = { principal: "ana", inquiryId: "inq_a_1" };

async function asked() {
  const url = await freshSchema();
  const store = await createPostgresStore({ url, failed() {} });
  onTestFinished(() => store.close());
  const { performAll } = createWorkbench(store, systemClock);
  await performAll("conv_a", start(), ask());
  const [blocker, observer] = [await connected(url), await connected(url)];
  const [{ pid }] = (await blocker.query("select pg_backend_pid() as pid")).rows;
  /** Waits until somebody waits for the blocker. */
  async function isAwaited(): Promise<void> {
    const waiting = "select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))";
    while ((await observer.query(waiting, [pid])).rowCount === 0);
  }
  return { store, performAll, blocker, observer, isAwaited };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test("[MINE-2] a draft that is saved while its conversation is erased goes with it", async () => {
  const { performAll, blocker, observer, isAwaited } = await asked();
  await blocker.query("begin");
  await blocker.query("insert into personal_records (inquiry_id, principal, draft) values ('inq_a_1', 'ana', 'late')");
  const erased = performAll("conv_a", remove);
  await isAwaited();
  await blocker.query("commit");
  await erased;
  expect((await observer.query("select from personal_records")).rowCount).toBe(0);
});

test("[MINE-2] a draft that comes after an erasure that is not done yet is not kept", async () => {
  const { store, blocker, isAwaited } = await asked();
  await blocker.query("begin");
  await blocker.query("delete from inquiries where id = 'inq_a_1'");
  const saved = store.personal.saveDraft(key, "late");
  await isAwaited();
  await blocker.query("commit");
  expect(await saved).toBeUndefined();
});

test("[MINE-1] who saves a draft does not wait for a commit that changes the inquiry, nor keeps one waiting", async () => {
  const { store, blocker, observer } = await asked();
  await blocker.query("begin");
  await blocker.query("update inquiries set record = record where id = 'inq_a_1'");
  expect(await store.personal.saveDraft(key, "now")).toMatchObject({ sealed: "now" });
  await blocker.query("rollback; begin; select from inquiries where id = 'inq_a_1' for key share");
  await observer.query("update inquiries set record = record where id = 'inq_a_1'");
  await blocker.query("commit");
});
