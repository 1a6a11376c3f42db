import type { Check } from "./check.ts";
import { checkClaudeCode } from "./claude-code.ts";
import { checkClaudeCodeMcp } from "./claude-code-mcp.ts";
import { checkCodex } from "./codex.ts";
import { checkOpencode } from "./opencode.ts";

/** Real clients with models on this machine: each asks, a person answers in another process, and the next request has the answer. */
const clients: Readonly<Record<string, () => Promise<readonly Check[]>>> = {
  "claude-code": checkClaudeCode,
  "claude-code-mcp": checkClaudeCodeMcp,
  opencode: checkOpencode,
  codex: checkCodex,
};

const [only] = process.argv.slice(2);
for (const [name, run] of Object.entries(clients)) {
  if (only !== undefined && only !== name) continue;
  try {
    for (const { what, isSo, ending } of await run()) {
      console.log(`${isSo ? "ok    " : "FAILED"} ${name}: ${what}`);
      if (isSo) continue;
      process.exitCode = 1;
      if (ending !== undefined) console.log(`       it ended so: ${ending}`);
    }
  } catch (error) {
    console.log(`not available: ${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
process.exit();
