import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { type Api, createApi } from "../../harness/server/api.ts";
import { runProgram } from "../../harness/server/run-program.ts";
import { compileCache, program, type ServerProcess, startServerProcess } from "../../harness/server/server-process.ts";
import { onEnd } from "../../harness/server/temporary-folder.ts";
import { folderAt, startRelay } from "../../harness/terminal/relay.ts";

let server: ServerProcess;
let api: Api;
let env: Record<string, string>;

beforeAll(async () => {
  server = await startServerProcess();
  api = createApi(server);
  env = { ASKBACK_DATA_DIR: server.dataDir };
});

/** Starts `askback ask --wait` in a shell script, and returns the inquiry's id and how the script ends. */
async function askInShell(flags = "", more: Record<string, string> = {}) {
  const script = `"$NODE" --conditions=@askback/source "$PROGRAM" ask "Deploy?" -o Yes -o No --wait ${flags}; echo "code $?"`;
  const child = spawn("sh", ["-c", script], {
    env: { PATH: process.env.PATH ?? "", NODE: process.execPath, PROGRAM: program, ...compileCache, ...env, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onEnd(() => child.kill("SIGKILL"));
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  let errors = "";
  const id = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
      const found = /waiting for an answer: (inq_\w+)/.exec(errors)?.[1];
      if (found) resolve(found);
    });
    child.once("close", () => reject(new Error(errors)));
  });
  return { id, ended: once(child, "close").then(() => ({ lines, errors })) };
}

test("[TERM-1] the answer is printed, and the exit code is 0", { tags: "smoke" }, async () => {
  const { id, ended } = await askInShell();
  await api.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o1"], note: "Carefully" }] });
  const { lines, errors } = await ended;
  expect(lines).toEqual(["Yes", "code 0"]);
  expect(errors).toContain("Note: Carefully");
});

test("[TERM-1] own words and a message in chat are printed, and the exit code is 0", async () => {
  const written = await askInShell();
  await api.post(`/v1/inquiries/${written.id}/answer`, { answers: [{ question: "q1", text: "After lunch" }] });
  expect((await written.ended).lines).toEqual(["After lunch", "code 0"]);
  const said = await askInShell();
  const { body } = await api.get(`/v1/inquiries/${said.id}`);
  await api.post(`/v1/conversations/${body.conversationId}/messages`, { text: "Ask me tomorrow" });
  expect((await said.ended).lines).toEqual(["Ask me tomorrow", "code 0"]);
});

test.for([
  ["decline", 10, "owner declined to answer."],
  ["delegate", 11, "owner let the agent decide."],
  ["dismiss", 12, "owner set the question aside."],
] as const)("[TERM-1] after %s the exit code is %d", async ([command, code, sentence]) => {
  const { id, ended } = await askInShell();
  await api.post(`/v1/inquiries/${id}/${command}`, { comment: "No time" });
  const { lines, errors } = await ended;
  expect(lines).toEqual([`code ${code}`]);
  expect(errors).toContain(`${sentence}\nComment: No time\n`);
});

test("[TERM-1] an expired question ends with 13, a withdrawn one with 14", async () => {
  const expired = await askInShell("--deadline 1h");
  // A deadline is in the future when it arrives, also on a slow machine.
  const soon = () => ({ deadline: new Date(Date.now() + 500).toISOString() });
  const asker = createApi(server, server.keys.ask);
  await expect.poll(async () => (await asker.patch(`/v1/inquiries/${expired.id}`, soon())).status).toBe(200);
  const { lines } = await expired.ended;
  expect(lines).toEqual(["code 13"]);
  const { id, ended } = await askInShell();
  await asker.post(`/v1/inquiries/${id}/withdraw`);
  expect((await ended).lines).toEqual(["code 14"]);
});

test("[TERM-1] a superseded question ends with 15", async () => {
  // Asks from elsewhere never replace each other, so it is told by a server that says so of one that was withdrawn.
  const relay = await startRelay(server, { change: (body) => body.replaceAll('"withdrawn"', '"superseded"') });
  const { id, ended } = await askInShell("", { ASKBACK_DATA_DIR: folderAt(relay.url, server) });
  await createApi(server, server.keys.ask).post(`/v1/inquiries/${id}/withdraw`);
  const { lines, errors } = await ended;
  expect(lines).toEqual(["code 15"]);
  expect(errors).toContain("A newer question has replaced this one.");
});

test("[TERM-1] when the wait runs out the exit code is 20, and the question stays open", async () => {
  // So long that a busy machine has asked by then.
  const { id, ended } = await askInShell("--timeout 15s");
  const { lines, errors } = await ended;
  expect(lines).toEqual(["code 20"]);
  expect(errors).toContain(`the question stays open: ${id}`);
  expect(errors).toContain(`answer ${id}`);
  expect((await api.get(`/v1/inquiries/${id}`)).body.status).toBe("open");
});

test("[TERM-2] without --wait the id is printed, with --json the inquiry", async () => {
  const plain = await runProgram(["ask", "Deploy?", "-o", "Yes", "-o", "No"], { env });
  expect(plain).toMatchObject({ code: 0, stdout: expect.stringMatching(/^inq_\w+\n$/), stderr: "" });
  const flags = ["--multi", "--header", "Cloud", "--agent", "Deployer", "--thread", "t1", "--context", "**4.2**"];
  const { code, stdout } = await runProgram(["ask", "Where?", "-o", "eu", "-o", "us", ...flags, "--json"], { env });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    agent: "Deployer",
    context: "**4.2**",
    questions: [{ text: "Where?", header: "Cloud", multiSelect: true }],
    origin: { thread: "t1" },
  });
});

test("[TERM-2] several questions come from a file or the standard input", { tags: "smoke" }, async () => {
  const questions = JSON.stringify([{ question: "Where?", options: ["eu", "us"] }, { question: "Why?" }]);
  const script = `printf '%s' "$1" | "$2" --conditions=@askback/source "$3" ask --questions - --json`;
  const { stdout } = await promisify(execFile)("sh", ["-c", script, "sh", questions, process.execPath, program], {
    env: { PATH: process.env.PATH ?? "", ...env },
  });
  const inquiry = JSON.parse(stdout);
  expect(inquiry.questions).toMatchObject([{ text: "Where?" }, { text: "Why?" }]);
});

test("[TERM-2] killed while it waits, it finds the answer when it is asked again under the same key", async () => {
  const args = [
    "--conditions=@askback/source",
    program,
    "ask",
    "Deploy?",
    "-o",
    "Yes",
    "--key",
    "deploy-4.2",
    "--wait",
  ];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onEnd(() => child.kill("SIGKILL"));
  const id = await new Promise<string>((resolve) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      const found = /inq_\w+/.exec(text)?.[0];
      if (found) resolve(found);
    });
  });
  child.kill("SIGKILL");
  await once(child, "close");
  await api.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  const again = await runProgram(["ask", "Deploy?", "-o", "Yes", "--key", "deploy-4.2", "--wait"], { env });
  expect(again).toMatchObject({ code: 0, stdout: "Yes\n" });
});

test("[TERM-8] what is mistyped ends with 64, before anything is asked", async () => {
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [["ask"], /a question is needed\n→ Give it/],
    [["ask", "Deploy?", "--deadline", "soon"], /--deadline \(flag\) = "soon" is not a duration\n→ .*30s/],
    [["ask", "Deploy?", "--questions", "x.json"], /a question is needed/],
    [["ask", "--questions", "/nowhere.json"], /--questions \(flag\) cannot be read/],
    [["ask", "Deploy?", "--colour"], /unknown option '--colour'/],
    [["ask", "Deploy?", "-o", "Yes", "-o", "yes"], /options/],
    [["answer"], /missing required argument 'id'/],
    [["chat", "nobody"], /no agent is named "nobody"\n→ There are: /],
  ];
  const ended = await Promise.all(wrong.map(([args]) => runProgram(args, { env })));
  for (const [index, { code, stdout, stderr }] of ended.entries()) {
    expect({ code, stdout, stderr }).toMatchObject({ code: 64, stdout: "" });
    expect(stderr).toMatch(wrong[index]?.[1] ?? "");
  }
});

test("[TERM-8] without a server, or without a known one, a command ends with 69 and says how to start it", async () => {
  const down = await runProgram(["ask", "Deploy?", "--wait"], {
    env: { ASKBACK_URL: "http://127.0.0.1:9", ASKBACK_KEY: "k" },
  });
  expect(down).toMatchObject({ code: 69, stdout: "" });
  expect(down.stderr).toMatch(
    /✖ no server answers at http:\/\/127\.0\.0\.1:9\n→ Start it with `npm run askback -- serve`/,
  );
  const unknown = await runProgram(["inbox"]);
  expect(unknown.code).toBe(69);
  expect(unknown.stderr).toMatch(/no Askback server is known here\n→ Start one .*`npm run askback -- serve`/);
});

test("[TERM-8] a key that is wrong or may not ends with 77", async () => {
  const keys = ["wrong", server.keys.ask];
  for (const ASKBACK_KEY of keys) {
    const { code, stderr } = await runProgram(["inbox"], { env: { ASKBACK_URL: server.url, ASKBACK_KEY } });
    expect(code).toBe(77);
    expect(stderr).toMatch(/→ .+/);
  }
});
