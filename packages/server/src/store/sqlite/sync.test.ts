import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { spawnFixture } from "./testing/spawn-fixture.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

test("[STORE-15] every write to the WAL is synced before its acknowledgement", async ({ skip }) => {
  const missing = whyNoStrace();
  if (missing) {
    console.warn(`[STORE-15] skipped: ${missing}`);
    skip(missing);
  }
  const folder = temporaryFolder();
  const trace = join(folder, "trace");
  // Without -f only the main thread is watched, which does all of this, so that no line is split by another one.
  const strace = ["strace", "-y", "-e", "trace=write,pwrite64,fsync,fdatasync", "-o", trace];
  const script = new URL("./testing/acknowledge.fixture.ts", import.meta.url);
  const child = spawnFixture(script, [join(folder, "data"), "20"], strace);
  child.process.stdout.resume();
  expect(await once(child.process, "exit")).toEqual([0, null]);
  const groups = callsBeforeAcknowledgements(readFileSync(trace, "utf8"));
  expect(groups).toHaveLength(20);
  for (const calls of groups) {
    expect(calls).toContain("write");
    expect(calls.at(-1)).toBe("sync");
  }
});

/** What was done to the log of the database, in order, before each acknowledgement but the first. */
function callsBeforeAcknowledgements(trace: string): readonly (readonly string[])[] {
  const groups: string[][] = [];
  for (const line of trace.split("\n")) {
    if (/\bwrite\(1<.*"acknowledged /.test(line)) groups.push([]);
    else if (/\bpwrite64\(\d+<[^>]*askback\.db-wal>/.test(line)) groups.at(-1)?.push("write");
    else if (/\bf(?:data)?sync\(\d+<[^>]*askback\.db-wal>\)\s+= 0/.test(line)) groups.at(-1)?.push("sync");
  }
  return groups.slice(0, -1);
}

/** Why system calls cannot be watched here; as root, in a container that is, the tool is fetched first. */
function whyNoStrace(): string | undefined {
  const works = () => succeeds("strace", "-o", "/dev/null", "true");
  const fetched = () => process.getuid?.() === 0 && succeeds("apt-get", "install", "-y", "strace") && works();
  return works() || fetched() ? undefined : "strace is not here or may not be used, so syncs cannot be counted";
}

function succeeds(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args).status === 0;
}
