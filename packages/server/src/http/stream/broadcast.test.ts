import { expect, test } from "vitest";
import { createBroadcast } from "./broadcast.ts";

/** A broadcast whose turns are taken by hand. */
function createTestBroadcast() {
  let waiting: (() => void)[] = [];
  const broadcast = createBroadcast((task) => waiting.push(task));
  return {
    join() {
      const pieces: Uint8Array[] = [];
      const reader = { push: (bytes: Uint8Array) => void pieces.push(bytes) };
      broadcast.join(reader);
      return { pieces, texts: () => pieces.map(String), leave: () => broadcast.leave(reader) };
    },
    /** Every reader sees what happens. */
    add(text: string, seenBy = 3) {
      const [happened, bytes] = [{ text }, Buffer.from(text)];
      for (let count = 1; count <= seenBy; count += 1) broadcast.add(happened, bytes);
      expect(broadcast.hasAdded(happened)).toBe(true);
    },
    takeTurns() {
      const due = waiting;
      waiting = [];
      for (const task of due) task();
    },
  };
}

test("[SSE-11] what happens before a turn is one piece for all readers, in order", () => {
  const { join, add, takeTurns } = createTestBroadcast();
  const [one, other] = [join(), join()];
  for (const text of ["a", "b", "c"]) add(text);
  expect(one.pieces).toEqual([]);
  takeTurns();
  add("d");
  takeTurns();
  expect(one.texts()).toEqual(["abc", "d"]);
  expect(other.pieces[0]).toBe(one.pieces[0]);
});

test("[SSE-11] a reader that joins gets what is added from then on, and one that left gets nothing", () => {
  const { join, add, takeTurns } = createTestBroadcast();
  const [early, leaving] = [join(), join()];
  add("a");
  const late = join();
  expect(early.texts()).toEqual(["a"]);
  add("b");
  leaving.leave();
  takeTurns();
  expect([early, late, leaving].map(({ texts }) => texts())).toEqual([["a", "b"], ["b"], ["a"]]);
});

test("[SSE-11] a reader that is alone does not wait for a turn of all", () => {
  const { join, add, takeTurns } = createTestBroadcast();
  const alone = join();
  add("a");
  expect(alone.texts()).toEqual(["a"]);
  const other = join();
  add("b");
  other.leave();
  add("c");
  takeTurns();
  expect([alone, other].map(({ texts }) => texts())).toEqual([["a", "bc"], []]);
});
