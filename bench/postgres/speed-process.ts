import { createPostgresStore } from "@askback/server";
import pg from "pg";
import { createBenchRuntime } from "../bench-runtime.ts";
import { createCompetitor } from "../speed/competitor.ts";
import type { MeasuredRequest, MeasuredResponse } from "../speed/measured.ts";
import { repeat } from "../speed/repeat.ts";
import { createPostgresChats } from "./chats.ts";
import { handleRequests } from "./child.ts";
import { createFloor } from "./floor.ts";
import { inFlight } from "./sizes.ts";

/** One of the things that are compared on PostgreSQL, in a process of its own. */
const [kind = "", url = ""] = process.argv.slice(2);

interface Measured {
  cycle(): Promise<unknown>;
  park?(): Promise<unknown>;
  close(): Promise<void> | void;
}

let statements = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, ...args: never[]) {
  statements += 1;
  return Reflect.apply(query, this, args);
} as typeof query;

const measured = await create();

async function create(): Promise<Measured> {
  switch (kind) {
    // The floor that groups also reads in groups, as Askback does: it is the highest one.
    case "group":
      return createFloor(url, "batched", 10);
    case "single":
      return createFloor(url, "single", inFlight);
    case "competitor":
      return createCompetitor(await createPostgresChats(url));
    default:
      return askback();
  }
}

async function askback(): Promise<Measured> {
  const store = await createPostgresStore({ url, onError: (error) => console.error(error) });
  const bench = createBenchRuntime(store);
  return {
    cycle: () => bench.cycle(),
    park: bench.park,
    async close() {
      await bench.stop();
      await store.close();
    },
  };
}

handleRequests<MeasuredRequest, MeasuredResponse>({}, async (request) => {
  switch (request.type) {
    case "run":
    case "count": {
      const cpu = process.cpuUsage();
      const began = performance.now();
      await repeat(request.conversations, request.cycles, measured.cycle);
      const perSecond = request.cycles / ((performance.now() - began) / 1000);
      const { user, system } = process.cpuUsage(cpu);
      return { perSecond, cpuMs: (user + system) / 1000 / request.cycles, statements };
    }
    case "measure-size":
      if (!measured.park) throw new Error(`${kind} parks nothing`);
      await repeat(inFlight, request.parked, measured.park);
      return {};
    case "stop":
      await measured.close();
      return {};
  }
});
