import { test as base, expect, onTestFinished } from "vitest";
import { systemClock } from "../clock.ts";
import { createPostgresStore } from "../store/postgres/postgres-store.ts";
import { freshSchema } from "../store/postgres/testing/fresh-schema.ts";
import type { LiveText, SharedTexts } from "../store/store.ts";
import { start } from "../store/testing/wishes.ts";
import { createWorkbench } from "../store/testing/workbench.ts";
import { createLiveTexts, type LiveDelta } from "./live-text.ts";
import { shareTexts } from "./share-texts.ts";
import { createExchange } from "./testing/exchange.ts";

const stream = { conversationId: "conv_a", project: "default", runId: "run_a_1", step: 1, attempt: 1 };

/** Two servers on one database. */
const test = base.extend("servers", async () => {
  const url = await freshSchema();
  return [await openServer(url), await openServer(url)] as const;
});

/** What two servers share, without anything that streams on them. */
async function openTwoStores() {
  const url = await freshSchema();
  const open = async () => {
    const { texts, close } = await createPostgresStore({ url, failed: () => {} });
    onTestFinished(close);
    if (!texts) throw new Error("PostgreSQL is shared");
    return texts;
  };
  return [await open(), await open()] as const;
}

async function openServer(url: string) {
  const errors: unknown[] = [];
  const store = await createPostgresStore({ url, failed: (error) => errors.push(error) });
  if (!store.texts) throw new Error("PostgreSQL is shared");
  if (!(await store.load("conv_a"))) await createWorkbench(store, systemClock).performAll("conv_a", start());
  const texts = createLiveTexts();
  const sharing = shareTexts(texts, store.texts, (error) => errors.push(error));
  onTestFinished(async () => {
    await sharing.stop();
    await store.close();
    expect(errors).toEqual([]);
  });
  return texts;
}

/** Waits until the text so far, put together from its pieces, is this. */
function heard(texts: ReturnType<typeof createLiveTexts>, whole: string) {
  const { promise, resolve } = Promise.withResolvers<readonly LiveDelta[]>();
  const pieces: LiveDelta[] = [];
  const stop = texts.onDelta((piece) => {
    pieces.push(piece);
    if (pieces.map(({ delta }) => delta).join("") !== whole) return;
    stop();
    resolve(pieces);
  });
  return promise;
}

test("[SSE-6] a reply that streams on one server is told on the other, piece by piece", async ({ servers }) => {
  const [here, there] = servers;
  const whole = heard(there, "One two three");
  const live = here.begin(stream);
  live.append("One");
  await heard(there, "One");
  live.append(" two");
  live.append(" three");
  expect((await whole).at(-1)).toMatchObject({ ...stream, text: "One two three" });
  live.end();
});

test("[SSE-6] who begins to listen is told what came before, even if nothing follows", async ({ servers }) => {
  const [here, there] = servers;
  const live = here.begin(stream);
  live.append("So far");
  await heard(there, "So far");
  expect(there.current("conv_a")).toBeUndefined();
  await heard(there, "So far");
  live.end();
});

test("[SSE-6] a text that ended is shown nowhere, and the next one from its start", async ({ servers }) => {
  const [here, there] = servers;
  const stop = there.onDelta(() => {});
  const first = here.begin(stream);
  first.append("One");
  await heard(there, "One");
  first.end();
  const second = here.begin({ ...stream, step: 2 });
  second.append("Two");
  await heard(there, "Two");
  expect(there.current("conv_a")).toEqual({ ...stream, step: 2, text: "Two" });
  second.end();
  stop();
});

test("[SSE-6] a server that lost its lease does not show its text over that of the next attempt", async () => {
  const [lost, holder] = await openTwoStores();
  const next = { ...stream, attempt: 2, text: "Anew" };
  await lost.share([{ ...stream, text: "Once" }], []);
  await holder.share([next], []);
  await lost.share([{ ...stream, text: "Once more" }], []);
  expect(await lost.textOf("conv_a")).toEqual(next);
  await lost.share([], [{ ...stream, text: "Once more" }]);
  expect(await holder.textOf("conv_a")).toEqual(next);
  const later = { ...stream, runId: "run_a_2", text: "Later" };
  await holder.share([later], []);
  expect(await lost.textOf("conv_a")).toEqual(later);
});

test("[SSE-6] a character that PostgreSQL cannot hold keeps no text from the others", async () => {
  const [here, there] = await openTwoStores();
  await here.share([{ ...stream, text: "One\0 two" }], []);
  expect(await there.textOf("conv_a")).toEqual({ ...stream, text: "One two" });
  expect(await there.textOf("conv_b")).toBeUndefined();
});

/** Other servers that are played by the test. */
function openAlone(shared: Partial<SharedTexts>) {
  const texts = createLiveTexts();
  const others: SharedTexts = {
    share: async () => {},
    look: async () => ({ now: 0, streams: [] }),
    textOf: async () => undefined,
    onShared: () => () => {},
    ...shared,
  };
  return { texts, sharing: shareTexts(texts, others, () => {}) };
}

test("[SSE-6] a text is taken back when the next step begins, though that has no words yet", async () => {
  const shares = createExchange<{ readonly changed: readonly LiveText[]; readonly ended: readonly LiveText[] }, void>();
  const { texts, sharing } = openAlone({ share: (changed, ended) => shares.ask({ changed, ended }, undefined) });
  const first = texts.begin(stream);
  first.append("One");
  const shown = await shares.next();
  expect(shown.changed).toEqual([{ ...stream, text: "One" }]);
  first.end();
  const second = texts.begin({ ...stream, step: 2 });
  shown.answer();
  const takenBack = await shares.next();
  expect(takenBack).toMatchObject({ changed: [], ended: [{ ...stream, text: "One" }] });
  second.append("Two");
  takenBack.answer();
  const replaced = await shares.next();
  expect(replaced).toMatchObject({ changed: [{ ...stream, step: 2, text: "Two" }], ended: [] });
  second.end();
  replaced.answer();
  (await shares.next()).answer();
  await sharing.stop();
});

test("[STORE-20] a database that does not answer keeps no server from stopping, and nothing piles up for it", async () => {
  const looked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const hung = Promise.withResolvers<{ readonly now: number; readonly streams: [] }>();
  let looks = 0;
  let hear = () => {};
  const { texts, sharing } = openAlone({
    look() {
      looked[looks]?.resolve();
      looks += 1;
      return hung.promise;
    },
    onShared(listener) {
      hear = listener;
      return () => {};
    },
  });
  texts.onDelta(() => {});
  hear();
  await looked[0].promise;
  for (let word = 0; word < 50; word += 1) hear();
  await sharing.stop();
  expect(looks).toBe(1);
  hung.resolve({ now: 0, streams: [] });
  await looked[1].promise;
  expect(looks).toBe(2);
});
