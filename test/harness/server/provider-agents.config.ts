import { type Config, defineConfig } from "askback";
import { serverTools } from "./server-tools.ts";

/** The config of servers whose agents, keys and providers come from the test. */
const { agents, keys, providers } = JSON.parse(process.env.ASKBACK_TEST_AGENTS ?? "{}") as Config;

export default defineConfig({
  limits: {
    requestsPerSecond: 1_000_000,
    burst: 1_000_000,
    anonymousRequestsPerSecond: 1_000_000,
    anonymousBurst: 1_000_000,
    streamsPerCaller: 10_000,
    loopDelayMs: 60_000,
  },
  leaseMs: 5_000,
  tools: serverTools,
  ...(agents && { agents }),
  ...(keys && { keys }),
  ...(providers && { providers }),
});
