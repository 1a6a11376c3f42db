import { expect, test } from "vitest";
import { advance, createWorld, inquiry, openPage, wrote } from "../../testing/draft-page.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { ana } from "../../testing/samples.ts";
import { applyDraftAction } from "./draft.ts";
import type { FoundDraft } from "./drafts.ts";

test("[DRAFT-3] of several drafts the newest is current, and different ones are offered", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world);
  drafts.save("inq_1", wrote("Mate"));
  await advance(world, 250);
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

test("[DRAFT-3] a slow server delays nothing, and its draft is offered when it arrives", async () => {
  const world = createWorld();
  const { drafts } = await openPage(world);
  drafts.save("inq_1", wrote("Mate"));
  const late = Promise.withResolvers<{ ok: true; value: object }>();
  world.client.answerWith("draft", () => late.promise);
  const found: FoundDraft[] = [];
  drafts.onOther("inq_1", (draft) => found.push(draft));
  const finding = drafts.find("inq_1");
  await advance(world, 1_500);
  expect(await finding).toMatchObject({ origin: "here" });
  late.resolve({ ok: true, value: { draft: wrote("Juice"), device: "Phone", savedAt: "2026-11-15T08:00:00.000Z" } });
  await flushPromises();
  expect(found).toMatchObject([{ origin: "server", draft: wrote("Juice") }]);
  expect(drafts.offered("inq_1")).toMatchObject([{ device: "Phone" }]);
});

test("[DRAFT-3] a draft of another device is taken if nothing is written here, and offered otherwise", async () => {
  const world = createWorld();
  const { drafts, tellSaved } = await openPage(world);
  const found: FoundDraft[] = [];
  drafts.onOther("inq_1", (draft) => found.push(draft));
  world.client.known.draft = { draft: wrote("Juice"), device: "Phone", savedAt: "2026-11-15T09:00:00.000Z" };
  tellSaved("bea", "Phone");
  tellSaved("ana", "Laptop");
  await flushPromises();
  expect(found).toEqual([]);
  tellSaved("ana", "Phone");
  await flushPromises();
  expect(found).toMatchObject([{ origin: "here", device: "Phone", draft: wrote("Juice") }]);
  drafts.save("inq_1", wrote("Mate"));
  tellSaved("ana", "Phone");
  await flushPromises();
  expect(found[1]).toMatchObject({ origin: "server", draft: wrote("Juice") });
  expect(await drafts.find("inq_1")).toMatchObject({ origin: "here", draft: wrote("Mate") });
});

test("[DRAFT-4] tabs mirror each other field by field", async () => {
  const world = createWorld();
  const [one, two] = [await openPage(world), await openPage(world)];
  const found: FoundDraft[] = [];
  two.drafts.onOther("inq_1", (draft) => found.push(draft));
  one.drafts.save("inq_1", wrote("Mate"));
  expect(found).toMatchObject([{ origin: "here", draft: wrote("Mate") }]);
  const both = applyDraftAction(inquiry, wrote("Mate"), { type: "write", question: "q2", text: "Honey" });
  two.drafts.save("inq_1", both);
  expect(await one.drafts.find("inq_1")).toMatchObject({ draft: both });
  await two.drafts.discard("inq_1", [both]);
  expect(await one.drafts.find("inq_1")).toBeUndefined();
  await advance(world, 5_000);
  expect(world.client.calledFor("saveDraft")).toEqual([]);
});

test("[DRAFT-4] a tab of another person receives nothing", async () => {
  const world = createWorld();
  const [one, two] = [await openPage(world), await openPage(world, { me: { ...ana, id: "bea" } })];
  one.drafts.save("inq_1", wrote("Mate"));
  expect(await two.drafts.find("inq_1")).toBeUndefined();
});
