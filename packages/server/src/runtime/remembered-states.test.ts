import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createPostgresStore } from "../store/postgres/store.ts";
import { freshSchema } from "../store/postgres/testing/fresh-schema.ts";
import { calls, createRuntimeFixture } from "./testing/runtime-fixture.ts";

function onError(error: unknown): never {
  throw error;
}

/** Two servers that count what they load, and a conversation that the first one has parked. */
async function setUp() {
  const { startRuntime, command, clock, model } = createRuntimeFixture();
  const url = await freshSchema();
  const asked = Promise.withResolvers<string>();

  async function startServer() {
    const store = await createPostgresStore({ url, onError, clock });
    onTestFinished(() => store.close());
    const loaded: string[] = [];
    const runtime = startRuntime({
      store: {
        ...store,
        load(id) {
          loaded.push(id);
          return store.load(id);
        },
      },
      onRecorded(events) {
        for (const event of events) if (event.type === "inquiry.asked") asked.resolve(event.inquiry.id);
      },
    });
    return { store, loaded, perform: runtime.perform };
  }
  const [here, there] = [await startServer(), await startServer()];
  await here.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  (await model.next()).answer({ text: "", calls: [calls.ask] });
  const inquiryId = await asked.promise;
  const answer = (option: string) => command({ type: "answer", inquiryId, option });
  return { url, here, there, answer };
}

test("[STORE-51] an answer to what this server has committed last is committed without a read", async () => {
  const { here, answer } = await setUp();
  expect(await here.perform("conv_a", answer("o1"))).toMatchObject({ ok: true });
  expect(here.loaded).toEqual([]);
});

test("[STORE-51] an answer that another server was given before wins over what this one remembers", async () => {
  const { here, there, answer } = await setUp();
  expect(await there.perform("conv_a", answer("o1"))).toMatchObject({ ok: true });
  expect(await here.perform("conv_a", answer("o2"))).toMatchObject({ error: { code: "inquiry-not-open" } });
  expect(here.loaded).toEqual(["conv_a"]);
});

test("[STORE-51] an event of another server is the end of what this one remembers", async () => {
  const { here, there, answer } = await setUp();
  expect(here.store.remembered?.("conv_a")).toEqual(await here.store.load("conv_a"));
  await there.perform("conv_a", answer("o1"));
  await here.store.events({ after: 0, limit: 1_000 });
  expect(here.store.remembered?.("conv_a")).toBeUndefined();
});

test("[STORE-51] a refusal is decided on what is stored, not on what is remembered", async () => {
  const { here, there, answer } = await setUp();
  expect(await here.perform("conv_a", answer("o1"))).toMatchObject({ ok: true });
  expect(await here.perform("conv_a", answer("o2"))).toMatchObject({ error: { code: "inquiry-not-open" } });
  expect(here.loaded).toEqual(["conv_a"]);
  expect(await there.perform("conv_a", answer("o2"))).toMatchObject({ error: { code: "inquiry-not-open" } });
});

test("[STORE-51] a version that was committed anew after a failover is not the one that is remembered", async () => {
  const { url, here, answer } = await setUp();
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("update conversations set updated_at = updated_at + 1");
  expect(await here.perform("conv_a", answer("o1"))).toMatchObject({ ok: true });
  expect(here.loaded).toEqual(["conv_a"]);
});
