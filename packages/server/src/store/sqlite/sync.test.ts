import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { spawnFixture } from "./testing/spawn-fixture.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

test("[STORE-15] between an acknowledgement and the one before, what was written to the log was synced", async ({
  skip,
}) => {
  const missing = whyNoStrace();
  if (missing) skip(missing);
  const folder = temporaryFolder();
  const trace = join(folder, "trace");
  const strace = ["strace", "-f", "-y", "-e", "trace=write,pwrite64,fsync,fdatasync", "-o", trace];
  const child = spawnFixture("acknowledge", [join(folder, "data"), "20"], strace);
  child.process.stdout.resume();
  expect(await once(child.process, "exit")).toEqual([0, null]);
  const stretches = stretchesBetweenAcknowledgements(readFileSync(trace, "utf8"));
  expect(stretches).toHaveLength(20);
  for (const calls of stretches) {
    expect(calls).toContain("write");
    expect(calls.at(-1)).toBe("sync");
  }
});

/** What was done to the log of the database, in order, before each acknowledgement but the first. */
function stretchesBetweenAcknowledgements(trace: string): readonly (readonly string[])[] {
  const stretches: string[][] = [];
  for (const line of trace.split("\n")) {
    if (/\bwrite\(1<.*"acknowledged /.test(line)) stretches.push([]);
    else if (/\bpwrite64\(\d+<[^>]*askback\.db-wal>/.test(line)) stretches.at(-1)?.push("write");
    else if (/\bf(?:data)?sync\(\d+<[^>]*askback\.db-wal>\)\s+= 0/.test(line)) stretches.at(-1)?.push("sync");
  }
  return stretches.slice(0, -1);
}

/** Why system calls cannot be watched here; in a container, the tool is fetched first. */
function whyNoStrace(): string | undefined {
  const works = () => spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0;
  if (works()) return undefined;
  if (process.getuid?.() === 0) spawnSync("apt-get", ["install", "-y", "strace"]);
  return works() ? undefined : "strace is not here or may not be used, so syncs cannot be counted";
}
