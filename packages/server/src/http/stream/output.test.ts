import { expect, test } from "vitest";
import { createOutput } from "./output.ts";

const limit = 100;
const piece = Buffer.alloc(60);

/** An output whose reader takes everything or nothing, and whose turns are taken by hand. */
function createTestOutput(reads: boolean) {
  let waiting: (() => void)[] = [];
  const sink = { written: 0, queuedBytes: 0, isDropped: false, latest: Buffer.alloc(0) as Uint8Array };
  const output = createOutput({
    limit,
    turns: (task) => waiting.push(task),
    createSink: () => ({
      write(bytes) {
        const { length } = bytes;
        sink.latest = bytes;
        sink.written += length;
        if (!reads) sink.queuedBytes += length;
        return reads;
      },
      get queuedBytes() {
        return sink.queuedBytes;
      },
      end() {},
      drop() {
        sink.isDropped = true;
      },
    }),
  });
  return {
    output,
    sink,
    takeTurns() {
      const due = waiting;
      waiting = [];
      for (const task of due) task();
    },
  };
}

test("[SSE-10] a reader is not dropped for bytes that wait for the server's turn alone", () => {
  const { output, sink, takeTurns } = createTestOutput(true);
  output.start();
  for (let round = 1; round <= 3; round += 1) {
    for (let count = 0; count < 5; count += 1) output.push(piece);
    takeTurns();
    expect(sink).toMatchObject({ written: round * 5 * piece.length, isDropped: false });
  }
  expect(output.isEnded).toBe(false);
});

test("[SSE-10] a reader that has no room when its turn comes is dropped by the bytes that wait, before the start too", () => {
  for (const isStarted of [true, false]) {
    const { output, sink, takeTurns } = createTestOutput(false);
    if (isStarted) output.start();
    output.push(piece);
    takeTurns();
    expect(sink.isDropped).toBe(false);
    output.push(piece);
    takeTurns();
    expect(sink).toMatchObject({ written: isStarted ? piece.length : 0, isDropped: true });
    expect(output.isEnded).toBe(true);
  }
});

test("[SSE-11] readers that wait for the same events share their bytes, joined once", () => {
  const readers = [1, 2, 3].map(() => createTestOutput(true));
  const [one, other, third] = readers;
  for (const { output } of readers) output.start();
  const pieces = ["a", "b", "c"].map((text) => Buffer.from(text));
  for (const piece of pieces) for (const { output } of readers) output.push(piece);
  third?.output.push(Buffer.from("d"));
  for (const { takeTurns } of readers) takeTurns();
  expect(readers.map(({ sink }) => String(sink.latest))).toEqual(["abc", "abc", "abcd"]);
  expect(other?.sink.latest).toBe(one?.sink.latest);
});
