import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

interface Event {
  readonly id?: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a function asks for in its response. */
interface Op {
  readonly id: string;
  readonly op: string;
  readonly name?: string;
  readonly data?: unknown;
  readonly opts?: { readonly if?: string };
}

interface Run {
  readonly id: string;
  readonly event: Event;
  /** The results of steps by their hashed ids, in the order in which they came. */
  readonly steps: Map<string, unknown>;
  readonly waits: Map<string, Op>;
  isOver: boolean;
}

interface InngestStandIn {
  /** Waits until the function that an event started is done. */
  untilOver(eventId: string): Promise<void>;
}

/**
 * Stands in for the server of Inngest, whose program npm does not have: it takes events, drops those with an id that it knows, calls
 * the function through its SDK until it is done, stores the results of steps, and ends a wait with the first event that fits.
 */
export function startInngestStandIn(port: number, functionUrl: string): InngestStandIn {
  const seen = new Set<string>();
  const runs: Run[] = [];

  async function call(run: Run, step: string): Promise<{ readonly status: number; readonly body: unknown }> {
    const order = [...run.steps.keys()];
    for (;;) {
      const response = await fetch(`${functionUrl}&stepId=${step}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          event: run.event,
          events: [run.event],
          steps: Object.fromEntries([...run.steps].map(([id, data]) => [id, { type: "data", data }])),
          ctx: { run_id: run.id, attempt: 0, stack: { stack: order, current: order.length - 1 } },
        }),
      }).catch(() => undefined);
      const body = await response?.json().catch(() => undefined);
      if (response && body !== undefined && response.status < 300) return { status: response.status, body };
      await delay(200);
    }
  }

  /** Calls the function until it is done, or until nothing but events can bring it on. */
  async function proceed(run: Run): Promise<void> {
    for (;;) {
      const before = run.steps.size;
      const { status, body } = await call(run, "step");
      if (status === 200) run.isOver = true;
      if (status === 200) return;
      // The server registers waits before it plans other steps.
      for (const op of (body as Op[]).toSorted((a, b) => Number(isWait(b)) - Number(isWait(a)))) await perform(run, op);
      if (run.steps.size === before) return;
    }
  }

  async function perform(run: Run, op: Op): Promise<void> {
    if (run.steps.has(op.id)) return;
    if (isWait(op)) run.waits.set(op.id, op);
    else if (op.op === "StepRun") run.steps.set(op.id, op.data);
    else if (op.op === "StepPlanned") for (const ran of (await call(run, op.id)).body as Op[]) await perform(run, ran);
    else throw new Error(`the stand-in does not know ${op.op}`);
  }

  function receive(event: Event): void {
    if (event.id !== undefined && seen.has(event.id)) return;
    if (event.id !== undefined) seen.add(event.id);
    if (event.name === "release/requested") {
      const run = { id: randomUUID(), event, steps: new Map(), waits: new Map(), isOver: false };
      runs.push(run);
      void proceed(run);
    }
    for (const run of runs)
      for (const [id, wait] of run.waits) {
        if (wait.name !== event.name || !fits(wait.opts?.if, event)) continue;
        run.waits.delete(id);
        run.steps.set(id, event);
        void proceed(run);
      }
  }

  async function handle(request: IncomingMessage): Promise<object> {
    const events = [(await json(request)) as Event | Event[]].flat();
    for (const event of events) receive(event);
    return { ids: events.map(({ id }) => id ?? randomUUID()), status: 200 };
  }

  createServer((request, response) => {
    void handle(request).then((body) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  }).listen(port, "127.0.0.1");
  return {
    async untilOver(eventId) {
      while (!runs.some(({ event, isOver }) => event.id === eventId && isOver)) await delay(100);
    },
  };
}

function isWait({ op }: Op): boolean {
  return op === "WaitForEvent";
}

/** Only the comparison of a field of the event with a text. */
function fits(expression: string | undefined, { data }: Event): boolean {
  const [, field = "", value] = /^async\.data\.(\w+) == "([^"]*)"$/.exec(expression ?? "") ?? [];
  if (value === undefined) throw new Error(`the stand-in does not know ${expression}`);
  return data[field] === value;
}
