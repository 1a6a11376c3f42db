import { join } from "node:path";
import { createSqliteStore } from "@askback/server";
import { createBenchRuntime } from "../bench-runtime.ts";
import { measureFloor } from "../floor.ts";
import { handleRequests } from "../postgres/child.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { createCompetitor } from "./competitor.ts";
import { bytesEach, countStatements, perCycle, readCounts } from "./counts.ts";
import type { MeasuredRequest, MeasuredResponse } from "./measured.ts";
import { repeat } from "./repeat.ts";
import { createSqliteChats } from "./sqlite-chats.ts";

/** One of the things that are compared, in a process of its own. */
const [kind = ""] = process.argv.slice(2);

interface Measured {
  readonly file?: string;
  cycle(): Promise<unknown>;
  park?(): Promise<unknown>;
  close(): Promise<void> | void;
}

if (kind === "counted" || kind === "counted-competitor") countStatements();
const measured = create();

function create(): Measured | undefined {
  switch (kind) {
    case "in-process":
    case "counted": {
      const folder = temporaryFolder();
      const store = createSqliteStore({ folder });
      const bench = createBenchRuntime(store);
      return {
        file: join(folder, "askback.db"),
        cycle: () => bench.cycle(),
        park: bench.park,
        async close() {
          await bench.stop();
          await store.close();
        },
      };
    }
    case "competitor":
    case "counted-competitor":
      return competitor();
    default:
      return undefined;
  }
}

function competitor(): Measured {
  const chats = createSqliteChats();
  return { file: chats.file, ...createCompetitor(chats) };
}

async function run({ conversations, cycles }: Extract<MeasuredRequest, { type: "run" }>): Promise<MeasuredResponse> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  let perSecond: number;
  if (measured) {
    await repeat(conversations, cycles, measured.cycle);
    perSecond = cycles / ((performance.now() - began) / 1000);
  } else perSecond = await measureFloor(conversations, cycles, kind === "single" ? "single" : "group");
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond, cpuMs: (user + system) / 1000 / cycles };
}

/** What one cycle costs a database, then what conversations that are parked take of the disk. */
async function count({ conversations, cycles }: { readonly conversations: number; readonly cycles: number }) {
  if (!measured?.file || !measured.park) throw new Error(`${kind} counts nothing`);
  await repeat(conversations, conversations, measured.cycle);
  const before = readCounts(measured.file);
  await repeat(conversations, cycles, measured.cycle);
  return perCycle(before, readCounts(measured.file), cycles);
}

async function measureSize(amount: number): Promise<MeasuredResponse> {
  if (!measured?.file || !measured.park) throw new Error(`${kind} parks nothing`);
  await repeat(64, amount, measured.park);
  await measured.close();
  return { bytes: bytesEach(measured.file, amount) };
}

handleRequests<MeasuredRequest, MeasuredResponse>({}, async (request) => {
  switch (request.type) {
    case "run":
      return run(request);
    case "count":
      return { counts: await count(request) };
    case "measure-size":
      return measureSize(request.parked);
    case "stop":
      if (!request.isClosed) await measured?.close();
      return {};
  }
});
