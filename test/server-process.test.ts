import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { endServers, startServerProcess } from "./harness/server/server-process.ts";
import { onEnd } from "./harness/server/temporary-folder.ts";

const harness = import.meta.resolve("./harness/server/server-process.ts");
const script = `
  const { startServerProcess } = await import(${JSON.stringify(harness)});
  const server = await startServerProcess();
  console.log(server.process.pid);
`;

test("[REPO-9] a server that a test started ends with the process of the test, also when that is killed", async () => {
  const starter = spawn(process.execPath, ["--conditions=@askback/source", "--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onEnd(() => starter.kill("SIGKILL"));
  const [line] = await once(createInterface({ input: starter.stdout }), "line");
  const server = Number(line);
  expect(isRunning(server)).toBe(true);
  starter.kill("SIGKILL");
  await expect.poll(() => isRunning(server)).toBe(false);
});

test("[REPO-9] the servers that still run at the end of a file are ended", async () => {
  const [stopped, left] = [await startServerProcess(), await startServerProcess()];
  await stopped.stop();
  await endServers();
  expect(left.process.signalCode).toBe("SIGKILL");
  expect(isRunning(left.process.pid ?? 0)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
