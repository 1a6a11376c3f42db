import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { onEnd } from "../harness/server/temporary-folder.ts";

const entry = fileURLToPath(new URL("../../soak/main.ts", import.meta.url));

async function runSoak(...options: readonly string[]) {
  const child = spawn(process.execPath, ["--conditions=@askback/source", entry, ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  // On SIGTERM the soak ends its servers and its database.
  onEnd(() => child.kill("SIGTERM"));
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code, stdout, stderr };
}

test("[RUN-18] half a minute of killed, frozen and drained servers, wrong clocks and a crashing database breaks no promise", async () => {
  const size = ["--store", "postgres", "--seed", "18", "--seconds", "30", "--conversations", "100"];
  const { code, stdout, stderr } = await runSoak(...size);
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("seed 18");
  const summary = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  expect(summary).toMatchObject({ options: { seed: 18, seconds: 30, conversations: 100, servers: 3 }, violations: [] });
  for (const kind of ["kill", "freeze", "drain", "database", "clock", "readers"])
    expect(summary.faults[kind], kind).toBeGreaterThan(0);
  expect(summary.conversations).toBeGreaterThanOrEqual(100);
  expect(summary.interruptions).toBeGreaterThan(0);
  expect(summary.externalAsks).toBeGreaterThan(0);
  expect(summary.expired).toBeGreaterThan(0);
  expect(summary.answerMs.p99).toBeGreaterThanOrEqual(summary.answerMs.p50);
  expect(summary.staleCommits).toBeTypeOf("number");
});

test("[RUN-18] killed, frozen and drained servers, wrong clocks, a full disk and a restore break no promise on SQLite", async () => {
  const size = ["--seed", "5", "--seconds", "15", "--conversations", "30"];
  const { code, stdout, stderr } = await runSoak("--store", "sqlite", ...size);
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
  const summary = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  expect(summary).toMatchObject({ options: { store: "sqlite", servers: 1 }, violations: [] });
  for (const kind of ["kill", "freeze", "drain", "clock", "readers", "backup", "restore"])
    expect(summary.faults[kind], kind).toBeGreaterThan(0);
  expect(summary.externalAsks).toBeGreaterThan(0);
  expect(summary.restores.acknowledged).toBeGreaterThan(0);
  expect(summary.snapshots).toBeGreaterThanOrEqual(summary.restores.count);
  // Only an administrator can mount the small disk.
  expect(summary.faults.disk > 0 || summary.leftOut.includes("disk")).toBe(true);
});

test("[RUN-18] the soak says what is wrong with its options", async () => {
  const { code, stderr } = await runSoak("--seconds", "soon");
  expect(code).toBe(2);
  expect(stderr).toContain("--seconds soon: give a whole number of at least 1");
  expect(stderr).toContain("npm run soak -- [options]");
});
