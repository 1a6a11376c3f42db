import type { Run } from "@askback/core/wire";
import { expect, test } from "vitest";
import { runChainsOf } from "./run-timeline.tsx";

const usage = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0 };

function run(id: string, minute: number, resumedFrom?: string): Run {
  const startedAt = `2026-11-15T09:${String(minute).padStart(2, "0")}:00.000Z`;
  const fields = { conversationId: "c1", agent: "planner", status: "finished", steps: 1, asks: 0, usage } as const;
  return { id, startedAt, ...fields, ...(resumedFrom !== undefined && { resumedFrom }) };
}

const idsOf = (runs: readonly Run[]) => runChainsOf(runs).map((chain) => chain.map(({ id }) => id));

test("[WEB-3] runs that go on from each other are one chain, oldest first, in whichever order they came", () => {
  expect(idsOf([run("r3", 3, "r2"), run("r1", 1), run("r4", 4), run("r2", 2, "r1")])).toEqual([
    ["r1", "r2", "r3"],
    ["r4"],
  ]);
});

test("[WEB-3] a run whose forerunner is not listed begins a chain", () => {
  expect(idsOf([run("r2", 2, "gone")])).toEqual([["r2"]]);
});
