import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createSqliteStore } from "@askback/server";
import { createApi } from "../../test/harness/server/api.ts";
import { runProgram } from "../../test/harness/server/run-program.ts";
import { temporaryFolder } from "../../test/harness/server/temporary-folder.ts";
import type { EventWatcher } from "../event-watcher.ts";
import type { Fleet } from "../fleet.ts";
import type { LoadGenerator } from "../load-generator.ts";
import type { Acknowledged } from "../person.ts";
import type { Injector } from "./schedule.ts";

/** What was lost by intent, because it happened after a backup that was restored. */
export interface Lost {
  readonly acknowledged: readonly Acknowledged[];
  /** Lines of the trace of tools. */
  readonly trace: readonly string[];
  /** The ids of inquiries that somebody saw. */
  readonly inquiries: readonly string[];
}

export interface Restores {
  readonly backup: Injector;
  readonly restore: Injector;
  /** How many there were. */
  readonly count: number;
  readonly lost: Lost;
  /** Commands that failed, and answers that were not refused. */
  readonly faults: readonly string[];
}

interface RestoresOptions {
  readonly fleet: Fleet;
  readonly dataDir: string;
  readonly traceFile: string;
  readonly watcher: EventWatcher;
  /** What is lost is taken out of what was acknowledged. */
  readonly load: Pick<LoadGenerator, "acknowledged" | "finished" | "resume">;
}

interface Backup {
  readonly folder: string;
  readonly position: number;
  /** How much was acknowledged, finished and traced before it began. */
  readonly acknowledged: number;
  readonly finished: number;
  readonly traced: number;
}

/** How many answers from old screens are sent after a restore. */
const oldAnswers = 50;
const maxWaitMs = 60_000;

/** Copies a data folder under its server, and brings the copy back later while the server is stopped. */
export function createRestores({ fleet, dataDir, traceFile, watcher, load }: RestoresOptions): Restores {
  const lost = { acknowledged: [] as Acknowledged[], trace: [] as string[], inquiries: [] as string[] };
  const faults: string[] = [];
  let backup: Backup | undefined;
  let count = 0;
  const readTrace = () => (existsSync(traceFile) ? readFileSync(traceFile, "utf8").split("\n").slice(0, -1) : []);

  async function run(...args: readonly string[]): Promise<void> {
    const { code, stderr } = await runProgram([...args, "--data-dir", dataDir]);
    if (code !== 0) faults.push(`askback ${args[0]} ended with ${code}: ${stderr}`);
  }

  async function backUp(): Promise<Backup> {
    const folder = join(temporaryFolder(), "backup");
    const before = {
      acknowledged: load.acknowledged.length,
      finished: load.finished,
      traced: readTrace().length,
    };
    await run("backup", folder);
    return { folder, position: await positionOf(folder), ...before };
  }

  async function restore({ folder, position, ...before }: Backup): Promise<void> {
    const inquiries = watcher.asked.filter((asked) => asked.position > position).map(({ inquiryId }) => inquiryId);
    const { snapshots } = watcher;
    await fleet.whileStopped(0, async () => {
      await run("restore", folder);
      for (const name of readdirSync(dataDir))
        if (name.startsWith("replaced-")) rmSync(join(dataDir, name), { recursive: true });
      lost.acknowledged.push(...load.acknowledged.splice(before.acknowledged));
      lost.trace.push(...readTrace().slice(before.traced));
      lost.inquiries.push(...inquiries);
      count += 1;
      load.resume(before.finished);
    });
    await answerOldScreens(inquiries.slice(-oldAnswers));
    await waitForSnapshot(snapshots);
  }

  /** The reader comes back with a cursor of the lost history, and must get a snapshot. */
  async function waitForSnapshot(before: number): Promise<void> {
    const until = performance.now() + maxWaitMs;
    while (watcher.snapshots === before && performance.now() < until) await delay(100);
    if (watcher.snapshots === before) faults.push("a reader with a cursor of the lost history got no snapshot");
  }

  /** An answer to an inquiry of the lost history must be refused. */
  async function answerOldScreens(inquiries: readonly string[]): Promise<void> {
    const [server] = fleet.running();
    if (!server) return;
    const api = createApi(server);
    await Promise.all(
      inquiries.map(async (id) => {
        const { status, body } = await api.post(`/v1/inquiries/${id}/decline`, { comment: "from an old screen" });
        if (status !== 404 || body.code !== "inquiry-unknown")
          faults.push(`an answer to the lost ${id} got ${status} ${body.code}`);
      }),
    );
  }

  return {
    lost,
    faults,
    get count() {
      return count;
    },
    backup: {
      isOfOneServer: false,
      async inject() {
        const older = backup;
        backup = await backUp();
        if (older) rmSync(older.folder, { recursive: true });
      },
      describe: () => "a backup is made",
    },
    restore: {
      isOfOneServer: false,
      async inject({ forMs }) {
        if (!backup) {
          backup = await backUp();
          await delay(forMs);
        }
        await restore(backup);
        rmSync(backup.folder, { recursive: true });
        backup = undefined;
      },
      describe: () => "the backup is restored",
    },
  };
}

/** The last position in a backup, which is read in a copy because a store that is opened writes. */
async function positionOf(backup: string): Promise<number> {
  const folder = join(temporaryFolder(), "copy");
  cpSync(backup, folder, { recursive: true });
  const store = createSqliteStore({ folder });
  try {
    return await store.position();
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}
