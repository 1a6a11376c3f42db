import { expect, onTestFinished, test } from "vitest";
import { StoreUnavailable } from "../../store-unavailable.ts";
import { answer, ask, start } from "../../testing/commands.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { openDatabase } from "../connection/database.ts";
import { createPostgresStore } from "../store.ts";
import { freshSchema } from "../testing/fresh-schema.ts";
import { runSql } from "../testing/run-sql.ts";
import { createLeases } from "./leases.ts";

const onError = (error: unknown) => {
  throw error;
};
const mine = { owner: "mine", leaseMs: 1_000, limit: 10 };
const lost = new StoreUnavailable("the connection was lost");
const damaged = new SyntaxError("no JSON");

/** Three conversations that are due, two of which are parked; reading these fails with the given errors. */
async function openWithFailures(failures: ReadonlyMap<string, Error>) {
  const url = await freshSchema();
  const { store, clock, performAll } = await openTestStore((on) =>
    createPostgresStore({ url, clock: on, onError, pollMs: 600_000 }),
  );
  for (const id of ["conv_a", "conv_b"]) await performAll(id, start(), ask(), answer({ holdMs: 500 }));
  clock.advance(500);
  await performAll("conv_c", start());
  const database = openDatabase({ url, onError });
  onTestFinished(() => database.close());
  const reported: unknown[] = [];
  const states = {
    async load(id: string) {
      const failure = failures.get(id);
      if (failure) throw failure;
      return store.load(id);
    },
    onError: (error: unknown) => void reported.push(error),
  };
  const leases = createLeases(database, clock, { adjust: (send) => send() }, states);
  const owners = async () => {
    const rows = await runSql(url, "select lease_owner from conversations order by id");
    return rows.map(({ lease_owner }) => lease_owner);
  };
  return { store, leases, reported, owners };
}

test("[STORE-53] what a claim cannot read is reported and released, and the others are given", async () => {
  const { store, leases, reported, owners } = await openWithFailures(new Map([["conv_a", lost]]));
  const claims = await leases.claim(mine);
  expect(claims.map(({ conversation }) => conversation.id)).toEqual(["conv_b", "conv_c"]);
  expect(reported).toEqual([lost]);
  await expect.poll(owners).toEqual([null, "mine", "mine"]);
  const again = await store.claim({ ...mine, owner: "other" });
  expect(again).toMatchObject([{ conversation: { id: "conv_a" }, epoch: 2, expired: false }]);
});

test("[STORE-53] a claim that can read nothing fails and releases everything", async () => {
  const { leases, owners } = await openWithFailures(
    new Map([
      ["conv_a", lost],
      ["conv_b", lost],
    ]),
  );
  await expect(leases.claim({ ...mine, limit: 2 })).rejects.toBe(lost);
  await expect.poll(owners).toEqual([null, null, null]);
});

test("[STORE-53] what is damaged keeps its lease, so that no claim takes it again at once", async () => {
  const failures = new Map([
    ["conv_a", damaged],
    ["conv_b", lost],
  ]);
  const { leases, reported, owners } = await openWithFailures(failures);
  expect(await leases.claim(mine)).toMatchObject([{ conversation: { id: "conv_c" } }]);
  expect(reported).toEqual([damaged, lost]);
  await expect.poll(owners).toEqual(["mine", null, "mine"]);
});
