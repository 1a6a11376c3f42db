import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { median, round } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const source = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
const built = fileURLToPath(new URL("../../build/cli/dist/main.js", import.meta.url));

/** A process that listens and answers, and nothing else. */
const bareProgram = `require("node:http").createServer((_, response) => response.end()).listen(Number(process.argv[1]), "127.0.0.1")`;

/** From the start of a process until it answers: `askback serve`, as it is published where it was built, and a bare one. */
export async function measureStart(rounds: number) {
  const program = existsSync(built) ? [built] : ["--conditions=@askback/source", source];
  const times: number[] = [];
  const bares: number[] = [];
  // The first start fills the caches of files and of compiled code.
  for (let count = 0; count <= rounds; count += 1) {
    const ready = await timeUntilReady((port) => [...program, "serve", "--port", port, "--log-level", "silent"]);
    const bare = await timeUntilReady((port) => ["-e", bareProgram, port]);
    if (count === 0) continue;
    times.push(ready);
    bares.push(bare);
  }
  return {
    program: existsSync(built) ? "built" : "source",
    readyMs: round(median(times)),
    bareMs: round(median(bares)),
    ratioToBare: round(median(times) / median(bares), 1),
  };
}

async function timeUntilReady(argsOf: (port: string) => readonly string[]): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [...argsOf(String(port))], { cwd: temporaryFolder(), stdio: "ignore" });
  const exited = once(child, "exit");
  while (!(await isReady(port))) if (child.exitCode !== null) throw new Error("the process ended before it was ready");
  const ms = performance.now() - began;
  child.kill("SIGTERM");
  await exited;
  return ms;
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    await response.text();
    return response.ok;
  } catch {
    // Nothing listens yet; asking without a pause would take the processor from what starts.
    await new Promise((resolve) => setTimeout(resolve, 5));
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
