import { expect, test } from "vitest";
import { changedLines } from "./change-block.tsx";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);

test("[CARD-35] the changed lines are shown with three lines around them, and a sign each", () => {
  const before = numbered(20);
  const after = before.map((line, index) => (index === 10 ? "-- changed" : line));
  expect(changedLines(before.join("\n"), after.join("\n"))).toEqual([
    { kind: "place", text: "⋯" },
    ...[7, 8, 9].map((index) => ({ kind: "same", text: ` line ${index}` })),
    { kind: "removed", text: "-line 10" },
    { kind: "added", text: "+-- changed" },
    ...[11, 12, 13].map((index) => ({ kind: "same", text: ` line ${index}` })),
  ]);
});

test("[CARD-35] nothing of a text that is new, gone or the same is left out", () => {
  expect(changedLines("", "a\nb\n").map(({ text }) => text)).toEqual(["+a", "+b"]);
  expect(changedLines("a\n", "").map(({ kind }) => kind)).toEqual(["removed"]);
  expect(changedLines("a\n", "a").map(({ kind }) => kind)).toEqual(["removed", "added", "end"]);
  expect(changedLines("a", "a")).toEqual([]);
});

test("[TEXT-24] texts that differ in very many lines are shown whole, without comparing them", () => {
  const before = numbered(1_500).map((line) => `old ${line}`);
  const after = numbered(1_500);
  const shown = changedLines(["same", ...before].join("\n"), ["same", ...after].join("\n")).map(({ text }) => text);
  expect(shown).toEqual(["-same", ...before.map((line) => `-${line}`), "+same", ...after.map((line) => `+${line}`)]);
  expect(changedLines("", after.join("\n")).map(({ text }) => text)).toEqual(after.map((line) => `+${line}`));
});
