import { describe, expect, test } from "vitest";
import { contentsOf } from "./contents.ts";
import { fill, inStore, linesOf, move, takeLines } from "./filled-store.ts";
import { type Home, homes } from "./home.ts";
import { createTurnableClock } from "./turnable-clock.ts";

interface Broken {
  readonly lines: readonly string[];
  /** The line that is to be named. */
  readonly line: number;
}

const breaks: Readonly<Record<string, (lines: readonly string[]) => Broken>> = {
  "is cut off within a line": (lines) => ({ lines: [...lines.slice(0, 9), half(lines[9])], line: 10 }),
  "is cut off between two lines": (lines) => ({ lines: lines.slice(0, 9), line: 9 }),
  "is cut off before its last line": (lines) => ({ lines: lines.slice(0, -1), line: lines.length - 1 }),
  "has a line of something else": (lines) => ({ lines: lines.with(5, "hello"), line: 6 }),
  "has a line of another shape": (lines) => ({ lines: lines.with(5, `{"type":"secret"}`), line: 6 }),
  "has an empty line": (lines) => ({ lines: lines.toSpliced(3, 0, ""), line: 4 }),
  "tells a conversation twice": (lines) => ({ lines: lines.toSpliced(4, 0, lines[1] ?? ""), line: 5 }),
  "tells an event twice": (lines) => repeated(lines, `"type":"event"`),
  "tells a reply twice": (lines) => repeated(lines, `"type":"reply"`),
  "lacks a conversation": (lines) => {
    const isOf = (line: string) => line.startsWith(`{"type":"message","conversationId":"conv_parked"`);
    return { lines: lines.filter((line) => !line.includes(`{"id":"conv_parked"`)), line: lines.findIndex(isOf) };
  },
  "has a number that is none": (lines) => replaced(lines, 1, /"version":\d+/, `"version":${2 ** 60}`),
  "has an id that is none": (lines) => replaced(lines, 2, `"id":"conv_`, `"id":"'; drop table conversations; --`),
  "is of another version": (lines) => replaced(lines, 0, `"formatVersion":1`, `"formatVersion":2`),
  "holds states of another version": (lines) => replaced(lines, 3, /"stateFormat":\d+/, `"stateFormat":99`),
  "has a position that no server could count on from": (lines) => {
    const at = lines.findIndex((line) => line.startsWith(`{"type":"event"`));
    return replaced(lines, at, /"position":\d+/, `"position":${2 ** 52}`);
  },
  "has a horizon that no server could count on from": (lines) =>
    replaced(lines, 0, /"horizon":\d+/, `"horizon":${2 ** 52}`),
  "has a parked conversation without its inquiry": (lines) => {
    const at = lines.findIndex((line) => line.includes(`"status":"parked"`));
    return replaced(lines, at, `"inquiry":{`, `"other":{`);
  },
  "has a conversation at work without its run": (lines) => {
    const at = lines.findIndex((line) => line.includes(`"status":"thinking"`));
    return replaced(lines, at, `"run":{`, `"other":{`);
  },
  "has no header": (lines) => ({ lines: lines.slice(1), line: 1 }),
  "is empty": () => ({ lines: [], line: 1 }),
};

/** Files that are refused as a whole. */
export function brokenArchiveContract(to: () => Promise<Home>): void {
  describe("a file", () => {
    test.each(Object.entries(breaks))(
      "[STORE-21] that %s is refused with the number of a line, and leaves nothing",
      async (_, broken) => {
        const clock = createTurnableClock();
        const [source, target] = [await homes.SQLite(), await to()];
        await inStore(source, clock, (_store, workbench) => fill(workbench));
        const { lines, line } = broken(await linesOf(source.archive));
        await expect(takeLines(target.archive, lines)).rejects.toThrow(new RegExp(`^line ${line} `));
        const contents = await inStore(target, clock, contentsOf);
        expect(contents).toMatchObject({
          conversations: { items: [] },
          deleted: { items: [] },
          events: [],
          position: 0,
        });
        await move(source.archive, target.archive);
      },
    );
  });
}

function half(line = ""): string {
  return line.slice(0, line.length / 2);
}

function repeated(lines: readonly string[], part: string): Broken {
  const at = lines.findLastIndex((line) => line.includes(part));
  return { lines: lines.toSpliced(at, 0, lines[at] ?? ""), line: at + 2 };
}

function replaced(lines: readonly string[], index: number, from: string | RegExp, to: string): Broken {
  return { lines: lines.with(index, lines[index]?.replace(from, to) ?? ""), line: index + 1 };
}
