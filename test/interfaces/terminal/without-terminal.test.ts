import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { type Api, createApi } from "../../harness/server/api.ts";
import { runProgram } from "../../harness/server/run-program.ts";
import { compileCache, program, type ServerProcess, startServerProcess } from "../../harness/server/server-process.ts";
import { onEnd } from "../../harness/server/temporary-folder.ts";

let server: ServerProcess;
let api: Api;
let env: Record<string, string>;

beforeAll(async () => {
  server = await startServerProcess({ config: "none" });
  api = createApi(server);
  env = { ASKBACK_DATA_DIR: server.dataDir };
});

async function ask(body: object): Promise<string> {
  return (await createApi(server, server.keys.ask).post("/v1/inquiries", body)).body.id;
}

const resolutionOf = async (id: string) => (await api.get(`/v1/inquiries/${id}`)).body.resolution;

/** Runs a command with these lines piped in. */
async function runWith(input: string, args: readonly string[], extra: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["--conditions=@askback/source", program, ...args], {
    env: { PATH: process.env.PATH ?? "", ...compileCache, ...env, ...extra },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onEnd(() => child.kill("SIGKILL"));
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, stdout, stderr };
}

test("[TERM-6] flags answer one question: options by label or number, own words, a note", {
  tags: "smoke",
}, async () => {
  const cases: readonly (readonly [readonly string[], object])[] = [
    [["--option", "postgres"], { type: "answered", answers: [{ options: ["o1"] }] }],
    [["--option", "2", "--note", "For now"], { type: "answered", answers: [{ options: ["o2"], note: "For now" }] }],
    [["--text", "A file"], { type: "answered", answers: [{ text: "A file" }] }],
    [["--decline", "--comment", "No"], { type: "declined", comment: "No" }],
    [["--delegate"], { type: "delegated" }],
    [["--dismiss"], { type: "dismissed" }],
  ];
  const ended = cases.map(async ([flags, resolution]) => {
    const id = await ask({ question: "Which?", options: ["Postgres", "SQLite"] });
    expect((await runProgram(["answer", id, ...flags], { env })).code).toBe(0);
    expect(await resolutionOf(id)).toMatchObject(resolution);
  });
  await Promise.all(ended);
});

test("[TERM-6] flags that fit no option, contradict each other or come too late are refused with 64", async () => {
  const id = await ask({ question: "Which?", options: ["Postgres", "SQLite"] });
  const wrong = await runProgram(["answer", id, "--option", "MySQL"], { env });
  expect(wrong.code).toBe(64);
  expect(wrong.stderr).toContain('→ Use a label or a number: 1 "Postgres", 2 "SQLite".');
  expect((await runProgram(["answer", id, "--text", "x", "--decline"], { env })).code).toBe(64);
  await api.post(`/v1/inquiries/${id}/decline`);
  const late = await runProgram(["answer", id, "--option", "1"], { env });
  expect(late).toMatchObject({ code: 64, stderr: expect.stringContaining("owner declined to answer.") });
});

test("[TERM-6] without flags a line for each question is read, and what is unclear is asked again", async () => {
  const questions = [{ question: "Which?", options: ["Postgres", "SQLite"] }, { question: "Why?" }];
  const id = await ask({ questions });
  const { code, stderr } = await runWith("3\nsqlite\nIt is small\n", ["answer", id]);
  expect(code).toBe(0);
  expect(stderr).toContain("There is no option with that number. Please answer again.");
  expect((await resolutionOf(id)).answers).toMatchObject([{ options: ["o2"] }, { text: "It is small" }]);
  const german = await ask({ question: "Which?", options: ["Postgres", "SQLite"] });
  await runWith("Du entscheidest.\n", ["answer", german], { LANG: "de_DE.UTF-8" });
  expect((await resolutionOf(german)).type).toBe("delegated");
});

test("[TERM-8] without a terminal and without input the answer ends with 78, and nothing is recorded", async () => {
  const id = await ask({ question: "Which?", options: ["Postgres", "SQLite"] });
  for (const ended of [await runProgram(["answer", id], { env }), await runWith("", ["answer", id])]) {
    expect(ended.code).toBe(78);
    expect(ended.stderr).toMatch(/→ Use --option, --text, --decline or --delegate/);
  }
  expect(await resolutionOf(id)).toBeUndefined();
  await api.post(`/v1/inquiries/${id}/dismiss`);
});

test("[TERM-5] [TERM-9] without a terminal the inbox is a list, without escape sequences, or JSON", {
  tags: "smoke",
}, async () => {
  const id = await ask({ question: "Deploy\u001B[2J?", agent: "release-manager" });
  const { code, stdout } = await runProgram(["inbox"], { env: { ...env, FORCE_COLOR: "1" } });
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^${id} {2}Release manager: Deploy\\[2J\\? \\(waiting \\d+s\\)\n$`));
  expect(JSON.parse((await runProgram(["inbox", "--json"], { env })).stdout)).toMatchObject([{ id }]);
  await api.post(`/v1/inquiries/${id}/dismiss`);
  expect((await runProgram(["inbox"], { env })).stdout).toBe("Nothing needs you.\n");
});

test("[TERM-11] JSON escapes what a terminal would obey, and is read as it was", async () => {
  const input = { command: "ls\u009B2J \u202Ehs.txt", path: "\u{E0041}" };
  const id = await ask({ approval: { tool: "shell", input } });
  const { stdout } = await runProgram(["inbox", "--json"], { env });
  expect(stdout).toContain("ls\\u009b2J \\u202ehs.txt");
  expect(JSON.parse(stdout)).toMatchObject([{ id, approval: { input } }]);
  const answered = await runProgram(["answer", id, "--option", "2", "--note", "no\u009B", "--json"], { env });
  expect(answered.stdout).not.toMatch(/[\u009B\u202E]/);
  expect(JSON.parse(answered.stdout)).toMatchObject({ resolution: { answers: [{ note: "no\u009B" }] } });
});

test("[TERM-7] a chat reads messages and answers from its input, and says which question stays open", async () => {
  const whole = await runWith("A weekend\n2\n1 3\n", ["chat", "planner"]);
  expect(whole.code).toBe(0);
  expect(whole.stdout).toContain("Kind of trip: Mountains. It must include: Good food, Something for children.");
  const cut = await runWith("A weekend\n", ["chat", "planner"]);
  expect(cut.code).toBe(20);
  const [, id] = /answer (inq_\w+)/.exec(cut.stderr) ?? [];
  const { body } = await api.get(`/v1/inquiries/${id}`);
  const later = await runWith("3\n2\n", ["chat", "planner", "--conversation", body.conversationId]);
  expect(later.stdout).toContain("Kind of trip: Sea. It must include: Time alone.");
});

test("[TERM-15] help and version load nothing that draws", async () => {
  const flags = ["--conditions=@askback/source", "--import", hooks, program, "ask", "--help"];
  const child = spawn(process.execPath, flags, {
    env: { PATH: process.env.PATH ?? "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  expect(stderr).toContain("loaded commander");
  expect(stderr).not.toMatch(/loaded (ink|react)\n/);
});

/** Writes the name of every package that is imported. */
const hooks = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from "node:fs";
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(name, context, next) {
      if (/^[a-z]/.test(name)) writeSync(2, "loaded " + name + "\\n");
      return next(name, context);
    },
  });
`)}`;
