import { expect, onTestFinished, test } from "vitest";
import { createPostgresStore } from "../store.ts";
import { freshSchema } from "../testing/fresh-schema.ts";
import { createAccessCache } from "./access-cache.ts";
import { createPeople } from "./people.ts";

const key = {
  id: "k1",
  name: "ci",
  project: "default",
  scopes: ["ask"],
  hash: "x",
  createdBy: "owner",
  createdAt: 1,
} as const;

async function openTwo() {
  const url = await freshSchema();
  // A poll would forget what was remembered.
  const open = () => createPostgresStore({ url, pollMs: 600_000, onError() {} });
  const stores = [await open(), await open()] as const;
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
  return stores;
}

test("[APIKEY-2] what one server revokes is gone on the others as soon as they are told", async () => {
  const [here, there] = await openTwo();
  await here.credentials.createKey(key);
  expect(await there.credentials.apiKey("k1")).not.toHaveProperty("revokedAt", 5);
  const told = new Promise<void>((resolve) => there.onAccessChanged(resolve));
  await here.credentials.revokeKey("default", "k1", 5);
  await told;
  expect(await there.credentials.apiKey("k1")).toMatchObject({ revokedAt: 5 });
});

test("[PEOPLE-2] a role that one server changes holds on the others as soon as they are told", async () => {
  const [here, there] = await openTwo();
  await here.directory.addMember(
    { id: "per_ana", name: "Ana" },
    { project: "default", role: "owner", groups: [], at: 1 },
  );
  expect((await there.directory.access("per_ana"))?.memberships).toMatchObject([{ role: "owner" }]);
  const told = new Promise<void>((resolve) => there.onAccessChanged(resolve));
  await here.directory.changeRole("default", "per_ana", "viewer");
  await told;
  expect((await there.directory.access("per_ana"))?.memberships).toMatchObject([{ role: "viewer" }]);
});

test("[APIKEY-2] a lookup is remembered only while notifications arrive, and never across a change", async () => {
  let isNotified = true;
  let reads = 0;
  const cache = createAccessCache(() => isNotified);
  const read = () => cache.read("k", async () => (reads += 1));
  expect([await read(), await read()]).toEqual([1, 1]);
  // This lookup begins before the change, and its result may be from before it.
  cache.clear();
  const late = Promise.withResolvers<number>();
  const begun = cache.read("k", () => late.promise);
  cache.clear();
  late.resolve(-1);
  expect([await begun, await read()]).toEqual([-1, 2]);
  isNotified = false;
  expect([await read(), await read()]).toEqual([3, 4]);
});

test("[APIKEY-2] nothing is remembered across a change whose response was lost, since it may have happened", async () => {
  const row = { ...key, scopes: '["ask"]', created_by: key.createdBy, created_at: key.createdAt };
  let revokedAt: number | null = null;
  const { credentials, onAccessChanged } = createPeople(
    {
      query: async () => [{ ...row, revoked_at: revokedAt }],
      async transaction() {
        revokedAt = 5;
        throw new Error("the connection was lost");
      },
    },
    { senderId: "here", isListening: () => true, listen: () => () => {} },
  );
  let changes = 0;
  onAccessChanged(() => (changes += 1));
  expect((await credentials.apiKey("k1"))?.revokedAt).toBeUndefined();
  await expect(credentials.revokeKey("default", "k1", 5)).rejects.toThrow("the connection was lost");
  expect(await credentials.apiKey("k1")).toMatchObject({ revokedAt: 5 });
  expect(changes).toBe(1);
});

test("[APIKEY-2] a lookup that failed is not remembered", async () => {
  const cache = createAccessCache(() => true);
  await expect(cache.read("k", () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await cache.read("k", async () => "there")).toBe("there");
});
