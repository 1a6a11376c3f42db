import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProgram } from "../harness/server/run-program.ts";
import { startServerProcess, temporaryFolder } from "../harness/server/server-process.ts";

const listModules = import.meta.resolve("../harness/list-modules.ts");

/** The environment in which a process lists its modules, and the list. */
function moduleList() {
  const file = join(temporaryFolder(), "modules");
  return {
    env: { NODE_OPTIONS: `--import=${listModules}`, MODULE_LIST: file },
    modules: () => readFileSync(file, "utf8").split("\n"),
  };
}

const onDemand = [
  "/node_modules/pg/",
  "/store/postgres/operate/",
  "/node_modules/@ai-sdk/anthropic/",
  "/node_modules/@ai-sdk/openai/",
  "/node_modules/@modelcontextprotocol/server/",
  "/node_modules/nodemailer/",
  "/node_modules/openid-client/",
  "/node_modules/ink/",
  "/cli/src/settings/config-schema.ts",
];

test("[CLI-12] a server starts without the code that its settings do not need", async () => {
  const { env, modules } = moduleList();
  const server = await startServerProcess({ config: "none", env: { ...env, ASKBACK_DATABASE_URL: "" } });
  await server.stop();
  const loaded = modules();
  expect(loaded.some((module) => module.includes("/packages/server/src/http/app.ts"))).toBe(true);
  expect(loaded.filter((module) => onDemand.some((part) => module.includes(part)))).toEqual([]);
});

test("[CLI-12] a command loads the code of no other one", async () => {
  const { env, modules } = moduleList();
  const { code } = await runProgram(["link", "--help"], { env });
  expect(code).toBe(0);
  const commands = modules().filter((module) => /\/cli\/src\/commands\/(?!\w*-?options)/.test(module));
  expect(commands).toEqual([expect.stringMatching(/\/commands\/link\.ts$/)]);
});
