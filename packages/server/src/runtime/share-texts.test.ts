import { test as base, expect, onTestFinished } from "vitest";
import { systemClock } from "../clock.ts";
import { createPostgresStore } from "../store/postgres/postgres-store.ts";
import { freshSchema } from "../store/postgres/testing/fresh-schema.ts";
import { start } from "../store/testing/wishes.ts";
import { createWorkbench } from "../store/testing/workbench.ts";
import { createLiveTexts, type LiveDelta } from "./live-text.ts";
import { shareTexts } from "./share-texts.ts";

const stream = { conversationId: "conv_a", project: "default", runId: "run_a_1", step: 1, attempt: 1 };

/** Two servers on one database. */
const test = base.extend("servers", async () => {
  const url = await freshSchema();
  return [await openServer(url), await openServer(url)] as const;
});

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
