import { expect, test } from "vitest";
import { finish, start } from "../../testing/commands.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { createPostgresStore } from "../store.ts";
import { freshSchema } from "../testing/fresh-schema.ts";
import { runSql } from "../testing/run-sql.ts";

/** Makes every insert into the log fail as PostgreSQL does on such a disk. */
const breakDisk = (state: string) => `
  create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '${state}'; end $$;
  create trigger fail before insert on events for each row execute function fail()`;

const reasonByState = {
  "58030": /input or output errors/,
  XX001: /damaged/,
  "53100": /disk of the database is full/,
};

test("[OPS-20] PostgreSQL: while its disk fails writes are rejected as unavailable, the store says why, and then both recover", async () => {
  const url = await freshSchema();
  const { store, perform, performAll } = await openTestStore(async (clock) =>
    createPostgresStore({ url, clock, onError() {} }),
  );
  await performAll("conv_a", start());
  for (const [state, reason] of Object.entries(reasonByState)) {
    await runSql(url, breakDisk(state));
    const unavailable = { name: "StoreUnavailable", code: state, reason: expect.stringMatching(reason) };
    await expect(perform("conv_a", finish())).rejects.toMatchObject(unavailable);
    expect(store.whyUnavailable?.()).toMatchObject(unavailable);
    expect(await store.load("conv_a")).toMatchObject({ version: 4 });
    await runSql(url, "drop function fail cascade");
  }
  expect(await perform("conv_a", finish())).toMatchObject({ ok: true });
  await expect.poll(() => store.whyUnavailable?.()).toBeUndefined();
});
