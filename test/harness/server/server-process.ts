import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { storeEnvironment } from "./store-under-test.ts";
import { onEnd, temporaryFolder } from "./temporary-folder.ts";

export { temporaryFolder } from "./temporary-folder.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
export const program = join(root, "packages/cli/src/main.ts");
/** The program is started hundreds of times, so its compiled code is cached. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), "askback-compiled") };
const endWithParent = import.meta.resolve("./end-with-parent.ts");
const testConfig = join(root, "test/harness/server/agents.config.ts");

export interface ServerProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Every line that the process has written. */
  readonly lines: readonly string[];
  readonly keys: { readonly ask: string; readonly answer: string };
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  /** Ends the process with SIGTERM and returns its exit code. */
  stop(): Promise<number | null>;
}

const running = new Set<ChildProcess>();

/** Kills the servers that still run and waits for their end. */
export async function endServers(): Promise<void> {
  const exits = [...running].map((child) => once(child, "exit"));
  for (const child of running) child.kill("SIGKILL");
  await Promise.all(exits);
}

export interface StartOptions {
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A module to run instead of `askback serve`. */
  readonly entry?: string;
  readonly args?: readonly string[];
  /** The config file, or `none` for the demo agents; by default that of the tests. */
  readonly config?: string;
}

/** Starts a server process on a free port and waits until it serves. */
export async function startServerProcess({
  dataDir = join(temporaryFolder(), "data"),
  env = {},
  entry,
  args,
  config = testConfig,
}: StartOptions = {}): Promise<ServerProcess> {
  const serve = [program, "serve", "--port", "0", ...(config === "none" ? [] : ["--config", config])];
  const command = entry === undefined ? serve : [entry];
  const options = ["--conditions=@askback/source", "--import", endWithParent];
  const child = spawn(process.execPath, [...options, ...command, ...(args ?? [])], {
    cwd: temporaryFolder(),
    env: {
      PATH: process.env.PATH ?? "",
      ...compileCache,
      ASKBACK_DATA_DIR: dataDir,
      ASKBACK_LOG_LEVEL: "debug",
      ...(await storeEnvironment(dataDir)),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  onEnd(() => child.kill("SIGKILL"));
  const exited = once(child, "exit");
  running.add(child);
  void exited.then(() => running.delete(child));
  /** The streams are closed by then as well, so that `lines` has the last line. */
  const closed = once(child, "close");
  const lines: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on("line", (line) => {
        lines.push(line);
        const found = /"url":"(http:[^"]+)".*"msg":"serving"/.exec(line)?.[1];
        if (found) resolve(found);
      });
    }
    void exited.then(([code]) =>
      reject(new Error(`the server ended with ${code} before it served:\n${lines.join("\n")}`)),
    );
  });
  const key = (name: string) => readFileSync(join(dataDir, "keys", name), "utf8").trim();
  return {
    url,
    dataDir,
    process: child,
    lines,
    keys: { ask: key("ask"), answer: key("answer") },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    async stop() {
      child.kill("SIGTERM");
      const [code] = await closed;
      return code;
    },
  };
}
