import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { serveRegistry } from "../harness/packages/registry.ts";
import { nodeFolder, toolFolder } from "../harness/packages/toolchain.ts";
import { createApi } from "../harness/server/api.ts";
import { temporaryFolder } from "../harness/server/temporary-folder.ts";

type Command = readonly [string, ...string[]];

/** An empty folder and a shell in it, with this Node, npm and pnpm, and with `askback` in the registry. */
async function newcomer(version: 22 | 24) {
  const registry = await serveRegistry();
  onTestFinished(registry.close);
  const folder = temporaryFolder();
  const home = temporaryFolder();
  writeFileSync(join(home, ".npmrc"), `registry=${registry.url}\nupdate-notifier=false\n`);
  const pnpm = join(toolFolder("pnpm"), "..", ".bin");
  const env = {
    PATH: [nodeFolder(version), pnpm, process.env.PATH].join(":"),
    HOME: home,
    XDG_CACHE_HOME: join(home, "cache"),
    XDG_DATA_HOME: join(home, "data"),
    CI: "true",
  };

  function start([program, ...args]: Command) {
    const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const lines: string[] = [];
    const ended = once(child, "close");
    const streams = [child.stdout, child.stderr].map((input) => createInterface({ input }));
    for (const stream of streams) stream.on("line", (line) => lines.push(line));
    return { child, lines, ended, streams };
  }

  return {
    folder,
    /** Runs a command to its end. */
    async run(command: Command): Promise<string> {
      const { lines, ended } = start(command);
      const [code] = await ended;
      expect(code, `${command.join(" ")}:\n${lines.join("\n")}`).toBe(0);
      return lines.join("\n");
    },
    /** Starts a server, hands it to some work, and stops it. */
    async serving(command: Command, work: (api: ReturnType<typeof createApi>, url: string) => Promise<void>) {
      const { child, lines, ended, streams } = start(command);
      const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
      const stop = () => isRunning() && process.kill(-(child.pid ?? 0), "SIGTERM");
      onTestFinished(() => void stop());
      const url = await new Promise<string>((resolve, reject) => {
        for (const stream of streams)
          stream.on("line", (line) => {
            const found = /Askback is at (http:\S+)/.exec(line)?.[1];
            if (found) resolve(found);
          });
        void ended.then(() => reject(new Error(`${command.join(" ")} ended:\n${lines.join("\n")}`)));
      });
      const key = (name: string) => readFileSync(join(folder, ".askback/keys", name), "utf8").trim();
      await work(createApi({ url, keys: { ask: key("ask"), answer: key("answer") } }), url);
      stop();
      await ended;
    },
  };
}

/** Starts a conversation with the agent of `init`, answers its question and finds it. */
async function answerFirstQuestion(api: ReturnType<typeof createApi>, url: string): Promise<void> {
  const { status, body } = await api.post("/v1/conversations", { agent: "guide", message: "A weekend in May" });
  expect(status).toBe(201);
  const { inquiry } = await api.waitForStatus(body.id, "parked");
  const answered = await api.post(`/v1/inquiries/${inquiry.id}/answer`, {
    answers: [{ question: "q1", options: ["o1"] }],
  });
  expect(answered.status).toBe(202);
  await api.waitForStatus(body.id, "idle");
  const transcript = await api.get(`/v1/conversations/${body.id}/transcript`);
  expect(JSON.stringify(transcript.body)).toContain("A real model would plan on from your answer.");
  const found = await api.get("/v1/conversations?q=weekend%20in%20may");
  expect(found.body.items.map(({ id }: { id: string }) => id)).toContain(body.id);
  expect(await (await fetch(url)).text()).toContain("<title>Askback</title>");
}

const npm = { once: ["npx", "--yes", "askback"], install: ["npm", "install"], start: ["npm", "start", "--"] } as const;
const pnpm = { once: ["pnpm", "dlx", "askback"], install: ["pnpm", "install"], start: ["pnpm", "start"] } as const;

const ways = [
  ["npm", 22, npm],
  ["npm", 24, npm],
  ["pnpm", 22, pnpm],
  ["pnpm", 24, pnpm],
] as const;

test.each(ways)(
  "[PACK-10] with %s on Node %d, an empty folder gets a config, a server, a question and its answer",
  async (_, version, { once, install, start }) => {
    const shell = await newcomer(version);
    expect(await shell.run([...once, "init"])).toContain("askback.config.ts, package.json, .gitignore written");
    await shell.serving([...once, "serve", "--port", "0"], answerFirstQuestion);
    expect(existsSync(join(shell.folder, "node_modules"))).toBe(false);
    await shell.run(install);
    await shell.serving([...start, "--port", "0"], answerFirstQuestion);
  },
);

test("[PACK-9] `npx askback` in an empty folder serves the demo agents", async () => {
  const shell = await newcomer(24);
  await shell.serving(["npx", "--yes", "askback", "--port", "0"], async (api) => {
    const { body } = await api.get("/v1/agents");
    expect(body.items.map(({ name }: { name: string }) => name)).toContain("planner");
  });
});

test("[PACK-9] `askback init` overwrites nothing, and its config works in a folder of `npm init`", async () => {
  const shell = await newcomer(22);
  const manifest = '{ "name": "mine", "type": "commonjs" }';
  writeFileSync(join(shell.folder, "package.json"), manifest);
  expect(await shell.run([...npm.once, "init"])).toContain("askback.config.ts, .gitignore written");
  expect(readFileSync(join(shell.folder, "package.json"), "utf8")).toBe(manifest);
  await expect(shell.run([...npm.once, "init"])).rejects.toThrow(/askback\.config\.ts exists already/);
  await shell.serving([...npm.once, "serve", "--port", "0"], answerFirstQuestion);
});
