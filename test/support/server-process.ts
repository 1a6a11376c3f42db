import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = join(root, "packages/cli/src/main.ts");
export const testConfig = join(root, "test/support/agents.config.ts");

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
}

/** A new empty folder, removed when the process of the tests ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "askback-test-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a real server process on a free port and waits until it serves. */
export async function startServerProcess({
  dataDir = join(temporaryFolder(), "data"),
  env = {},
  entry,
  args,
}: StartOptions = {}): Promise<ServerProcess> {
  const command = entry === undefined ? [program, "serve", "--port", "0", "--config", testConfig] : [entry];
  const child = spawn(process.execPath, ["--conditions=@askback/source", ...command, ...(args ?? [])], {
    cwd: temporaryFolder(),
    env: { PATH: process.env.PATH ?? "", ASKBACK_DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
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
  process.once("exit", () => child.kill("SIGKILL"));
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
