import { expect, test } from "vitest";
import { createFakeBrowser } from "../../testing/fake-browser.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { createSeenStore, type Seen } from "./seen-store.ts";

const dayMs = 24 * 60 * 60 * 1000;

function setUp(owner = "ana") {
  const browser = createFakeBrowser();
  const time = { now: 100 * dayMs };
  const storeOf = (person: string) =>
    createSeenStore({
      database: browser.openTab().database,
      owner: Promise.resolve(person),
      now: () => time.now,
    });
  const put = (store = storeOf(owner), ...names: readonly string[]) =>
    store.put(new Map(names.map((name): [string, Seen] => [name, { value: name, seenAt: time.now }])));
  return { browser, time, storeOf, put };
}

test("[WEB-38] the newest values are stored, up to 4 million characters", async () => {
  const { browser, time, storeOf } = setUp();
  const store = storeOf("ana");
  const value = "x".repeat(900_000);
  for (let count = 1; count <= 6; count += 1) {
    time.now += 1;
    await store.put(new Map([[`value ${count}`, { value, seenAt: time.now }]]));
  }
  const found = await Promise.all([1, 2, 3, 4, 5, 6].map((count) => store.get(`value ${count}`)));
  expect(found.map((seen) => seen !== undefined)).toEqual([false, false, true, true, true, true]);
  expect(JSON.stringify([...browser.database.values()]).length).toBeLessThan(4_000_000);
});

test("[WEB-38] a value over a million characters is not stored, nor is an older one in its place", async () => {
  const { storeOf, put } = setUp();
  const store = storeOf("ana");
  await put(store, "long", "short");
  await store.put(new Map([["long", { value: "x".repeat(1_000_001), seenAt: 100 * dayMs }]]));
  expect(await store.get("long")).toBeUndefined();
  expect(await store.get("short")).toMatchObject({ value: "short" });
});

test("[WEB-38] what a person saw is deleted after 30 days, by whoever comes then", async () => {
  const { browser, time, storeOf, put } = setUp();
  await put(storeOf("ana"), "old");
  time.now += 31 * dayMs;
  await put(storeOf("bea"), "new");
  expect([...browser.database.keys()].toSorted()).toEqual(["seen-index:bea", "seen:bea:new"]);
});

test("[WEB-38] a person whose name begins with another's keeps what they saw", async () => {
  const { storeOf, put } = setUp();
  await put(storeOf("an"), "value");
  await put(storeOf("ana"), "value");
  await storeOf("an").clear("an");
  expect(await storeOf("an").get("value")).toBeUndefined();
  expect(await storeOf("ana").get("value")).toMatchObject({ value: "value" });
});

test("[WEB-38] what is being stored while everything is deleted is deleted as well", async () => {
  const { browser, time } = setUp();
  const { database } = browser.openTab();
  const gate = Promise.withResolvers<void>();
  const set = async (key: string, value: unknown) => {
    await gate.promise;
    await database.set(key, value);
  };
  const slow = { database: { ...database, set }, owner: Promise.resolve("ana"), now: () => time.now };
  const store = createSeenStore(slow);
  const values = new Map([["value", { value: 1, seenAt: time.now }]]);
  const puts = [store.put(values), store.put(values)];
  await flushPromises();
  await store.clear("ana");
  gate.resolve();
  await Promise.all(puts);
  expect([...browser.database.keys()]).toEqual([]);
  await store.put(values);
  expect([...browser.database.keys()]).toEqual(["seen-index:ana", "seen:ana:value"]);
});

test("[WEB-38] what waits for its person to be known is not stored after everything was deleted", async () => {
  const { browser, time } = setUp();
  const owner = Promise.withResolvers<string>();
  const store = createSeenStore({ database: browser.openTab().database, owner: owner.promise, now: () => time.now });
  const put = store.put(new Map([["value", { value: 1, seenAt: time.now }]]));
  await store.clear("ana");
  owner.resolve("ana");
  await put;
  expect([...browser.database.keys()]).toEqual([]);
});

test("[WEB-38] values that a page left without an index are deleted by whoever comes next", async () => {
  const { browser, storeOf, put } = setUp();
  browser.database.set("seen:bea:left", "{}");
  await put(storeOf("ana"), "value");
  expect([...browser.database.keys()].toSorted()).toEqual(["seen-index:ana", "seen:ana:value"]);
});

test.for(["{", "7", '{"form":0,"seenAt":1,"value":1}', '{"form":1,"value":1}'])(
  "[WEB-38] a stored value %s that cannot be read counts as none",
  async (json) => {
    const { browser, storeOf, put } = setUp();
    browser.database.set("seen:ana:value", json);
    browser.database.set("seen-index:ana", "damaged");
    expect(await storeOf("ana").get("value")).toBeUndefined();
    await put(storeOf("ana"), "other");
    expect(await storeOf("ana").get("other")).toMatchObject({ value: "other" });
  },
);
