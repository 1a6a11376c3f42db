import { describe, expect, test } from "vitest";
import { type Backend, backends } from "./backends.ts";
import { createManualClock } from "./manual-clock.ts";
import { copyArchive, exportLines, fillStore, importLines, withStore } from "./sample-data.ts";
import { readContents } from "./store-contents.ts";

interface Broken {
  readonly lines: readonly string[];
  /** The line that the error names. */
  readonly line: number;
}

const faults: Readonly<Record<string, (lines: readonly string[]) => Broken>> = {
  "is cut off within a line": (lines) => ({ lines: [...lines.slice(0, 9), firstHalf(lines[9])], line: 10 }),
  "is cut off between two lines": (lines) => ({ lines: lines.slice(0, 9), line: 9 }),
  "is cut off before its last line": (lines) => ({ lines: lines.slice(0, -1), line: lines.length - 1 }),
  "has a line that is not JSON": (lines) => ({ lines: lines.with(5, "hello"), line: 6 }),
  "has a line of another shape": (lines) => ({ lines: lines.with(5, `{"type":"secret"}`), line: 6 }),
  "has an empty line": (lines) => ({ lines: lines.toSpliced(3, 0, ""), line: 4 }),
  "repeats a conversation": (lines) => ({ lines: lines.toSpliced(4, 0, lines[1] ?? ""), line: 5 }),
  "repeats an event": (lines) => repeatLine(lines, `"type":"event"`),
  "repeats a reply": (lines) => repeatLine(lines, `"type":"reply"`),
  "lacks a conversation": (lines) => {
    const isOf = (line: string) => line.startsWith(`{"type":"message","conversationId":"conv_parked"`);
    return { lines: lines.filter((line) => !line.includes(`"id":"conv_parked"`)), line: lines.findIndex(isOf) };
  },
  "has a version out of range": (lines) => replaceIn(lines, 1, /"version":\d+/, `"version":${2 ** 60}`),
  "has an invalid id": (lines) => replaceIn(lines, 2, `"id":"conv_`, `"id":"'; drop table conversations; --`),
  "is of another version": (lines) => replaceIn(lines, 0, `"formatVersion":1`, `"formatVersion":2`),
  "holds states of another version": (lines) => replaceIn(lines, 3, /"stateFormat":\d+/, `"stateFormat":99`),
  "has a position out of range": (lines) => {
    const at = lines.findIndex((line) => line.startsWith(`{"type":"event"`));
    return replaceIn(lines, at, /"position":\d+/, `"position":${2 ** 52}`);
  },
  "has a horizon out of range": (lines) => replaceIn(lines, 0, /"horizon":\d+/, `"horizon":${2 ** 52}`),
  "has a parked conversation without its inquiry": (lines) => {
    const at = lines.findIndex((line) => line.includes(`"status":"parked"`));
    return replaceIn(lines, at, `"inquiry":{`, `"other":{`);
  },
  "has a thinking conversation without its run": (lines) => {
    const at = lines.findIndex((line) => line.includes(`"status":"thinking"`));
    return replaceIn(lines, at, `"run":{`, `"other":{`);
  },
  "has no header": (lines) => ({ lines: lines.slice(1), line: 1 }),
  "is empty": () => ({ lines: [], line: 1 }),
};

/** Invalid files are refused as a whole. */
export function brokenArchiveContract(to: () => Promise<Backend>): void {
  describe("a file", () => {
    test.each(Object.entries(faults))(
      "[STORE-21] that %s is refused with a line number, and nothing is imported",
      async (_, broken) => {
        const clock = createManualClock();
        const [source, target] = [await backends.SQLite(), await to()];
        await withStore(source, clock, (_store, runner) => fillStore(runner));
        const { lines, line } = broken(await exportLines(source.archive));
        await expect(importLines(target.archive, lines)).rejects.toThrow(new RegExp(`^line ${line} `));
        const contents = await withStore(target, clock, readContents);
        expect(contents).toMatchObject({
          conversations: { items: [] },
          deleted: { items: [] },
          events: [],
          position: 0,
        });
        await copyArchive(source.archive, target.archive);
      },
    );
  });
}

function firstHalf(line = ""): string {
  return line.slice(0, line.length / 2);
}

function repeatLine(lines: readonly string[], part: string): Broken {
  const at = lines.findLastIndex((line) => line.includes(part));
  return { lines: lines.toSpliced(at, 0, lines[at] ?? ""), line: at + 2 };
}

function replaceIn(lines: readonly string[], index: number, from: string | RegExp, to: string): Broken {
  return { lines: lines.with(index, lines[index]?.replace(from, to) ?? ""), line: index + 1 };
}
