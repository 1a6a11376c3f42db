import { startChild } from "./child.ts";

export type BenchRequest =
  | { readonly type: "cycle"; readonly conversations: number; readonly windowMs: number }
  /** Answers one at a time, while so many other conversations cycle. */
  | { readonly type: "answer"; readonly amount: number; readonly beside: number }
  | { readonly type: "stop" };

export interface BenchResponse {
  /** How many cycles ended in the window. */
  readonly cycles?: number;
  /** How long each answer took to reach the model. */
  readonly latencies?: readonly { readonly sinceSent: number; readonly sinceCommitted: number }[];
}

/** Processes that are measured together. */
export interface ProcessGroup {
  /** How long the first process took to be ready, in milliseconds. */
  readonly readyMs: number;
  /** Cycles per second, with so many conversations in flight in all processes together. */
  cycles(conversations: number, windowMs: number): Promise<number>;
  /** Answers on the first process, one at a time, while so many other conversations cycle there. */
  answer(amount: number, beside: number): Promise<NonNullable<BenchResponse["latencies"]>>;
  stop(): Promise<void>;
}

export async function startProcessGroup(
  program: string,
  processes: number,
  args: readonly string[],
): Promise<ProcessGroup> {
  const start = () => startChild<BenchRequest, BenchResponse>(program, args);
  // The first process creates the tables.
  const first = await start();
  const others = await Promise.all(Array.from({ length: processes - 1 }, start));
  const members = [first, ...others];

  return {
    readyMs: first.readyMs,
    async cycles(conversations, windowMs) {
      const responses = await Promise.all(
        members.map((member, index) => {
          const share = Math.floor((conversations + index) / processes);
          return member.request({ type: "cycle", conversations: share, windowMs });
        }),
      );
      return responses.reduce((sum, { cycles = 0 }) => sum + cycles, 0) / (windowMs / 1000);
    },
    answer: async (amount, beside) => (await first.request({ type: "answer", amount, beside })).latencies ?? [],
    async stop() {
      await Promise.all(members.map((member) => member.end({ type: "stop" })));
    },
  };
}

/** Runs cycles in as many conversations at once; counts those that end within the window. */
export async function countCycles(
  { conversations, windowMs }: Extract<BenchRequest, { type: "cycle" }>,
  cycle: () => Promise<unknown>,
): Promise<number> {
  const end = performance.now() + windowMs;
  let cycles = 0;
  await Promise.all(
    Array.from({ length: conversations }, async () => {
      while (performance.now() < end) {
        await cycle();
        if (performance.now() <= end) cycles += 1;
      }
    }),
  );
  return cycles;
}
