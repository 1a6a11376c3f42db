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

const root = fileURLToPath(new URL("../..", import.meta.url));
export const program = join(root, "packages/cli/src/main.ts");
/** What is compiled once is kept, since the program is started hundreds of times. */
export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), "askback-compiled") };
const testConfig = join(root, "test/support/agents.config.ts");

export interface ServerProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Every line the process wrote, so far. */
  readonly lines: readonly string[];
  readonly keys: { readonly ask: string; readonly answer: string };
  /** Ends the process as a power cut would. */
  kill(): Promise<void>;
  /** Asks the process to end and waits until it has; gives its exit code. */
  stop(): Promise<number | null>;
}

export interface StartOptions {
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What to run instead of `askback serve`. */
  readonly entry?: string;
  readonly args?: readonly string[];
  /** The config file, `none` for the demo agent; that of the tests unless given. */
  readonly config?: string;
}

/** Starts a real server process on a free port and waits until it serves. */
export async function startServerProcess({
  dataDir = join(temporaryFolder(), "data"),
  env = {},
  entry,
  args,
  config = testConfig,
}: StartOptions = {}): Promise<ServerProcess> {
  const serve = [program, "serve", "--port", "0", ...(config === "none" ? [] : ["--config", config])];
  const command = entry === undefined ? serve : [entry];
  const child = spawn(process.execPath, ["--conditions=@askback/source", ...command, ...(args ?? [])], {
    cwd: temporaryFolder(),
    env: {
      PATH: process.env.PATH ?? "",
      ...compileCache,
      ASKBACK_DATA_DIR: dataDir,
      ...(await storeEnvironment(dataDir)),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onEnd(() => child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const lines: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
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
      const [code] = await exited;
      return code;
    },
  };
}
