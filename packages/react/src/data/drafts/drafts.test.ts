import { expect, test } from "vitest";
import { advance, createWorld, openPage, site, type World, wrote } from "../../testing/draft-page.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { agentKey, ana, unreachable } from "../../testing/samples.ts";

const day = 24 * 60 * 60 * 1000;

/** The texts of people, without the stored time of the server. */
const notesOf = ({ browser }: World) => [...browser.texts.keys()].filter((name) => !name.startsWith("clock:"));

const key = `draft:${site}:ana:inq_1`;

test("[DRAFT-2] a draft is in memory at once, in the browser after 250 ms and on the server after two seconds", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world);
  drafts.save("inq_1", wrote("M"));
  expect(await drafts.find("inq_1")).toMatchObject({ origin: "here", draft: wrote("M") });
  await advance(world, 200);
  drafts.save("inq_1", wrote("Mate"));
  await advance(world, 249);
  expect(world.browser.database.size).toBe(0);
  await advance(world, 1);
  expect(world.browser.database.get(key)).toMatchObject([{ value: wrote("Mate") }]);
  await advance(world, 1_749);
  expect(world.client.calledFor("saveDraft")).toEqual([]);
  await advance(world, 1);
  expect(world.client.calledFor("saveDraft")).toMatchObject([{ body: { draft: wrote("Mate"), device: "Laptop" } }]);
});

test("[DRAFT-2] leaving the page stores up to 32 KB that were not in the database yet", async () => {
  const world = createWorld();
  const { drafts, tab } = await openPage(world);
  drafts.save("inq_1", wrote("Mate"));
  drafts.save("inq_2", wrote("x".repeat(40_000)));
  drafts.texts.set("composer:conv_1", "Hello");
  tab.hide();
  expect([...world.browser.texts.keys()].sort()).toEqual([key, `text:${site}:ana:composer:conv_1`]);
  const next = await openPage(world);
  expect(await next.drafts.find("inq_1")).toMatchObject({ origin: "browser", draft: wrote("Mate") });
  expect(await next.drafts.texts.get("composer:conv_1")).toBe("Hello");
});

test("[DRAFT-1] a draft survives a reload and a killed tab, and only its author can read it", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world);
  drafts.save("inq_1", wrote("Mate"));
  await advance(world, 250);
  const next = await openPage(world);
  expect(await next.drafts.find("inq_1")).toMatchObject({ origin: "browser", draft: wrote("Mate") });
  const other = await openPage(world, { me: { ...ana, id: "bea" } });
  expect(await other.drafts.find("inq_1")).toBeUndefined();
});

test("[DRAFT-2] a draft that could not be saved on the server is saved with the next change, and an equal one is not", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world);
  world.client.answerWith("saveDraft", () => ({ ok: false, error: unreachable }));
  for (const text of ["M", "M", "M"]) {
    drafts.save("inq_1", wrote(text));
    await advance(world, 2_000);
  }
  expect(world.client.calledFor("saveDraft")).toHaveLength(2);
});

test("[DRAFT-2] drafts are saved on the server one at a time, and of waiting ones only the newest", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world);
  const { promise: slow, resolve: arrive } = Promise.withResolvers<void>();
  world.client.answerWith("saveDraft", async () => {
    await slow;
    return { ok: false, error: unreachable };
  });
  for (const text of ["first", "second", "third"]) {
    drafts.save("inq_1", wrote(text));
    await advance(world, 2_000);
  }
  arrive();
  await advance(world, 0);
  expect(world.client.calledFor("saveDraft")).toMatchObject([
    { body: { draft: wrote("first") } },
    { body: { draft: wrote("third") } },
  ]);
});

test("[DRAFT-2] a person who may not answer saves nothing on the server", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world, { me: agentKey });
  drafts.save("inq_1", wrote("Mate"));
  await advance(world, 5_000);
  await drafts.discard("inq_1", [wrote("Mate")]);
  expect(world.client.calls.map(({ name }) => name)).toEqual([]);
});

test("[DRAFT-6] a discarded draft is deleted everywhere, also while it is being saved", async () => {
  const world = createWorld();
  const { drafts, tab } = await openPage(world);
  drafts.save("inq_1", wrote("Mate"));
  tab.hide();
  const saving = Promise.withResolvers<{ ok: true; value: undefined }>();
  world.client.answerWith("saveDraft", () => saving.promise);
  await advance(world, 2_000);
  const discarding = drafts.discard("inq_1", [wrote("Mate")]);
  await flushPromises();
  expect(world.client.calledFor("discardDraft")).toEqual([]);
  saving.resolve({ ok: true, value: undefined });
  await discarding;
  await advance(world, 5_000);
  expect(world.client.calls.at(-1)).toMatchObject({ name: "discardDraft", id: "inq_1" });
  expect([world.browser.database.size, notesOf(world).length]).toEqual([0, 0]);
  expect(await drafts.find("inq_1")).toBeUndefined();
});

test("[DRAFT-6] a draft is deleted after 30 days", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world);
  drafts.save("inq_1", wrote("Mate"));
  await advance(world, 250);
  await advance(world, 30 * day - 251);
  const early = await openPage(world);
  expect(await early.drafts.find("inq_1")).toBeDefined();
  await advance(world, 1_000);
  const late = await openPage(world);
  expect(await late.drafts.find("inq_1")).toBeUndefined();
  expect(world.browser.database.size).toBe(0);
});

test("[DRAFT-7] the text of a composer is stored like a draft, and an empty one is removed", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world);
  drafts.texts.set("composer:conv_1", "Hello");
  expect(await drafts.texts.get("composer:conv_1")).toBe("Hello");
  await advance(world, 250);
  const next = await openPage(world);
  expect(await next.drafts.texts.get("composer:conv_1")).toBe("Hello");
  next.drafts.texts.set("composer:conv_1", "");
  await flushPromises();
  const third = await openPage(world);
  expect(await third.drafts.texts.get("composer:conv_1")).toBe("");
});

test("[DRAFT-6] signing out deletes the person's drafts in the browser, and nobody else's", async () => {
  const world = createWorld();
  const { drafts, tab } = await openPage(world);
  const bea = await openPage(world, { me: { ...ana, id: "bea" } });
  drafts.save("inq_1", wrote("Mate"));
  drafts.texts.set("composer:conv_1", "Hello");
  bea.drafts.save("inq_1", wrote("Juice"));
  await advance(world, 250);
  drafts.save("inq_1", wrote("Mate!"));
  tab.hide();
  await drafts.wipe();
  await advance(world, 5_000);
  expect([...world.browser.database.keys()]).toEqual([`draft:${site}:bea:inq_1`]);
  expect(notesOf(world)).toEqual([]);
  expect(world.client.calledFor("saveDraft")).toHaveLength(1);
});

test("[DRAFT-1] drafts and texts of version 1 are found in the database and in the text storage", async () => {
  const world = createWorld();
  const entry = { savedAt: "2026-11-14T09:00:00.000Z", device: "Laptop #1a2b3c", page: "k3x9", count: 4 };
  const owner = "https%3A%2F%2Fask.example:ana";
  world.browser.database.set(`draft:${owner}:inq_1`, [{ ...entry, value: wrote("Mate") }]);
  world.browser.database.set(`text:${owner}:composer:conv_1`, [{ ...entry, value: "Hello" }]);
  world.browser.database.set(`text:${owner}:fallen:inq_1`, [{ ...entry, value: "Honey" }]);
  world.browser.texts.set(`draft:${owner}:inq_2`, JSON.stringify([{ ...entry, value: wrote("Juice") }]));
  world.browser.texts.set(`text:${owner}:reason:inq_1`, JSON.stringify([{ ...entry, value: "Too late" }]));
  const { drafts } = await openPage(world);
  expect(await drafts.find("inq_1")).toMatchObject({ origin: "browser", draft: wrote("Mate") });
  expect(await drafts.find("inq_2")).toMatchObject({ origin: "browser", draft: wrote("Juice") });
  const names = ["composer:conv_1", "fallen:inq_1", "reason:inq_1"];
  expect(await Promise.all(names.map((name) => drafts.texts.get(name)))).toEqual(["Hello", "Honey", "Too late"]);
});
