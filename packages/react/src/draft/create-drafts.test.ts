import type { Draft } from "@askback/core/wire";
import { expect, test } from "vitest";
import { createFakeClient, type FakeClient } from "../testing/fake-client.ts";
import { createFakeBrowser, type FakeBrowser } from "../testing/fake-places.ts";
import { agentKey, ana, inquiryOf, unreachable } from "../testing/samples.ts";
import { settled } from "../testing/settled.ts";
import { createTurnableClock, type TurnableClock } from "../testing/turnable-clock.ts";
import { createDrafts } from "./create-drafts.ts";
import { drafted, emptyDraft } from "./draft.ts";
import type { KeptDraft } from "./drafts.ts";

const inquiry = inquiryOf();
const day = 24 * 60 * 60 * 1000;

const wrote = (text: string, question = "q1"): Draft =>
  drafted(inquiry, emptyDraft(inquiry), { type: "write", question, text });

interface World {
  readonly client: FakeClient;
  readonly clock: TurnableClock;
  readonly browser: FakeBrowser;
}

function createWorld(): World {
  return { client: createFakeClient(), clock: createTurnableClock(), browser: createFakeBrowser() };
}

async function openPage({ client, clock, browser }: World, { me = ana, device = "Laptop" } = {}) {
  const tab = browser.openTab();
  const saved = new Set<Parameters<Parameters<typeof createDrafts>[0]["onSaved"]>[0]>();
  const live = new Set<() => void>();
  const drafts = createDrafts({
    client,
    clock,
    places: tab,
    origin: "https://ask.example",
    me: Promise.resolve(me),
    device,
    onSaved(listener) {
      saved.add(listener);
      return () => saved.delete(listener);
    },
    onLive(listener) {
      live.add(listener);
      return () => live.delete(listener);
    },
  });
  await settled();
  const tellSaved = (by: string, from: string) => {
    for (const listener of saved)
      listener({ type: "draft.saved", conversationId: "conv_1", inquiryId: "inq_1", by, device: from });
  };
  const tellLive = () => {
    for (const listener of live) listener();
  };
  return { drafts, tab, tellSaved, tellLive };
}

/** What somebody wrote; what time it is on the server is nobody's. */
const notesOf = ({ browser }: World) => [...browser.notes.keys()].filter((name) => !name.startsWith("clock:"));

async function turn(world: World, ms: number) {
  world.clock.turn(ms);
  await settled();
}

const site = encodeURIComponent("https://ask.example");
const key = `draft:${site}:ana:inq_1`;

test("[D-2] a draft is in memory at once, in the browser after 250 ms and on the server after two seconds", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world);
  drafts.keep("inq_1", wrote("M"));
  expect(await drafts.find("inq_1")).toMatchObject({ origin: "here", draft: wrote("M") });
  await turn(world, 200);
  drafts.keep("inq_1", wrote("Mate"));
  await turn(world, 249);
  expect(world.browser.kept.size).toBe(0);
  await turn(world, 1);
  expect(world.browser.kept.get(key)).toMatchObject([{ value: wrote("Mate") }]);
  await turn(world, 1_749);
  expect(world.client.calledFor("saveDraft")).toEqual([]);
  await turn(world, 1);
  expect(world.client.calledFor("saveDraft")).toMatchObject([{ body: { draft: wrote("Mate"), device: "Laptop" } }]);
});

test("[D-2] who leaves the page takes along what is not in the browser yet, up to 32 KB", async () => {
  const world = createWorld();
  const { drafts, tab } = await openPage(world);
  drafts.keep("inq_1", wrote("Mate"));
  drafts.keep("inq_2", wrote("x".repeat(40_000)));
  drafts.texts.keep("composer:conv_1", "Hello");
  tab.leave();
  expect([...world.browser.notes.keys()].sort()).toEqual([key, `text:${site}:ana:composer:conv_1`]);
  const next = await openPage(world);
  expect(await next.drafts.find("inq_1")).toMatchObject({ origin: "browser", draft: wrote("Mate") });
  expect(await next.drafts.texts.get("composer:conv_1")).toBe("Hello");
});

test("[D-1] a draft survives a reload and a killed tab, and only its author finds it", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world);
  drafts.keep("inq_1", wrote("Mate"));
  await turn(world, 250);
  const next = await openPage(world);
  expect(await next.drafts.find("inq_1")).toMatchObject({ origin: "browser", draft: wrote("Mate") });
  const other = await openPage(world, { me: { ...ana, id: "bea" } });
  expect(await other.drafts.find("inq_1")).toBeUndefined();
});

test("[D-3] of several drafts the newest comes first, and those that differ are there too", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world);
  drafts.keep("inq_1", wrote("Mate"));
  await turn(world, 250);
  const savedAt = new Date(world.clock.now() + 1_000).toISOString();
  world.client.known.draft = { draft: wrote("Juice"), device: "Phone", savedAt };
  const next = await openPage(world);
  expect(await next.drafts.find("inq_1")).toMatchObject({ origin: "server", device: "Phone", draft: wrote("Juice") });
  expect(next.drafts.offered("inq_1")).toMatchObject([{ device: "Laptop", draft: wrote("Mate") }]);
  world.client.known.draft = { draft: wrote("Mat"), device: "Laptop", savedAt: "2026-11-15T08:00:00.000Z" };
  const third = await openPage(world);
  expect(await third.drafts.find("inq_1")).toMatchObject({ origin: "browser", draft: wrote("Mate") });
  expect(third.drafts.offered("inq_1")).toEqual([]);
});

test("[D-3] a server that is slow holds nothing up, and what it has is offered when it comes", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world);
  drafts.keep("inq_1", wrote("Mate"));
  const late = Promise.withResolvers<{ ok: true; value: object }>();
  world.client.answerWith("draft", () => late.promise);
  const heard: KeptDraft[] = [];
  drafts.onOther("inq_1", (draft) => heard.push(draft));
  const finding = drafts.find("inq_1");
  await turn(world, 1_500);
  expect(await finding).toMatchObject({ origin: "here" });
  late.resolve({ ok: true, value: { draft: wrote("Juice"), device: "Phone", savedAt: "2026-11-15T08:00:00.000Z" } });
  await settled();
  expect(heard).toMatchObject([{ origin: "server", draft: wrote("Juice") }]);
  expect(drafts.offered("inq_1")).toMatchObject([{ device: "Phone" }]);
});

test("[D-3] what another device writes is taken where nothing is written here, and offered otherwise", async () => {
  const world = createWorld();
  const { drafts, tellSaved } = await openPage(world);
  const heard: KeptDraft[] = [];
  drafts.onOther("inq_1", (draft) => heard.push(draft));
  world.client.known.draft = { draft: wrote("Juice"), device: "Phone", savedAt: "2026-11-15T09:00:00.000Z" };
  tellSaved("bea", "Phone");
  tellSaved("ana", "Laptop");
  await settled();
  expect(heard).toEqual([]);
  tellSaved("ana", "Phone");
  await settled();
  expect(heard).toMatchObject([{ origin: "here", device: "Phone", draft: wrote("Juice") }]);
  drafts.keep("inq_1", wrote("Mate"));
  tellSaved("ana", "Phone");
  await settled();
  expect(heard[1]).toMatchObject({ origin: "server", draft: wrote("Juice") });
  expect(await drafts.find("inq_1")).toMatchObject({ origin: "here", draft: wrote("Mate") });
});

test("[D-4] tabs mirror each other field by field", async () => {
  const world = createWorld();
  const [one, two] = [await openPage(world), await openPage(world)];
  const heard: KeptDraft[] = [];
  two.drafts.onOther("inq_1", (draft) => heard.push(draft));
  one.drafts.keep("inq_1", wrote("Mate"));
  expect(heard).toMatchObject([{ origin: "here", draft: wrote("Mate") }]);
  const both = drafted(inquiry, wrote("Mate"), { type: "write", question: "q2", text: "Honey" });
  two.drafts.keep("inq_1", both);
  expect(await one.drafts.find("inq_1")).toMatchObject({ draft: both });
  await two.drafts.discard("inq_1", [both]);
  expect(await one.drafts.find("inq_1")).toBeUndefined();
  await turn(world, 5_000);
  expect(world.client.calledFor("saveDraft")).toEqual([]);
});

test("[D-4] a tab of somebody else hears nothing", async () => {
  const world = createWorld();
  const [one, two] = [await openPage(world), await openPage(world, { me: { ...ana, id: "bea" } })];
  one.drafts.keep("inq_1", wrote("Mate"));
  expect(await two.drafts.find("inq_1")).toBeUndefined();
});

test("[D-2] a draft that could not be saved on the server is tried again with the next change, and an equal one is not", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world);
  world.client.answerWith("saveDraft", () => ({ ok: false, error: unreachable }));
  for (const text of ["M", "M", "M"]) {
    drafts.keep("inq_1", wrote(text));
    await turn(world, 2_000);
  }
  expect(world.client.calledFor("saveDraft")).toHaveLength(2);
});

test("[D-2] drafts are saved on the server one after the other, and of those that wait only the newest", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world);
  const { promise: slow, resolve: arrive } = Promise.withResolvers<void>();
  world.client.answerWith("saveDraft", async () => {
    await slow;
    return { ok: false, error: unreachable };
  });
  for (const text of ["first", "second", "third"]) {
    drafts.keep("inq_1", wrote(text));
    await turn(world, 2_000);
  }
  arrive();
  await turn(world, 0);
  expect(world.client.calledFor("saveDraft")).toMatchObject([
    { body: { draft: wrote("first") } },
    { body: { draft: wrote("third") } },
  ]);
});

test("[D-2] who may not answer keeps nothing on the server", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world, { me: agentKey });
  drafts.keep("inq_1", wrote("Mate"));
  await turn(world, 5_000);
  await drafts.discard("inq_1", [wrote("Mate")]);
  expect(world.client.calls.map(({ name }) => name)).toEqual([]);
});

test("[D-6] a discarded draft is gone everywhere, also where it was being saved just then", async () => {
  const world = createWorld();
  const { drafts, tab } = await openPage(world);
  drafts.keep("inq_1", wrote("Mate"));
  tab.leave();
  const saving = Promise.withResolvers<{ ok: true; value: undefined }>();
  world.client.answerWith("saveDraft", () => saving.promise);
  await turn(world, 2_000);
  const discarding = drafts.discard("inq_1", [wrote("Mate")]);
  await settled();
  expect(world.client.calledFor("discardDraft")).toEqual([]);
  saving.resolve({ ok: true, value: undefined });
  await discarding;
  await turn(world, 5_000);
  expect(world.client.calls.at(-1)).toMatchObject({ name: "discardDraft", id: "inq_1" });
  expect([world.browser.kept.size, notesOf(world).length]).toEqual([0, 0]);
  expect(await drafts.find("inq_1")).toBeUndefined();
});

test("[D-6] a draft that nobody came back for is gone after 30 days", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world);
  drafts.keep("inq_1", wrote("Mate"));
  await turn(world, 250);
  await turn(world, 30 * day - 251);
  const early = await openPage(world);
  expect(await early.drafts.find("inq_1")).toBeDefined();
  await turn(world, 1_000);
  const late = await openPage(world);
  expect(await late.drafts.find("inq_1")).toBeUndefined();
  expect(world.browser.kept.size).toBe(0);
});

test("[D-7] the text of a composer is kept like a draft, and an empty one is forgotten", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world);
  drafts.texts.keep("composer:conv_1", "Hello");
  expect(await drafts.texts.get("composer:conv_1")).toBe("Hello");
  await turn(world, 250);
  const next = await openPage(world);
  expect(await next.drafts.texts.get("composer:conv_1")).toBe("Hello");
  next.drafts.texts.keep("composer:conv_1", "");
  await settled();
  const third = await openPage(world);
  expect(await third.drafts.texts.get("composer:conv_1")).toBe("");
});

test("[D-6] who signs out leaves nothing in the browser, and nobody else's drafts go", async () => {
  const world = createWorld();
  const { drafts, tab } = await openPage(world);
  const bea = await openPage(world, { me: { ...ana, id: "bea" } });
  drafts.keep("inq_1", wrote("Mate"));
  drafts.texts.keep("composer:conv_1", "Hello");
  bea.drafts.keep("inq_1", wrote("Juice"));
  await turn(world, 250);
  drafts.keep("inq_1", wrote("Mate!"));
  tab.leave();
  await drafts.wipe();
  await turn(world, 5_000);
  expect([...world.browser.kept.keys()]).toEqual([`draft:${site}:bea:inq_1`]);
  expect(notesOf(world)).toEqual([]);
  expect(world.client.calledFor("saveDraft")).toHaveLength(1);
});
