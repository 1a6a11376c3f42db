import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { defineConfig, defineTool } from "askback";
import * as z from "zod";
import { colleagueKey } from "./colleague.ts";
import { createPuppet } from "./puppet.ts";

/** The config of servers under test. Their model writes each prompt it gets to ASKBACK_TEST_PROMPTS. */
const model = createPuppet(process.env.ASKBACK_TEST_PROMPTS);

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

const common = { instructions: "Follow the script.", model, tools: ["note", "sleep"] };

export default defineConfig({
  // The limits have tests of their own; here they would only slow the others down.
  limits: { requestsPerSecond: 1_000_000, burst: 1_000_000 },
  keys: [{ name: "colleague", scopes: ["answer"], sha256: createHash("sha256").update(colleagueKey).digest("hex") }],
  tools: [note, sleep],
  agents: [
    { ...common, name: "puppet" },
    { ...common, name: "hasty", ask: { deadlineMs: 300 } },
    { ...common, name: "short", stepLimit: 2 },
    { ...common, name: "unset", model: "anthropic/without-a-key" },
  ],
});
