import { setTimeout } from "node:timers/promises";
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

/** Makes the database of one schema write no new pages for a while, as a full disk does, whoever asks for them. */
const fillDisk = (schema: string) => `
  create function ${schema}.refuse() returns event_trigger language plpgsql as
    $$ begin if current_schema() = '${schema}' then raise exception 'could not extend file' using errcode = '53100'; end if; end $$;
  create event trigger ${schema}_full on ddl_command_start when tag in ('CREATE TABLE AS') execute function ${schema}.refuse()`;

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

test("[OPS-20] PostgreSQL: on a full disk the store is unavailable for as long as it is full, although nobody writes", async () => {
  const url = await freshSchema();
  const schema = String((await runSql(url, "select current_schema() as name"))[0]?.name);
  const { store, perform } = await openTestStore(async (clock) => createPostgresStore({ url, clock, onError() {} }));
  await runSql(url, `${breakDisk("53100")}; ${fillDisk(schema)}`);
  try {
    await expect(perform("conv_a", start())).rejects.toMatchObject({ code: "53100" });
    // Longer than a server is not ready after one failed write.
    const until = performance.now() + 6_000;
    while (performance.now() < until) {
      expect(store.whyUnavailable?.()).toMatchObject({ code: "53100" });
      await setTimeout(200);
    }
  } finally {
    await runSql(url, `drop event trigger ${schema}_full; drop function fail cascade`);
  }
  await expect.poll(() => store.whyUnavailable?.()).toBeUndefined();
});
