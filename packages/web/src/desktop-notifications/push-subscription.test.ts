import { afterEach, expect, test, vi } from "vitest";
import { keepOwnSubscription, ownSubscription } from "./own-subscription.ts";
import { endSubscriptionOfOthers } from "./push-subscription.ts";

afterEach(() => vi.unstubAllGlobals());

/** A browser with a subscription, which may fail to end it. */
function openBrowser({ isFailing = false } = {}) {
  const texts = new Map<string, string>();
  const state = { isSubscribed: true, isFailing };
  const unsubscribe = async () => {
    if (state.isFailing) throw new Error("offline");
    state.isSubscribed = false;
  };
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  });
  const getSubscription = async () => (state.isSubscribed ? { unsubscribe } : null);
  const serviceWorker = { getRegistration: async () => ({ pushManager: { getSubscription } }) };
  vi.stubGlobal("navigator", { serviceWorker });
  return { state, texts };
}

test("[WEB-11] a browser that told somebody else of questions ends that once another person is here", async () => {
  const { state, texts } = openBrowser();
  keepOwnSubscription({ id: "sub_1", person: "ana" });
  await endSubscriptionOfOthers("ana");
  expect([state.isSubscribed, ownSubscription()]).toEqual([true, "sub_1"]);
  await endSubscriptionOfOthers("ben");
  expect([state.isSubscribed, ownSubscription()]).toEqual([false, undefined]);
  expect([...texts]).toEqual([]);
});

test("[WEB-11] a subscription that could not be ended is ended by the next page", async () => {
  const { state } = openBrowser({ isFailing: true });
  keepOwnSubscription({ id: "sub_1", person: "ana" });
  await endSubscriptionOfOthers("ben");
  expect(state.isSubscribed).toBe(true);
  state.isFailing = false;
  await endSubscriptionOfOthers("ben");
  expect([state.isSubscribed, ownSubscription()]).toEqual([false, undefined]);
});

test("[WEB-11] a subscription of an earlier version, which names nobody, is that of the first person who is here", async () => {
  const { state, texts } = openBrowser();
  texts.set("askback:push-subscription", "sub_1");
  await endSubscriptionOfOthers("ana");
  expect([state.isSubscribed, ownSubscription()]).toEqual([true, "sub_1"]);
  await endSubscriptionOfOthers("ben");
  expect(state.isSubscribed).toBe(false);
});

test("[WEB-11] a browser that tells nobody is left alone", async () => {
  const { state, texts } = openBrowser();
  await endSubscriptionOfOthers("ana");
  expect(state.isSubscribed).toBe(true);
  expect([...texts]).toEqual([]);
});
