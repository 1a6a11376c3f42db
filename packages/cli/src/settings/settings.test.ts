import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256Of } from "@askback/server";
import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";
import { createConfigFolder } from "./testing/config-folder.ts";

const { folder, configFile, refusal } = createConfigFolder();

test("[CLI-1] without settings the defaults apply", async () => {
  expect(await readSettings({}, {}, folder)).toEqual({
    host: "127.0.0.1",
    port: 4100,
    logLevel: "info",
    dataDir: join(folder, ".askback"),
    providers: {},
    config: {},
    limits: {},
    sources: { host: "host (default)", port: "port (default)", dataDir: "data folder (default)" },
  });
});

test("[CLI-1] flags win over the environment, the environment over the file, the file over defaults", async () => {
  const file = configFile({ host: "localhost", port: 1, dataDir: "from-file" });
  const env = { ASKBACK_HOST: "::1", ASKBACK_PORT: "2", ASKBACK_DATA_DIR: "from-env", ASKBACK_CONFIG: file };
  const flags = { host: "127.0.0.1", port: "3", dataDir: "from-flag" };
  expect(await readSettings(flags, env, folder)).toMatchObject({
    host: "127.0.0.1",
    port: 3,
    dataDir: join(folder, "from-flag"),
    sources: { port: "--port (flag)" },
  });
  expect(await readSettings({}, env, folder)).toMatchObject({
    host: "::1",
    port: 2,
    dataDir: join(folder, "from-env"),
    sources: { port: "ASKBACK_PORT (environment)" },
  });
  expect(await readSettings({}, { ASKBACK_CONFIG: file }, folder)).toMatchObject({
    host: "localhost",
    port: 1,
    dataDir: join(folder, "from-file"),
    sources: { port: `port (${file})`, config: file },
  });
  expect(await readSettings({ port: "3" }, { ASKBACK_CONFIG: file }, folder)).toMatchObject({
    host: "localhost",
    port: 3,
  });
});

test("[CLI-1] the config file comes from the flag, then the environment, then its usual name; an empty variable counts as unset", async () => {
  const [one, two] = [configFile({ port: 11 }), configFile({ port: 12 })];
  expect(await readSettings({ config: one }, { ASKBACK_CONFIG: two }, folder)).toMatchObject({ port: 11 });
  expect(await readSettings({}, { ASKBACK_CONFIG: two }, folder)).toMatchObject({ port: 12 });
  expect(await readSettings({}, { ASKBACK_CONFIG: "", ASKBACK_PORT: "" }, folder)).toMatchObject({ port: 4100 });
  const home = mkdtempSync(join(folder, "home-"));
  writeFileSync(join(home, "askback.config.js"), "export default { port: 13 };");
  expect(await readSettings({}, {}, home)).toMatchObject({ port: 13 });
  writeFileSync(join(home, "askback.config.ts"), "const port: number = 14; export default { port };");
  expect(await readSettings({}, {}, home)).toMatchObject({ port: 14 });
});

test("[CLI-1] keys of model providers come from the environment, and those of the config file win", async () => {
  const env = { ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "b", GOOGLE_GENERATIVE_AI_API_KEY: "c" };
  const config = configFile({
    providers: { openai: { baseURL: "http://localhost:1/v1" }, google: { apiKey: "mine" } },
  });
  expect((await readSettings({ config }, env, folder)).providers).toEqual({
    anthropic: { apiKey: "a" },
    openai: { apiKey: "b", baseURL: "http://localhost:1/v1" },
    google: { apiKey: "mine" },
  });
});

test("[CLI-2] a bad port is refused with its name, its source and what is allowed", async () => {
  for (const port of ["http", "65536", "-1", "1.5", "", " 80", "1e3", "0x50"]) {
    const { message, hint } = await refusal({ port });
    expect(message).toBe(`--port (flag) = "${port}" is not a port`);
    expect(hint).toContain("0 to 65535");
  }
  expect((await refusal({}, { ASKBACK_PORT: "99999" })).message).toBe(
    'ASKBACK_PORT (environment) = "99999" is not a port',
  );
});

test("[CLI-2] a config file that is missing, does not load or is invalid is refused by name and field", async () => {
  expect((await refusal({ config: "none.ts" })).message).toBe('--config (flag) = "none.ts": there is no such file');
  expect((await refusal({}, { ASKBACK_CONFIG: "none.ts" })).message).toContain("ASKBACK_CONFIG (environment)");
  const broken = configFile("{ not javascript");
  expect((await refusal({ config: broken })).message).toMatch(new RegExp(`^${broken} could not be loaded: `));
  const sha256 = "0".repeat(64);
  const agent = { name: "a", instructions: "", model: "x/y" };
  const faults: readonly (readonly [unknown, string])[] = [
    [{ prot: 1 }, "the default export"],
    [{ port: "80" }, "port"],
    [{ publicUrl: "here" }, "publicUrl"],
    [{ origins: ["app.example.org"] }, "origins.0"],
    [{ origins: ["*"] }, "origins.0"],
    [{ origins: ["https://app.example.org/shop"] }, "origins.0"],
    [{ keys: [{ name: "a b", scopes: ["ask"], sha256 }] }, "keys.0.name"],
    [{ keys: [{ name: "a", scopes: ["root"], sha256 }] }, "keys.a.scopes.0"],
    [{ keys: [{ name: "a", scopes: ["ask"], sha256: "secret" }] }, "keys.a.sha256"],
    [{ retry: { attempts: 0 } }, "retry.attempts"],
    [{ logLevel: "loud" }, "logLevel"],
    [{ keys: [{ name: "owner", scopes: ["ask"], sha256 }] }, "keys"],
    [{ keys: [1, 2].map(() => ({ name: "a", scopes: ["ask"], sha256 })) }, "keys"],
    [{ agents: [{ name: "a" }] }, "agents.a.instructions"],
    [{ agents: [{ ...agent, model: 7 }] }, "agents.a.model"],
    [{ agents: [{ ...agent, stepLimit: 0 }] }, "agents.a.stepLimit"],
    [{ agents: [{ ...agent, ask: { deadlineMs: -1 } }] }, "agents.a.ask.deadlineMs"],
    [{ tools: [{ name: "t" }] }, "tools.t"],
    [{ agents: [{ ...agent, approve: [7] }] }, "agents.a.approve.0"],
    [{ mcpServers: { files: { url: "http://a.b", present: { write: { title: 7 } } } } }, "mcpServers.files"],
    [{ mcpServers: { files: {} } }, "mcpServers.files"],
    [{ limits: { burst: 0 } }, "limits.burst"],
  ];
  for (const [config, field] of faults) {
    const file = configFile(config);
    const { message, hint } = await refusal({ config: file });
    expect(message.startsWith(`${field} in ${file}: `), message).toBe(true);
    expect(hint).not.toContain("defineConfig");
  }
});

test("[CLI-2] a default export that is missing or not an object is refused with an example", async () => {
  for (const [config, words] of [
    ["undefined", "is missing"],
    [7, "must be an object"],
    [[], "must be an object"],
    ["null", "must be an object"],
  ] as const) {
    const file = configFile(config);
    const { message, hint } = await refusal({ config: file });
    expect(message).toBe(`the default export in ${file}: ${words}`);
    expect(hint).toContain("export default defineConfig({ ... })");
  }
});

test("[CLI-2] an error in a config says what is allowed", async () => {
  const agent = { name: "guide", instructions: "", model: "x/y" };
  const key = { name: "team", scopes: ["ask"] };
  const recipe = 'printf %s "$KEY" | sha256sum';
  const faults: readonly (readonly [unknown, string])[] = [
    [
      { agents: [{ name: "guide", instructions: "" }] },
      'agents.guide.model: is missing: give "provider/model" or a model',
    ],
    [{ agents: [{ ...agent, model: 7 }] }, 'agents.guide.model: must be "provider/model" or a model of the AI SDK'],
    [{ agents: [{ name: "guide", model: "x/y" }] }, "agents.guide.instructions: is missing: must be a string"],
    [{ agents: [agent, { ...agent, name: "a b" }] }, "agents.1.name: must be 1-64 letters"],
    [{ agents: [{ instructions: "", model: "x/y" }] }, "agents.0.name: is missing"],
    ...[true, "question", { contract: 7 }].map(
      (ask) =>
        [
          { agents: [{ ...agent, ask }] },
          "agents.guide.ask: must be false or { contract, limit, deadlineMs, channels, escalation, onDeadline, autoResume }",
        ] as const,
    ),
    [
      { agents: [{ ...agent, ask: { deadline: 5 } }] },
      "agents.guide.ask: has `deadline`; it can have contract, limit, deadlineMs, channels, escalation, onDeadline, autoResume",
    ],
    [{ prot: 1 }, "the default export: has `prot`; it can have host, port, "],
    [
      { keys: [{ ...key, key: "secret" }] },
      `keys.team: has \`key\`; only its hash is kept: give sha256, made by ${recipe}`,
    ],
    [{ keys: [key] }, `keys.team.sha256: is missing: give the hash of the key, made by ${recipe}`],
    [{ keys: [{ ...key, sha256: "secret" }] }, `keys.team.sha256: must be a SHA-256 in hex, made by ${recipe}`],
    [{ tools: [{ name: "t", run: "x" }] }, "tools.t: must be made by defineTool: it needs inputSchema and run"],
    ["{ tools: [{ name: 't', input: {}, run() {} }] }", "tools.t: must be made by defineTool"],
    [{ tools: ["weather"] }, "tools.0: must be made by defineTool"],
    [
      { agents: [{ name: "a", instructions: "", model: "x/y", approve: [7] }] },
      "agents.a.approve.0: must be a pattern, or { tool, remember, edit, quorum } where remember is true or paths of fields, edit true or false, and quorum a number or a list of { count, group, keys }",
    ],
    [
      { mcpServers: { files: "npx" } },
      "mcpServers.files: must be { command, args, env, cwd, present } or { url, headers, present }",
    ],
  ];
  for (const [config, words] of faults) {
    const file = configFile(config);
    expect((await refusal({ config: file })).message.replace(` in ${file}`, "")).toContain(words);
  }
});

test("[CLI-2] up to three errors of a config are shown at once", async () => {
  const file = configFile({ port: "80", host: 7, dataDir: 7, publicUrl: "here", agents: [{ name: "a", model: 7 }] });
  const lines = (await refusal({ config: file })).message.split("\n");
  expect(lines[0]).toMatch(`host in ${file}: `);
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^ {2}port: /),
    expect.stringMatching(/^ {2}dataDir: /),
    "  and 3 more",
  ]);
});

test("[CLI-2] the database is given by a PostgreSQL URL, which no message shows", async () => {
  const url = "postgres://ana:hidden@localhost:5432/x";
  const directUrl = "postgresql://ana:hidden@localhost:6432/x";
  const env = { ASKBACK_DATABASE_URL: url, ASKBACK_DATABASE_DIRECT_URL: directUrl };
  expect((await readSettings({}, env, folder)).database).toEqual({ url, directUrl });
  const { message, hint } = await refusal({}, { ASKBACK_DATABASE_URL: "mysql://ana:hidden@localhost/x" });
  expect(message).toContain("ASKBACK_DATABASE_URL (environment)");
  expect(`${message} ${hint}`).not.toContain("hidden");
});

test("[SEC-4] the server does not listen beyond loopback without keys and a public URL", async () => {
  const sha256 = "0".repeat(64);
  const keys = [{ name: "team", scopes: ["answer"], sha256 }];
  const publicUrl = "https://askback.example.org";
  for (const host of ["0.0.0.0", "::", "192.168.1.7", "askback.example.org", "", "127.0.0.1.example.org"]) {
    expect((await refusal({ host })).message).toBe(
      `--host (flag) = "${host}" would listen beyond this machine without configured authentication`,
    );
    for (const config of [{ keys }, { publicUrl }, { publicUrl, keys: [] }])
      expect((await refusal({ host, config: configFile(config) })).hint).toContain("`keys` and `publicUrl`");
  }
  expect((await refusal({}, { ASKBACK_HOST: "0.0.0.0" })).message).toContain("ASKBACK_HOST (environment)");
  const file = configFile({ host: "0.0.0.0" });
  expect((await refusal({ config: file })).message).toContain(`host (${file})`);
  const accepted = await readSettings({ host: "0.0.0.0", config: configFile({ keys, publicUrl }) }, {}, folder);
  expect(accepted.host).toBe("0.0.0.0");
  for (const host of ["127.0.0.1", "::1", "localhost"])
    expect(await readSettings({ host }, {}, folder)).toMatchObject({ host });
});

test("[CLI-2] a password that breaks the URL of a database is refused and not shown", async () => {
  for (const cut of ["12345/geheim", "12345?geheim", "12345#geheim"]) {
    const { message, hint } = await refusal({}, { ASKBACK_DATABASE_URL: `postgres://askback:${cut}@host/db` });
    expect(message).toMatch(/^ASKBACK_DATABASE_URL \(environment\) has a character/);
    expect(`${message}${hint}`).not.toMatch(/geheim|12345/);
  }
});

test("[FILE-3] the limit of a file is a setting of the environment or the file", async () => {
  const file = configFile({ limits: { fileBytes: 1_000, burst: 5 } });
  expect((await readSettings({ config: file }, {}, folder)).limits).toEqual({ fileBytes: 1_000, burst: 5 });
  const env = { ASKBACK_FILE_BYTES: "2000" };
  expect((await readSettings({ config: file }, env, folder)).limits).toEqual({ fileBytes: 2_000, burst: 5 });
});

test.each(["0", "-1", "10MB", "1e6", "104857601", "9".repeat(30)])(
  "[FILE-3] %s is refused as the size of a file",
  async (value) => {
    const { message, hint } = await refusal({}, { ASKBACK_FILE_BYTES: value });
    expect(message).toBe(`ASKBACK_FILE_BYTES (environment) = "${value}" is not a size of files`);
    expect(hint).toBe("Use a number of bytes from 1 to 104857600; 10485760 is the default.");
  },
);

test("[FILE-17] [FILE-18] the bytes of files at once and of unused files are settings of the file", async () => {
  const limits = { bufferedFileBytes: 1_000, unusedFileBytes: 2_000 };
  expect((await readSettings({ config: configFile({ limits }) }, {}, folder)).limits).toEqual(limits);
  const { message } = await refusal({ config: configFile({ limits: { unusedFileBytes: -1 } }) });
  expect(message).toContain("limits.unusedFileBytes");
});

test("[FAILURE-11] a placeholder and the hash of a text that anybody can guess are refused as the hash of a key", async () => {
  for (const sha256 of ["<the hash of the key>", sha256Of("test"), sha256Of("").toUpperCase()]) {
    const file = configFile({ keys: [{ name: "team", scopes: ["ask"], sha256 }] });
    const { message } = await refusal({ config: file });
    expect(message).toContain("keys.team.sha256");
    expect(message).toContain('printf %s "$KEY" | sha256sum');
  }
});
