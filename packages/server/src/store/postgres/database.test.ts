import { expect, onTestFinished, test } from "vitest";
import { type DatabaseOptions, openDatabase } from "./database.ts";
import { freshSchema } from "./testing/fresh-schema.ts";

async function setUp(options: Partial<DatabaseOptions> = {}) {
  const database = openDatabase({ url: await freshSchema(), failed() {}, ...options });
  onTestFinished(() => database.close());
  return database;
}

/** Fails with a state so many times; what a sequence has given is not taken back. */
const failing = (state: string, times: number) =>
  `do $$ begin if nextval('attempts') <= ${times} then raise exception 'no' using errcode = '${state}'; end if; end $$`;

test.each(["40P01", "40001"])(
  "[STORE-17] a statement that others stood in the way of (%s) is sent again, but not for ever",
  async (code) => {
    const { query } = await setUp();
    await query("create sequence attempts");
    await query(failing(code, 5));
    expect(await query("select last_value from attempts")).toEqual([{ last_value: "6" }]);
    await expect(query(failing(code, 1_000))).rejects.toMatchObject({ code });
  },
);
