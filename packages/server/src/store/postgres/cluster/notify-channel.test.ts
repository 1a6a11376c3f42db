import { expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "../connection/database.ts";
import { freshSchema } from "../testing/fresh-schema.ts";
import { createNotifyChannel } from "./notify-channel.ts";

const never = 3_600_000;

async function setUp(url: string) {
  const database = openDatabase({ url, onError() {} });
  let listener: ReturnType<Database["connect"]> | undefined;
  const connect: Database["connect"] = (limit) => {
    const client = database.connect(limit);
    listener ??= client;
    return client;
  };
  const notifyChannel = createNotifyChannel({ ...database, connect }, { pollMs: never, onError() {} });
  onTestFinished(async () => {
    await notifyChannel.close();
    await database.close();
  });
  await notifyChannel.started;
  if (!listener) throw new Error("no connection was opened");
  return { database, notifyChannel, listener };
}

test("[STORE-20] losing the listening connection counts as a connection loss", async () => {
  const { database, listener } = await setUp(await freshSchema());
  const { rows } = await (await listener).query("select pg_backend_pid() as pid");
  expect(database.connectionLosses()).toBe(0);
  await database.query("select pg_terminate_backend($1)", [rows[0].pid]);
  await expect.poll(() => database.connectionLosses()).toBeGreaterThan(0);
});

test("[SSE-6] a notification sent right before close still arrives", async () => {
  const url = await freshSchema();
  const [here, there] = [await setUp(url), await setUp(url)];
  const arrived = new Promise<void>((resolve) => {
    onTestFinished(there.notifyChannel.listen("askback_committed", () => resolve()));
  });
  here.notifyChannel.notifyCommitted();
  await here.notifyChannel.close();
  await arrived;
});
