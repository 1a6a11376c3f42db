import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProgram } from "../harness/server/run-program.ts";
import { startServerProcess, temporaryFolder } from "../harness/server/server-process.ts";

const agents = [
  { name: "near", instructions: "Work.", model: "ollama/small" },
  { name: "far", instructions: "Work.", model: "anthropic/claude-sonnet-4-5" },
  { name: "filer", instructions: "Work.", model: "ollama/small", tools: ["files__*"] },
  { name: "both", instructions: "Work.", model: "openai/small", tools: ["files__*"] },
];
const config = join(temporaryFolder(), "askback.config.js");
const mcpServers = { files: { command: "no-such-program-anywhere" } };
writeFileSync(config, `export default ${JSON.stringify({ agents, mcpServers })};`);

test("[FAILURE-6] the program starts without the key of one agent and the server of another, and says so", {
  tags: "smoke",
}, async () => {
  const { lines, stop } = await startServerProcess({ config });
  expect(await stop()).toBe(0);
  expect(lines).toContain("  Unavailable:  far: there is no API key for anthropic");
  expect(lines).toContainEqual(expect.stringMatching(/^ {16}→ set ANTHROPIC_API_KEY in the environment/));
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}Unavailable: {2}filer: .*"files" could not be reached.*ENOENT/),
  );
  expect(lines.filter((line) => line.startsWith("  Unavailable:  both: "))).toHaveLength(2);
  const logged = lines.filter((line) => line.includes('"agent unavailable"')).map((line) => JSON.parse(line));
  expect(logged).toMatchObject([
    { level: 40, agent: "far", kind: "key" },
    { level: 40, agent: "filer", kind: "tools" },
    { level: 40, agent: "both", kind: "key" },
    { level: 40, agent: "both", kind: "tools" },
  ]);
});

test("[FAILURE-6] doctor names the key and the server that are missing", async () => {
  const { code, stdout } = await runProgram(["doctor", "--config", config]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/✖ models +agent far, .*no API key.*\n +→ Set ANTHROPIC_API_KEY/);
  expect(stdout).toMatch(/✖ MCP +the MCP server "files" could not be reached.*\n +→ Check mcpServers\.files/);
});
