import { startChild } from "./orders.ts";

/** What a measured process is told to do. */
export type Order =
  | { readonly type: "cycle"; readonly conversations: number; readonly windowMs: number }
  /** Answers one at a time, while so many other conversations cycle. */
  | { readonly type: "answer"; readonly amount: number; readonly beside: number }
  | { readonly type: "stop" };

/** What came of it: how many cycles ended in the window, or how long each answer took to reach the model. */
export interface Report {
  readonly cycles?: number;
  readonly reached?: readonly { readonly sinceSent: number; readonly sinceCommitted: number }[];
}

/** Processes that are measured together. */
export interface Crew {
  /** Until the first of them was ready, in milliseconds. */
  readonly readyMs: number;
  /** Cycles per second, with so many conversations in flight among all processes. */
  cycles(conversations: number, windowMs: number): Promise<number>;
  /** Answers on the first process, one at a time, while so many other conversations cycle there. */
  answer(amount: number, beside: number): Promise<NonNullable<Report["reached"]>>;
  stop(): Promise<void>;
}

export async function startCrew(program: string, processes: number, args: readonly string[]): Promise<Crew> {
  // The first makes the tables; the others find them.
  const first = await startChild<Order, Report>(program, args);
  const others = await Promise.all(
    Array.from({ length: processes - 1 }, () => startChild<Order, Report>(program, args)),
  );
  const members = [first, ...others];

  return {
    readyMs: first.readyMs,
    async cycles(conversations, windowMs) {
      const reports = await Promise.all(
        members.map((member, index) => {
          const share = Math.floor((conversations + index) / processes);
          return member.order({ type: "cycle", conversations: share, windowMs });
        }),
      );
      return reports.reduce((sum, { cycles = 0 }) => sum + cycles, 0) / (windowMs / 1000);
    },
    answer: async (amount, beside) => (await first.order({ type: "answer", amount, beside })).reached ?? [],
    async stop() {
      await Promise.all(members.map((member) => member.end({ type: "stop" })));
    },
  };
}

/** Cycles one after the other on as many conversations, for a while; those that end in time count. */
export async function cyclesWithin(
  { conversations, windowMs }: Extract<Order, { type: "cycle" }>,
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
