import { test as base, expect, onTestFinished } from "vitest";
import { systemClock } from "../clock.ts";
import { createPostgresStore } from "../store/postgres/store.ts";
import { freshSchema } from "../store/postgres/testing/fresh-schema.ts";
import type { LiveText, SharedLiveTexts } from "../store/store.ts";
import { createCommandRunner } from "../store/testing/command-runner.ts";
import { start } from "../store/testing/commands.ts";
import { createLiveTexts, type LiveDelta } from "./live-texts.ts";
import { shareLiveTexts } from "./share-live-texts.ts";
import { createRequestQueue } from "./testing/request-queue.ts";

const stream = { conversationId: "conv_a", project: "default", runId: "run_a_1", step: 1, attempt: 1 };

/** Two servers on one database. */
const test = base.extend("servers", async () => {
  const url = await freshSchema();
  return [await openServer(url), await openServer(url)] as const;
});

/** The shared live texts of two servers, without streams. */
async function openTwoStores() {
  const url = await freshSchema();
  const open = async () => {
    const { liveTexts, close } = await createPostgresStore({ url, onError: () => {} });
    onTestFinished(close);
    if (!liveTexts) throw new Error("PostgreSQL is shared");
    return liveTexts;
  };
  return [await open(), await open()] as const;
}

async function openServer(url: string) {
  const errors: unknown[] = [];
  const store = await createPostgresStore({ url, onError: (error) => errors.push(error) });
  if (!store.liveTexts) throw new Error("PostgreSQL is shared");
  if (!(await store.load("conv_a"))) await createCommandRunner(store, systemClock).performAll("conv_a", start());
  const texts = createLiveTexts();
  const sharing = shareLiveTexts(texts, store.liveTexts, (error) => errors.push(error));
  onTestFinished(async () => {
    await sharing.stop();
    await store.close();
    expect(errors).toEqual([]);
  });
  return texts;
}

/** Waits until the deltas add up to this text. */
function untilText(texts: ReturnType<typeof createLiveTexts>, text: string) {
  const { promise, resolve } = Promise.withResolvers<readonly LiveDelta[]>();
  const deltas: LiveDelta[] = [];
  const stop = texts.onDelta((delta) => {
    deltas.push(delta);
    if (deltas.map((one) => one.delta).join("") !== text) return;
    stop();
    resolve(deltas);
  });
  return promise;
}

test("[SSE-6] a reply that streams on one server arrives on the other in deltas", async ({ servers }) => {
  const [here, there] = servers;
  const complete = untilText(there, "One two three");
  const live = here.begin(stream);
  live.append("One");
  await untilText(there, "One");
  live.append(" two");
  live.append(" three");
  expect((await complete).at(-1)).toMatchObject({ ...stream, text: "One two three" });
  live.end();
});

test("[SSE-6] a new listener gets the text so far, even if nothing follows", async ({ servers }) => {
  const [here, there] = servers;
  const live = here.begin(stream);
  live.append("So far");
  await untilText(there, "So far");
  expect(there.current("conv_a")).toBeUndefined();
  await untilText(there, "So far");
  live.end();
});

test("[SSE-6] an ended text is removed, and the next one is shown from its start", async ({ servers }) => {
  const [here, there] = servers;
  const stop = there.onDelta(() => {});
  const first = here.begin(stream);
  first.append("One");
  await untilText(there, "One");
  first.end();
  const second = here.begin({ ...stream, step: 2 });
  second.append("Two");
  await untilText(there, "Two");
  expect(there.current("conv_a")).toEqual({ ...stream, step: 2, text: "Two" });
  second.end();
  stop();
});

test("[SSE-6] a server that lost its lease does not overwrite the text of the next attempt", async () => {
  const [lost, holder] = await openTwoStores();
  const next = { ...stream, attempt: 2, text: "Anew" };
  await lost.publish([{ ...stream, text: "Once" }], []);
  await holder.publish([next], []);
  await lost.publish([{ ...stream, text: "Once more" }], []);
  expect(await lost.read("conv_a")).toEqual(next);
  await lost.publish([], [{ ...stream, text: "Once more" }]);
  expect(await holder.read("conv_a")).toEqual(next);
  const later = { ...stream, runId: "run_a_2", text: "Later" };
  await holder.publish([later], []);
  expect(await lost.read("conv_a")).toEqual(later);
});

test("[SSE-6] a NUL character is left out of a shared text", async () => {
  const [here, there] = await openTwoStores();
  await here.publish([{ ...stream, text: "One\0 two" }], []);
  expect(await there.read("conv_a")).toEqual({ ...stream, text: "One two" });
  expect(await there.read("conv_b")).toBeUndefined();
});

/** A server whose shared store the test provides. */
function openWithShared(shared: Partial<SharedLiveTexts>) {
  const texts = createLiveTexts();
  const others: SharedLiveTexts = {
    publish: async () => {},
    readSince: async () => ({ now: 0, streams: [] }),
    read: async () => undefined,
    subscribe: () => () => {},
    ...shared,
  };
  return { texts, sharing: shareLiveTexts(texts, others, () => {}) };
}

test("[SSE-6] a text is removed when the next step begins, even before that has text", async () => {
  const shares = createRequestQueue<
    { readonly changed: readonly LiveText[]; readonly ended: readonly LiveText[] },
    void
  >();
  const { texts, sharing } = openWithShared({
    publish: (changed, ended) => shares.request({ changed, ended }, undefined),
  });
  const first = texts.begin(stream);
  first.append("One");
  const shown = await shares.next();
  expect(shown.changed).toEqual([{ ...stream, text: "One" }]);
  first.end();
  const second = texts.begin({ ...stream, step: 2 });
  shown.answer();
  const removed = await shares.next();
  expect(removed).toMatchObject({ changed: [], ended: [{ ...stream, text: "One" }] });
  second.append("Two");
  removed.answer();
  const replaced = await shares.next();
  expect(replaced).toMatchObject({ changed: [{ ...stream, step: 2, text: "Two" }], ended: [] });
  second.end();
  replaced.answer();
  (await shares.next()).answer();
  await sharing.stop();
});

test("[STORE-20] a database that does not respond does not keep a server from stopping, and reads do not pile up", async () => {
  const started = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const hung = Promise.withResolvers<{ readonly now: number; readonly streams: [] }>();
  let reads = 0;
  let notify = () => {};
  const { texts, sharing } = openWithShared({
    readSince() {
      started[reads]?.resolve();
      reads += 1;
      return hung.promise;
    },
    subscribe(listener) {
      notify = listener;
      return () => {};
    },
  });
  texts.onDelta(() => {});
  notify();
  await started[0].promise;
  for (let count = 0; count < 50; count += 1) notify();
  await sharing.stop();
  expect(reads).toBe(1);
  hung.resolve({ now: 0, streams: [] });
  await started[1].promise;
  expect(reads).toBe(2);
});
