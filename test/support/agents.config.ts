import { createHash } from "node:crypto";
import { defineConfig } from "askback";
import { colleagueKey } from "./colleague.ts";
import { createPuppet } from "./puppet.ts";
import { serverTools } from "./server-tools.ts";

/** The config of servers under test. Their model writes each prompt it gets to ASKBACK_TEST_PROMPTS. */
const model = createPuppet(process.env.ASKBACK_TEST_PROMPTS);

const common = { instructions: "Follow the script.", model, tools: ["note", "sleep"] };

export default defineConfig({
  // The limits have tests of their own; here they would only slow the others down.
  limits: { requestsPerSecond: 1_000_000, burst: 1_000_000 },
  leaseMs: 2_000,
  origins: process.env.ASKBACK_TEST_ORIGINS?.split(",") ?? [],
  keys: [{ name: "colleague", scopes: ["answer"], sha256: createHash("sha256").update(colleagueKey).digest("hex") }],
  tools: serverTools,
  agents: [
    { ...common, name: "puppet" },
    { ...common, name: "hasty", ask: { deadlineMs: 300 } },
    { ...common, name: "brief", ask: { deadlineMs: 5_000 } },
    { ...common, name: "timed", ask: { deadlineMs: 600_000 } },
    { ...common, name: "careful", approve: ["note"] },
    { ...common, name: "asker", ask: { contract: "question" } },
    { ...common, name: "sessioner", ask: { contract: "AskUserQuestion" } },
    { ...common, name: "lead", spawn: ["puppet"] },
    { ...common, name: "short", stepLimit: 2 },
    { ...common, name: "unset", model: "anthropic/without-a-key" },
  ],
});
