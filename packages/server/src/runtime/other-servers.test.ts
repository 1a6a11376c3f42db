import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createPostgresStore } from "../store/postgres/store.ts";
import { freshSchema } from "../store/postgres/testing/fresh-schema.ts";
import { createRuntimeFixture } from "./testing/runtime-fixture.ts";

const onError = (error: unknown) => {
  throw error;
};

test("[RUN-9] a stop on one server aborts the effect on another before its next heartbeat", async () => {
  const { startRuntime, command, clock, model } = createRuntimeFixture();
  const url = await freshSchema();
  const stores = [
    await createPostgresStore({ url, onError, clock }),
    await createPostgresStore({ url, onError, clock }),
  ] as const;
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
  const [here, there] = stores.map((store) => startRuntime({ store }));
  if (!here || !there) throw new Error("there are two servers");
  await here.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const { signal } = await model.next();
  const aborted = new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
  expect((await there.perform("conv_a", command({ type: "stop" }))).ok).toBe(true);
  await aborted;
  expect((await stores[1].load("conv_a"))?.conversation.status).toBe("idle");
  await Promise.all([here.stop(0), there.stop(0)]);
});

test("[STORE-9] a reply for a conversation that a newer server has written is dropped, and the lease released", async () => {
  const { startRuntime, command, clock, model } = createRuntimeFixture();
  const url = await freshSchema();
  const store = await createPostgresStore({ url, onError, clock });
  const newer = new pg.Client({ connectionString: url });
  await newer.connect();
  onTestFinished(async () => void (await Promise.all([store.close(), newer.end()])));
  const released = Promise.withResolvers<void>();
  const runtime = startRuntime({
    pollMs: 5,
    store: {
      ...store,
      async release(...lease) {
        await store.release(...lease);
        released.resolve();
      },
    },
  });
  await runtime.perform("conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  const call = await model.next();
  await newer.query("update conversations set version = version + 1, state_format = state_format + 1");
  call.answer({ text: "Done." });
  await released.promise;
  const { rows } = await newer.query("select version, lease_owner from conversations");
  expect(rows).toEqual([{ version: 5, lease_owner: null }]);
  await runtime.stop(0);
});
