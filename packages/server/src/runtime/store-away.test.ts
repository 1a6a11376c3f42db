import { expect, test } from "vitest";
import type { Store } from "../store/store.ts";
import { StateTooNew, StoreUnavailable } from "../store/store-unavailable.ts";
import { createWorkshop } from "./testing/workshop.ts";

const isIdle = ({ status }: { readonly status: string }) => status === "idle";
const go = (conversationId: string) => ({ type: "start", conversationId, message: "Go" }) as const;

function aborted(signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
}

test("[STORE-20] a store that is away when the transcript is read is no failure of the model", async () => {
  const { open, command, store, model, until, log, failures } = createWorkshop();
  let outages = 2;
  const shaky: Store = {
    ...store,
    async modelMessages(...wanted) {
      outages -= 1;
      if (outages >= 0) throw new StoreUnavailable("the database is away: 10.0.0.1:5432");
      return store.modelMessages(...wanted);
    },
  };
  const runtime = open({ store: shaky, pollMs: 5 });
  await runtime.perform("conv_a", command(go("conv_a")));
  (await model.next()).answer({ text: "Done." });
  await until("conv_a", isIdle);
  expect((await log("conv_a")).map(({ type }) => type)).not.toContain("model.failed");
  expect(failures.map(({ conversationId }) => conversationId)).toEqual(["conv_a", "conv_a"]);
});

test("[RUN-9] a heartbeat that cannot look at one conversation still looks at the next", async () => {
  const { open, command, store, model, failures } = createWorkshop();
  const shaky: Store = {
    ...store,
    async load(id) {
      if (id === "conv_a") throw new Error("unreadable");
      return store.load(id);
    },
  };
  const here = open({ store: shaky, leaseMs: 300 });
  const there = open();
  for (const id of ["conv_a", "conv_b"]) await here.perform(id, command(go(id)));
  const [, second] = [await model.next(), await model.next()];
  await there.perform("conv_a", command({ type: "send-message", text: "More" }));
  await there.perform("conv_b", command({ type: "stop" }));
  await aborted(second.signal);
  expect(failures[0]).toMatchObject({ conversationId: "conv_a", error: new Error("unreadable") });
});

test("[STORE-9] what a newer server has written is worked on here no longer, and is free for others", async () => {
  const { open, command, store, model, failures } = createWorkshop();
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
  const here = open({ store: older, leaseMs: 300 });
  await here.perform("conv_a", command(go("conv_a")));
  const { signal } = await model.next();
  isNewer = true;
  await open().perform("conv_a", command({ type: "send-message", text: "More" }));
  await aborted(signal);
  await released.promise;
  await here.stop(0);
  expect(failures).toEqual([]);
});

test("[RUN-1] what is due and locked by another server is left alone for a moment before the next look", async () => {
  const { open, store, clock } = createWorkshop();
  const waits: number[] = [];
  const looks = Promise.withResolvers<void>();
  let claims = 0;
  open({
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
        if (claims === 3) looks.resolve();
        return [];
      },
      dueIn: async () => 0,
    },
    leaseMs: 600_000,
  });
  await looks.promise;
  expect(Math.min(...waits)).toBeGreaterThan(0);
});
