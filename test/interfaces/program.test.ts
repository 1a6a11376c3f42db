import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createApi } from "../harness/server/api.ts";
import { runProgram } from "../harness/server/run-program.ts";
import { program, startServerProcess } from "../harness/server/server-process.ts";
import { storeEnvironment } from "../harness/server/store-under-test.ts";
import { temporaryFolder } from "../harness/server/temporary-folder.ts";

function fileWith(text: string, name = "askback.config.ts"): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("[CLI-1] --help lists commands, options and their precedence", { tags: "smoke" }, async () => {
  const { code, stdout } = await runProgram(["--help"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/serve .*run the server/);
  expect(stdout).toMatch(/link .*signs a browser in/);
  const serve = await runProgram(["serve", "--help"]);
  expect(serve.code).toBe(0);
  for (const words of [
    /--host <address>.*ASKBACK_HOST,\s+default\s+127\.0\.0\.1/s,
    /--port <number>.*ASKBACK_PORT,\s+default\s+4100/s,
    /--data-dir <folder>.*ASKBACK_DATA_DIR,\s+default\s+\.askback/s,
    /--config <file>.*ASKBACK_CONFIG,\s+default\s+askback\.config\.ts/s,
    "Flags win over the environment, the environment over the config file, the config file over defaults.",
    "ANTHROPIC_API_KEY",
    "npm run askback -- serve --port 8080",
  ])
    expect(serve.stdout).toMatch(words);
});

test("[CLI-7] messages and help name commands as people type them, in a checkout and where it is installed", async () => {
  const installed = join(temporaryFolder(), "askback");
  symlinkSync(program, installed);
  const starts = [
    { entry: program, name: "npm run askback --" },
    { entry: installed, name: "askback" },
  ];
  for (const { entry, name } of starts) {
    const migrate = await runProgram(["migrate", "--check"], { entry });
    expect(migrate.stdout).toContain(`run \`${name} migrate\`, or start`);
    const help = await runProgram(["doctor", "--help"], { entry });
    expect(help.stdout).toContain(`Usage: ${name} doctor [options]`);
    expect(help.stdout).toContain(`postgres://askback@db/askback ${name} doctor`);
  }
});

test("[CLI-7] the command that a checkout names runs there, in the caller's folder", async () => {
  const cwd = temporaryFolder();
  const root = join(import.meta.dirname, "../..");
  const args = ["--prefix", root, "run", "--silent", "askback", "--", "doctor"];
  const { stdout } = await promisify(execFile)("npm", args, { cwd });
  expect(stdout).toContain(`${join(cwd, ".askback")}: does not exist yet`);
});

test("[CLI-2] an unknown command or option is refused, and the error names the help", async () => {
  const cases = [
    { args: ["frobnicate"], error: "unknown command 'frobnicate'", help: "--help" },
    { args: ["serve", "--colour", "red"], error: "unknown option '--colour'", help: "serve --help" },
    { args: ["serve", "extra"], error: "too many arguments for 'serve'", help: "serve --help" },
    { args: ["keys", "revoke"], error: "missing required argument", help: "keys revoke --help" },
  ];
  const ended = await Promise.all(cases.map(({ args }) => runProgram(args)));
  for (const [index, { code, stderr }] of ended.entries()) {
    const { error = "", help = "" } = cases[index] ?? {};
    expect(code).toBe(64);
    expect(stderr).toMatch(new RegExp(`^error: ${error}.*\\n(.*\\n)?→ See \`npm run askback -- ${help}\`\\.\\n$`));
  }
});

test("[CLI-2] a bad setting ends the program with its name, its source and what is allowed", {
  tags: "smoke",
}, async () => {
  const config = fileWith("export default { agents: [{ name: 'a' }] };");
  const cases: readonly (readonly [readonly string[], Record<string, string>, RegExp])[] = [
    [["--port", "x"], {}, /✖ --port \(flag\) = "x" is not a port\n→ Use a number from 0 to 65535/],
    [[], { ASKBACK_PORT: "-5" }, /✖ ASKBACK_PORT \(environment\) = "-5" is not a port\n→ /],
    [
      [],
      { ASKBACK_HOST: "0.0.0.0" },
      /✖ ASKBACK_HOST \(environment\) = "0\.0\.0\.0" would listen beyond this machine.*\n→ Set `keys` and `publicUrl`/,
    ],
    [["--config", config], {}, new RegExp(`✖ agents\\.a\\.instructions in ${config}: .*\\n.*model.*\\n→ `)],
    [
      [],
      { ASKBACK_CONFIG: "/nowhere.ts" },
      /✖ ASKBACK_CONFIG \(environment\) = "\/nowhere\.ts": there is no such file\n→ /,
    ],
    [["--config", fileWith("export default {")], {}, /could not be loaded: .*\n→ Correct the file/s],
    [["--config", fileWith("export default {\n  port: 1\n  host: 2\n};")], {}, /config\.ts:3 could not be loaded: /],
    [["--config", fileWith("enum Where {}\nexport default {};")], {}, /config\.ts:1 could not .*\n→ .*enums/s],
    [["--config", fileWith("const no: any = {};\nexport default no.at.all;")], {}, /config\.ts:2:\d+ could not be /],
  ];
  const ended = await Promise.all(cases.map(([args, env]) => runProgram(["serve", ...args], { env })));
  for (const [index, { code, stdout, stderr }] of ended.entries()) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(cases[index]?.[2] ?? "");
    expect(stderr).not.toMatch(/^ {4}at /m);
  }
});

test("[CLI-2] an agent that names a tool, a contract or a name that cannot be is refused with the file", async () => {
  const agent = "name: 'a', instructions: '', model: 'ollama/x'";
  const cases: readonly (readonly [string, RegExp])[] = [
    [
      `{ ${agent}, tools: ['hammer'] }`,
      /lists "hammer" in tools, which is none; there are: none; and Askback's own: .*question/,
    ],
    [`{ ${agent}, approve: ['deploy'] }`, /the agent "a" wants approval for "deploy".*it has: none/],
    [`{ ${agent}, tools: ['question'], ask: false }`, /the agent "a" names "question" in tools and says ask: false/],
    [`{ ${agent}, ask: { contract: 'shout' } }`, /"shout"; there are: ask_user_question/],
    [`{ ${agent} }, { ${agent} }`, /two agents are named "a"/],
  ];
  const refused = cases.map(async ([agents, words]) => {
    const config = fileWith(`export default { port: 0, agents: [${agents}] };`);
    const { code, stderr } = await runProgram(["serve", "--config", config]);
    expect(code).toBe(1);
    expect(stderr).toMatch(words);
    expect(stderr).toContain(config);
  });
  await Promise.all(refused);
});

test("[CLI-2] a port that is taken and a folder that cannot be used are named with their source", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  const port = String(typeof address === "object" && address ? address.port : 0);
  const busy = await runProgram(["serve", "--port", port]);
  taken.close();
  expect(busy).toMatchObject({ code: 1 });
  expect(busy.stderr).toMatch(new RegExp(`✖ --port \\(flag\\) = "${port}" cannot be used: .*\\n→ `));
  const file = fileWith("", "file");
  const blocked = await runProgram(["serve", "--port", "0"], { env: { ASKBACK_DATA_DIR: file } });
  expect(blocked).toMatchObject({ code: 1 });
  expect(blocked.stderr).toMatch(
    new RegExp(`✖ ASKBACK_DATA_DIR \\(environment\\) = "${file}" cannot be used: .*\\n→ `),
  );
});

test("[CLI-2] a failed start ends the process and the MCP servers that it had started", async () => {
  const fixture = join(import.meta.dirname, "../../packages/server/src/runtime/tool/testing/mcp-stdio.fixture.ts");
  const startLog = join(temporaryFolder(), "started");
  const args = JSON.stringify(["--conditions=@askback/source", fixture, "serve", startLog]);
  const files = `{ command: process.execPath, args: ${args} }`;
  const nowhere = "{ command: '/nowhere/at-all' }";
  const agents = "[{ name: 'a', instructions: '', model: 'ollama/x', tools: ['hammer'] }]";
  const refused = [
    `mcpServers: { files: ${files} }, agents: ${agents}`,
    `mcpServers: { files: ${files}, nowhere: ${nowhere} }, agents: ${agents}`,
  ];
  for (const settings of refused) {
    const config = fileWith(`export default { port: 0, ${settings} };`);
    const { code, stderr } = await runProgram(["serve", "--config", config]);
    expect(code).toBe(1);
    expect(stderr).toContain("hammer");
    expect(stderr).toContain(config);
  }
  const started = readFileSync(startLog, "utf8").matchAll(/^started (\d+)$/gm);
  const running = [...started].map(([, pid]) => Number(pid)).filter(isAlive);
  expect(running).toEqual([]);
});

test("[CLI-2] a data folder belongs to one server at a time", async () => {
  const inFolder = { ASKBACK_DATABASE_URL: "" };
  const server = await startServerProcess({ env: inFolder });
  const second = await runProgram(["serve", "--port", "0", "--data-dir", server.dataDir]);
  expect(second).toMatchObject({ code: 1 });
  expect(second.stderr).toMatch(/✖ --data-dir \(flag\) = .* is in use by another Askback process/);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await server.kill();
  const third = await startServerProcess({ dataDir: server.dataDir, env: inFolder });
  expect(await third.stop()).toBe(0);
});

test("[CLI-1] flags, environment and config file reach the server in their order", async () => {
  const home = temporaryFolder();
  mkdirSync(join(home, "from-file"));
  const config = fileWith(
    `export default { port: 1, dataDir: ${JSON.stringify(join(home, "from-file"))}, limits: { requestsPerSecond: 0.001, burst: 5, bodyBytes: 100 } };`,
  );
  // Port 1 of the file and the bad one of the environment would both fail; the flag wins.
  const server = await startServerProcess({ config, dataDir: join(home, "from-env"), env: { ASKBACK_PORT: "no" } });
  expect(server.dataDir).toBe(join(home, "from-env"));
  const api = createApi(server);
  expect(await api.post("/v1/conversations", { agent: "planner", message: "x".repeat(100) })).toMatchObject({
    status: 413,
  });
  const statuses = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await api.get("/v1/inbox/count")).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  expect(await server.stop()).toBe(0);
});

test("[SEC-5] [CLI-10] `askback link` prints a link that signs in at the running server of its folder", {
  tags: "smoke",
}, async () => {
  const dataDir = join(temporaryFolder(), "data");
  const server = await startServerProcess({ dataDir, args: ["--data-dir", dataDir] });
  const env = await storeEnvironment(dataDir);
  const printed = /run `npm run askback -- (link [^`]*)`/;
  await expect.poll(() => server.lines.join("\n")).toMatch(printed);
  const [, command = ""] = printed.exec(server.lines.join("\n")) ?? [];
  expect(command).toMatch(`link --data-dir ${dataDir} --config `);
  const { signInCommand } = (await (await fetch(`${server.url}/v1/me`)).json()) as { signInCommand: string };
  expect(signInCommand).toContain(command);
  const { code, stdout } = await runProgram(command.split(" "), { env });
  expect(code).toBe(0);
  expect(stdout.startsWith(`${server.url}/sign-in?token=`)).toBe(true);
  const signedIn = await fetch(stdout.trim(), { method: "POST" });
  const cookie = `askback_session_${new URL(server.url).port}=`;
  expect([signedIn.status, signedIn.headers.get("set-cookie")]).toEqual([204, expect.stringContaining(cookie)]);
  const named = await runProgram([...command.split(" "), "--port", "9"], { env });
  expect(named).toMatchObject({ code: 69, stderr: expect.stringContaining("no server answers at http://127.0.0.1:9") });
  const elsewhere = await runProgram(["link"]);
  expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining("there is no Askback data in") });
  await server.stop();
});
