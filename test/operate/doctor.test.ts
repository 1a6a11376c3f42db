import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { runProgram } from "../harness/server/run-program.ts";
import { startServerProcess, temporaryFolder } from "../harness/server/server-process.ts";

function fileWith(text: string): string {
  const file = join(temporaryFolder(), "askback.config.ts");
  writeFileSync(file, text);
  return file;
}

test("[OPS-2] doctor passes in a new folder, with one line for each check, and creates nothing there", {
  tags: "smoke",
}, async () => {
  const cwd = temporaryFolder();
  const { code, stdout, stderr } = await runProgram(["doctor"], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout.trim().split("\n");
  expect(lines.slice(0, -2).map((line) => line.replace(/ {2,}.*/, ""))).toEqual([
    "✔ Node",
    "✔ settings",
    "✔ data folder",
    "✔ disk",
    "✔ database",
    "✔ server",
    "✔ models",
    "✔ agents",
  ]);
  expect(lines.at(-1)).toBe("All 8 checks passed.");
  expect(stdout).toContain(`${join(cwd, ".askback")}: does not exist yet`);
});

test("[OPS-2] doctor fails where the folder that was named does not exist, as where its name is mistyped", async () => {
  const mistyped = join(temporaryFolder(), "dta");
  const flag = await runProgram(["doctor", "--data-dir", mistyped]);
  const variable = await runProgram(["doctor"], { env: { ASKBACK_DATA_DIR: mistyped } });
  for (const [{ code, stdout }, setting] of [
    [flag, "--data-dir"],
    [variable, "ASKBACK_DATA_DIR"],
  ] as const) {
    expect(code).toBe(1);
    expect(stdout).toContain(`dta does not exist\n`);
    expect(stdout).toMatch(new RegExp(`→ If a server has run there, ${setting} .*mkdir -p '\\S+dta'`));
    expect(stdout).toMatch(/\nOf \d checks: 1 failed\.\n$/);
  }
  expect(existsSync(mistyped)).toBe(false);
});

test("[OPS-2] doctor warns where the folder that was named holds nothing of a server", async () => {
  const empty = await runProgram(["doctor"], { env: { ASKBACK_DATA_DIR: temporaryFolder() } });
  expect(empty.code).toBe(0);
  expect(empty.stdout).toMatch(/! data folder .*there is nothing of a server in it\n +→ .*ASKBACK_DATA_DIR/);
  expect(empty.stdout).toMatch(/\nOf \d checks: 1 warning\.\n$/);
});

test("[OPS-2] doctor checks a folder while its server runs, and PostgreSQL where its URL is set", async () => {
  const server = await startServerProcess({ env: { ASKBACK_DATABASE_URL: "" } });
  const { code, stdout } = await runProgram(["doctor", "--data-dir", server.dataDir]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/✔ keys +readable by their owner only\n✔ database .*intact/);
  expect(stdout).toMatch(/✔ server +one runs on this folder/);
  await server.stop();
  const env = { ASKBACK_DATABASE_URL: inject("postgresUrl") };
  const far = await runProgram(["doctor", "--json"], { env });
  expect(far.code).toBe(0);
  const { findings } = JSON.parse(far.stdout);
  const statusByCheck = Object.fromEntries(
    findings.map((finding: Record<string, string>) => [finding.check, finding.status]),
  );
  // The PostgreSQL of the tests does not sync to disk.
  expect(statusByCheck).toMatchObject({
    database: "ok",
    version: "ok",
    clock: "ok",
    LISTEN: "ok",
    durability: "warning",
  });
  expect(far.stdout).not.toContain("askback:askback");
});

test("[OPS-2] doctor ends with an error when a check fails, and says what to do", { tags: "smoke" }, async () => {
  const dataDir = join(temporaryFolder(), "data");
  mkdirSync(join(dataDir, "keys"), { recursive: true });
  writeFileSync(join(dataDir, "keys", "answer"), "ans_hidden");
  chmodSync(join(dataDir, "keys"), 0o700);
  chmodSync(join(dataDir, "keys", "answer"), 0o644);
  const agent = (name: string, model: string) => `{ name: "${name}", instructions: "", model: "${model}" }`;
  const agents = [agent("far", "anthropic/x"), agent("near", "ollama/x"), agent("odd", "nobody/x")];
  const config = fileWith(`export default { agents: [${agents}] };`);
  const env = { ASKBACK_DATABASE_URL: "postgres://ana:hidden@127.0.0.1:1/askback" };
  const { code, stdout, stderr } = await runProgram(["doctor", "--data-dir", dataDir, "--config", config], { env });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toMatch(/✖ keys .*keys\/answer\n +→ chmod -R go= /);
  expect(stdout).toMatch(/✖ database +127\.0\.0\.1:1: .*ECONNREFUSED.*\n +→ Nothing answers there/);
  expect(stdout).toMatch(
    /✖ models +agent far, anthropic\/x: there is no API key for anthropic\n +→ Set ANTHROPIC_API_KEY/,
  );
  expect(stdout).toMatch(/✖ models +agent odd, nobody\/x: no provider is named "nobody"\n +→ Use anthropic, /);
  expect(stdout).not.toContain("agent near");
  expect(stdout).toMatch(/\nOf \d+ checks: 4 failed\.\n$/);
  expect(stdout).not.toContain("hidden");
});

test("[OPS-2] doctor says why settings cannot be read, and that the other checks depend on them", async () => {
  const config = fileWith("export default { prot: 1 };");
  const { code, stdout } = await runProgram(["doctor", "--config", config]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/✔ Node .*\n✖ settings +the default export in .*has `prot`.*\n +→ Correct the file/);
  const blocked = await runProgram(["doctor"], { env: { ASKBACK_DATA_DIR: join(config, "below") } });
  expect(blocked.code).toBe(1);
  expect(blocked.stdout).toMatch(
    /✖ data folder +.*askback\.config\.ts is not a folder that this user can write to\n +→ /,
  );
});

test.each([
  ["a tool that is not there", { tools: ["wether"] }, 'the agent "guide" lists "wether" in tools'],
  ["tools of a server that is not there", { tools: ["files__*"] }, 'the agent "guide" lists "files__*" in tools'],
  ["a sub-agent that is not there", { spawn: ["nobody"] }, 'the agent "guide" spawns "nobody"'],
  [
    "approval of a tool that it does not have",
    { approve: ["deploy"] },
    'the agent "guide" wants approval for "deploy"',
  ],
])("[OPS-2] doctor refuses an agent with %s, as a server does", async (_, fields, found) => {
  const agent = { name: "guide", instructions: "Work.", model: "ollama/small", ...fields };
  const config = fileWith(`export default ${JSON.stringify({ agents: [agent] })};`);
  const { code, stdout } = await runProgram(["doctor", "--config", config]);
  expect(code).toBe(1);
  expect(stdout.split("\n").find((line) => line.startsWith("✖ agents"))).toContain(found);
  const started = await runProgram(["serve", "--config", config, "--port", "0", "--data-dir", temporaryFolder()]);
  expect(started).toMatchObject({ code: 1, stderr: expect.stringContaining(found) });
});
