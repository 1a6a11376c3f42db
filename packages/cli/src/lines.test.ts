import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf } from "./lines.ts";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function gathered(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

test("[OPS-6] the lines of a file are the same however it is cut into pieces", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: "grapheme" })), fc.integer({ min: 1, max: 9 }), async (texts, size) => {
      const lines = texts.map((text) => text.replaceAll("\n", "") || "-");
      const read = await gathered(linesOf(inPieces(new TextEncoder().encode(lines.join("\n")), size)));
      expect(read).toEqual(lines);
    }),
  );
});

test("[OPS-6] a file that is cut within a character is refused", async () => {
  const bytes = new TextEncoder().encode("one\ntwo é").subarray(0, -1);
  await expect(gathered(linesOf(inPieces(bytes, 4)))).rejects.toThrow(/^line 2 or one soon after it is no UTF-8/);
});
