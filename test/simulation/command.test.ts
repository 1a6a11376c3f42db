import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { onEnd } from "../harness/server/temporary-folder.ts";

const entry = fileURLToPath(new URL("../../simulate/main.ts", import.meta.url));

async function runSimulate(...options: readonly string[]) {
  const child = spawn(process.execPath, ["--conditions=@askback/source", entry, ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onEnd(() => child.kill("SIGKILL"));
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code, stdout, stderr };
}

test("[RUN-30] `npm run simulate` simulates every seed once, in several threads, and prints the rate", async () => {
  const { code, stdout, stderr } = await runSimulate("--histories", "30", "--seed", "101", "--workers", "2");
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("Seeds 101 to 130 on sqlite, 2 at once.");
  expect(stdout).toMatch(/^30 histories in \d+\.\d s, \d+ a second$/m);
  expect(stdout).toContain("Every promise was kept.");
});

test("[RUN-30] `npm run simulate` says what is wrong with its options", { tags: "smoke" }, async () => {
  const { code, stderr } = await runSimulate("--store", "paper");
  expect(code).toBe(2);
  expect(stderr).toContain("--store paper: give memory or sqlite");
  expect(stderr).toContain("npm run simulate -- [options]");
});
