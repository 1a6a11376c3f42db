import { expect, test } from "vitest";
import { createManualClock } from "../store/testing/manual-clock.ts";
import { createClaimPoller } from "./claim-poller.ts";

test.each([3_600_000, -3_600_000])("[TIME-5] a clock that is set %i ms ahead delays no poll", async (jumpMs) => {
  const clock = createManualClock();
  const waits: number[] = [];
  const polled = Promise.withResolvers<void>();
  const poller = createClaimPoller({
    store: { dueIn: async () => undefined },
    clock: {
      ...clock,
      after(ms) {
        waits.push(ms);
        return () => {};
      },
    },
    pollMs: 1_000,
    freeSlots: () => 1,
    claim: async () => 0,
    onError: polled.reject,
    onPolled: polled.resolve,
  });
  poller.start();
  await polled.promise;
  clock.jump(jumpMs);
  poller.wakeIn(900);
  poller.wakeIn(950);
  expect(waits).toEqual([1_000, 900]);
});
