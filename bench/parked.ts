import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createSqliteStore } from "@askback/server";
import { createBenchRuntime } from "./bench-runtime.ts";
import { round } from "./statistics.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const amount = 100_000;

/** A hundred thousand parked conversations: their size on disk, and their cost for a server that starts. */
export async function* measureParked() {
  const folder = temporaryFolder();
  const store = createSqliteStore({ folder });
  const bench = createBenchRuntime(store);
  let begun = 0;
  let last = "";
  const began = performance.now();
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      while (begun < amount) {
        begun += 1;
        last = await bench.park();
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await bench.stop();
  await store.close();
  const bytes = statSync(join(folder, "askback.db")).size;
  yield {
    parked: amount,
    bytesEach: round(bytes / amount),
    parkedPerSecond: round(amount / seconds),
    ...(await restart(folder, last)),
  };
}

/** Starts a server process on the folder, which answers one of the conversations. */
async function restart(folder: string, conversationId: string) {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      "--conditions=@askback/source",
      fileURLToPath(new URL("./parked-server.ts", import.meta.url)),
      folder,
      conversationId,
    ],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const seen: Record<string, number> = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const { at, rssMiB } = JSON.parse(line) as { at: string; rssMiB: number };
    seen[`${at}Ms`] = round(performance.now() - began);
    seen.rssMiB = round(rssMiB);
  }
  if (child.exitCode === null) await once(child, "exit");
  return seen;
}
