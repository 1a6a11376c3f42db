import { expect, test } from "vitest";
import type { Store } from "../store/store.ts";
import { StateTooNew, StoreUnavailable } from "../store/store-unavailable.ts";
import { createRuntimeFixture } from "./testing/runtime-fixture.ts";

const isIdle = ({ status }: { readonly status: string }) => status === "idle";
const go = (conversationId: string) => ({ type: "start", conversationId, message: "Go" }) as const;

function aborted(signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
}

test("[STORE-20] an unavailable store is no failure of the model", async () => {
  const { startRuntime, command, store, model, until, log, failures } = createRuntimeFixture();
  let outages = 2;
  const failing: Store = {
    ...store,
    async modelMessages(...range) {
      outages -= 1;
      if (outages >= 0) throw new StoreUnavailable("the database is unavailable: 10.0.0.1:5432");
      return store.modelMessages(...range);
    },
  };
  await startRuntime({ concurrency: 0 }).perform("conv_a", command(go("conv_a")));
  startRuntime({ store: failing, pollMs: 5 });
  (await model.next()).answer({ text: "Done." });
  await until("conv_a", isIdle);
  expect((await log("conv_a")).map(({ type }) => type)).not.toContain("model.failed");
  expect(failures.map(({ conversationId }) => conversationId)).toEqual(["conv_a", "conv_a"]);
});

test("[RUN-9] a heartbeat that cannot read one conversation goes on with the next", async () => {
  const { startRuntime, command, store, model, failures } = createRuntimeFixture();
  const failing: Store = {
    ...store,
    async load(id) {
      if (id === "conv_a") throw new Error("unreadable");
      return store.load(id);
    },
  };
  const here = startRuntime({ store: failing, leaseMs: 300 });
  const there = startRuntime();
  for (const id of ["conv_a", "conv_b"]) await here.perform(id, command(go(id)));
  const [, second] = [await model.next(), await model.next()];
  await there.perform("conv_a", command({ type: "send-message", text: "More" }));
  await there.perform("conv_b", command({ type: "stop" }));
  await aborted(second.signal);
  expect(failures[0]).toMatchObject({ conversationId: "conv_a", error: new Error("unreadable") });
});

test("[STORE-9] work on a conversation that a newer server has written is aborted and released", async () => {
  const { startRuntime, command, store, model, failures } = createRuntimeFixture();
  const released = Promise.withResolvers<void>();
  let isNewer = false;
  const older: Store = {
    ...store,
    async load(id) {
      if (isNewer) throw new StateTooNew("too new");
      return store.load(id);
    },
    async release(...lease) {
      await store.release(...lease);
      released.resolve();
    },
  };
  const here = startRuntime({ store: older, leaseMs: 300 });
  await here.perform("conv_a", command(go("conv_a")));
  const { signal } = await model.next();
  isNewer = true;
  await startRuntime().perform("conv_a", command({ type: "send-message", text: "More" }));
  await aborted(signal);
  await released.promise;
  await here.stop(0);
  expect(failures).toEqual([]);
});

test("[RUN-1] due conversations that are locked delay the next poll", async () => {
  const { startRuntime, store, clock } = createRuntimeFixture();
  const waits: number[] = [];
  const polled = Promise.withResolvers<void>();
  let claims = 0;
  startRuntime({
    clock: {
      ...clock,
      after(ms, work) {
        waits.push(ms);
        return clock.after(ms, work);
      },
    },
    store: {
      ...store,
      async claim() {
        claims += 1;
        if (claims === 3) polled.resolve();
        return [];
      },
      dueIn: async () => 0,
    },
    leaseMs: 600_000,
  });
  await polled.promise;
  expect(Math.min(...waits)).toBeGreaterThan(0);
});
