import { expect, onTestFinished, test, vi } from "vitest";
import type { Backend } from "./backends.ts";
import { createCommandRunner } from "./command-runner.ts";
import { answer, ask, start } from "./commands.ts";
import { hourMs } from "./test-time.ts";

const lease = { owner: "worker", leaseMs: 2 * hourMs };

/** What a store's own clock promises to the servers that take it for theirs. */
export function clockContract(create: () => Promise<Backend>): void {
  test.each([
    ["ahead", hourMs],
    ["back", -hourMs],
  ])(
    "[TIME-2] the machine's clock is set an hour %s: the store's clock goes on, and its claims agree with it",
    async (_, jumpMs) => {
      const store = await (await create()).open();
      onTestFinished(() => store.close());
      const { performAll } = createCommandRunner(store, store.clock);
      const before = store.clock.now();
      const rightNow = Date.now.bind(Date);
      const wrong = vi.spyOn(Date, "now").mockImplementation(() => rightNow() + jumpMs);
      onTestFinished(() => wrong.mockRestore());

      await performAll("conv_working", start());
      const [claim] = await store.claim({ ...lease, limit: 1 });
      const now = store.clock.now();
      expect(claim?.now).toBeLessThanOrEqual(now);
      for (const time of [claim?.now, now]) expect(Math.abs(Number(time) - before)).toBeLessThan(hourMs / 2);

      await performAll("conv_held", start(), ask(), answer({ holdMs: hourMs }));
      const dueIn = Number(await store.dueIn());
      expect(Math.abs(dueIn - hourMs)).toBeLessThan(hourMs / 2);
    },
  );
}
