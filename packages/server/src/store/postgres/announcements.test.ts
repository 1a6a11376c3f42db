import { expect, onTestFinished, test } from "vitest";
import { createAnnouncements } from "./announcements.ts";
import { type Database, openDatabase } from "./database.ts";
import { freshSchema } from "./testing/fresh-schema.ts";

const never = 3_600_000;

async function setUp(url: string) {
  const database = openDatabase({ url, failed() {} });
  let listener: ReturnType<Database["connect"]> | undefined;
  const connect: Database["connect"] = (limit) => {
    const client = database.connect(limit);
    listener ??= client;
    return client;
  };
  const announcements = createAnnouncements({ ...database, connect }, { pollMs: never, failed() {} });
  onTestFinished(async () => {
    await announcements.close();
    await database.close();
  });
  await announcements.started;
  if (!listener) throw new Error("nobody listens");
  return { database, announcements, listener };
}

test("[STORE-20] the loss of the connection that listens counts as a loss of the database", async () => {
  const { database, listener } = await setUp(await freshSchema());
  const { rows } = await (await listener).query("select pg_backend_pid() as pid");
  expect(database.losses()).toBe(0);
  await database.query("select pg_terminate_backend($1)", [rows[0].pid]);
  await expect.poll(() => database.losses()).toBeGreaterThan(0);
});

test("[SSE-6] what is announced right before the end is still heard", async () => {
  const url = await freshSchema();
  const [here, there] = [await setUp(url), await setUp(url)];
  const heard = new Promise<void>((resolve) => {
    onTestFinished(there.announcements.listen("askback_committed", () => resolve()));
  });
  here.announcements.announce();
  await here.announcements.close();
  await heard;
});
