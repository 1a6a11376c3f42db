import type { Script, Step } from "./script.ts";

const calls = ["reply", "load", "commit", "standing", "inquiry", "claim", "dueIn"];

/** Lets a server make every call that it waits for, one after the other. */
function settle(server: string): readonly Step[] {
  const round = calls.flatMap((call): readonly Step[] => [[`${server} ${call}`], [`${server} ${call} responds`]]);
  return Array.from({ length: 8 }, () => round).flat();
}

/** An ask is changed, somebody sees it and answers; the store goes back to before that, and the ask is changed in another way. */
export const amendedTwice: Script = {
  plan: {
    slots: 1,
    conversations: 0,
    cap: 1,
    steps: 0,
    faults: 1,
    faultEvery: 1_000,
    promptness: 2,
    followed: 0,
    readers: 0,
    isGated: false,
    isModelDown: false,
    deadlineMs: 0,
    skews: [0, 0],
    pollMs: 600_000,
    hasHandovers: false,
    hasLateServer: false,
    hasErrors: false,
    hasClockJumps: false,
    hasRestores: true,
    asks: 1,
  },
  steps: [
    ["a program asks"],
    ...settle("A1"),
    ["back up"],
    ["ask 1 amend"],
    ...settle("A1"),
    ["send"],
    ["restore"],
    ["ask 1 amend"],
    ...settle("A2"),
  ],
  quiet: [],
};
