import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { StoreUnavailable } from "../../store-unavailable.ts";
import { freshSchema } from "../testing/fresh-schema.ts";
import { type DatabaseOptions, openDatabase } from "./database.ts";

async function setUp(options: Partial<DatabaseOptions> = {}) {
  const database = openDatabase({ url: await freshSchema(), onError() {}, ...options });
  onTestFinished(() => database.close());
  return database;
}

/** Fails so many times with a state; a sequence counts the attempts, since it is not rolled back. */
const failingSql = (state: string, times: number) =>
  `do $$ begin if nextval('attempts') <= ${times} then raise exception 'no' using errcode = '${state}'; end if; end $$`;

test.each(["40P01", "40001"])(
  "[STORE-17] a statement that fails with %s is sent again, up to a limit",
  async (code) => {
    const { query } = await setUp();
    await query("create sequence attempts");
    await query(failingSql(code, 5));
    expect(await query("select last_value from attempts")).toEqual([{ last_value: "6" }]);
    await expect(query(failingSql(code, 1_000))).rejects.toMatchObject({ code });
  },
);

test("[STORE-20] a server that accepts connections and says nothing is unavailable after `connect_timeout` seconds", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as { readonly port: number };
  const { query } = await setUp({ url: `postgres://u:p@127.0.0.1:${port}/d?connect_timeout=1&options=` });
  await expect(query("select 1")).rejects.toThrow(StoreUnavailable);
});
