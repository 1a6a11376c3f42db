import { appendFileSync } from "node:fs";
import { type Config, defineConfig, defineTool } from "askback";
import * as z from "zod";

/** The config of servers whose models are at a test's provider: agents, keys and providers come from the test. */
const { agents, keys, providers } = JSON.parse(process.env.ASKBACK_TEST_DESK ?? "{}") as Config;

const note = defineTool({
  name: "note",
  description: "Writes a line to the test's file.",
  input: z.object({ line: z.string() }),
  run({ line }) {
    if (process.env.ASKBACK_TEST_NOTES) appendFileSync(process.env.ASKBACK_TEST_NOTES, `${line}\n`);
    return `noted ${line}`;
  },
});

const sleep = defineTool({
  name: "sleep",
  description: "Waits until it is aborted.",
  input: z.object({}),
  run: (_, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
});

export default defineConfig({
  limits: { requestsPerSecond: 1_000_000, burst: 1_000_000 },
  tools: [note, sleep],
  ...(agents && { agents }),
  ...(keys && { keys }),
  ...(providers && { providers }),
});
