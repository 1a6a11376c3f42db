import type { Draft } from "@askback/core/wire";
import { applyDraftAction, emptyDraft } from "../data/drafts/draft.ts";
import { createDrafts } from "../data/drafts/drafts.ts";
import { createFakeBrowser, type FakeBrowser } from "./fake-browser.ts";
import { createFakeClient, type FakeClient } from "./fake-client.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { flushPromises } from "./flush-promises.ts";
import { ana, inquiryOf } from "./samples.ts";

export const inquiry = inquiryOf();

export const wrote = (text: string, question = "q1"): Draft =>
  applyDraftAction(inquiry, emptyDraft(inquiry), { type: "write", question, text });

export interface World {
  readonly client: FakeClient;
  readonly clock: FakeClock;
  readonly browser: FakeBrowser;
}

export function createWorld(): World {
  return { client: createFakeClient(), clock: createFakeClock(), browser: createFakeBrowser() };
}

export const site = encodeURIComponent("https://ask.example");

export async function openPage({ client, clock, browser }: World, { me = ana, device = "Laptop" } = {}) {
  const tab = browser.openTab();
  const saved = new Set<Parameters<Parameters<typeof createDrafts>[0]["onSaved"]>[0]>();
  const live = new Set<() => void>();
  const drafts = createDrafts({
    client,
    clock,
    storage: tab,
    origin: "https://ask.example",
    me: Promise.resolve(me),
    owner: Promise.resolve(`${site}:${me.id}`),
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
  await flushPromises();
  const tellSaved = (by: string, from: string) => {
    for (const listener of saved)
      listener({ type: "draft.saved", conversationId: "conv_1", inquiryId: "inq_1", by, device: from });
  };
  const tellLive = () => {
    for (const listener of live) listener();
  };
  return { drafts, tab, tellSaved, tellLive };
}

export async function advance(world: World, ms: number) {
  world.clock.advance(ms);
  await flushPromises();
}
