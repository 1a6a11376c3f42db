import type { Cluster } from "../../test/harness/postgres/postgres-cluster.ts";
import type { Fleet } from "../fleet.ts";
import { formatSeconds, type Injector } from "./schedule.ts";

/** Servers that are killed, frozen and stopped. */
export function createServerFaults(fleet: Fleet) {
  const how = {
    kill: (seconds: string) => `killed, back after ${seconds}`,
    freeze: (seconds: string) => `frozen for ${seconds}`,
    drain: (seconds: string) => `drained, back after ${seconds}`,
  };
  const injector = (kind: keyof typeof how): Injector => ({
    isOfOneServer: true,
    inject: ({ server, forMs }) => fleet[kind](server, forMs),
    describe: ({ server, forMs }) => `server ${server + 1} ${how[kind](formatSeconds(forMs))}`,
  });
  return { kill: injector("kill"), freeze: injector("freeze"), drain: injector("drain") };
}

/** A database that crashes. */
export function createDatabaseFault(cluster: Cluster): Injector {
  return {
    isOfOneServer: false,
    inject: ({ forMs }) => cluster.crash(forMs),
    describe: ({ forMs }) => `PostgreSQL crashed, back after ${formatSeconds(forMs)}`,
  };
}
