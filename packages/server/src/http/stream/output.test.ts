import { expect, test } from "vitest";
import { createOutput, createSharedJoin } from "./output.ts";

const limit = 100;
const piece = Buffer.alloc(60);

/** An output whose reader takes everything or nothing, and whose turns are taken by hand. */
function createTestOutput(reads: boolean) {
  let waiting: (() => void)[] = [];
  const sink = { written: 0, queuedBytes: 0, isDropped: false };
  const output = createOutput({
    limit,
    turns: (task) => waiting.push(task),
    createSink: () => ({
      write({ length }) {
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

test("[SSE-10] readers of the same events share the bytes of a turn, which are not kept after it", async () => {
  const join = createSharedJoin();
  const [one, two, three] = ["one", "two", "three"].map((text) => Buffer.from(text));
  if (!one || !two || !three) throw new Error("there are three");
  const first = join([one, two, three]);
  expect(first.toString()).toBe("onetwothree");
  expect(join([one, two, three])).toBe(first);
  expect(join([one, three, two]).toString()).toBe("onethreetwo");
  const again = join([one, two, three]);
  expect(again).toEqual(first);
  await new Promise(setImmediate);
  expect(join([one, two, three])).not.toBe(again);
});
