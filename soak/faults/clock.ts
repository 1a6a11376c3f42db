import { createRandom } from "../../test/harness/fuzz/random.ts";
import { hourMs } from "../../test/harness/time/wall-clock.ts";
import type { Fleet } from "../fleet.ts";
import type { Injector } from "./schedule.ts";

/** By how much the clock of a server is wrong, in turns; it is right at times. */
const errors = [hourMs, -hourMs, 0, 90_000, -90_000, 24 * hourMs];

/** Sets the wall clock of a server, which it keeps until the next time; its timers stay right. */
export function createClockFault(fleet: Fleet, seed: number): Injector {
  const random = createRandom(seed);
  let last = 0;
  return {
    isOfOneServer: true,
    async inject({ server }) {
      last = random.pick(errors);
      fleet.setClock(server, last);
    },
    describe: ({ server }) => `the clock of server ${server + 1} set to ${last / 1000} s from the right time`,
  };
}
