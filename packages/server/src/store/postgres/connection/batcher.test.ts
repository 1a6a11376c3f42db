import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { StoreUnavailable } from "../../store-unavailable.ts";
import { createBatcher } from "./batcher.ts";

/** Batches whose end the test decides. */
function createSender() {
  const sent: { readonly items: readonly string[]; succeed(): void; fail(error: Error): void }[] = [];
  const send = (items: readonly string[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      sent.push({ items, succeed: () => resolve(items), fail: reject });
    });
  return { sent, send };
}

async function turns(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await turn();
}

test("[STORE-17] items wait without polling while a batch with their key is under way", async () => {
  const { sent, send } = createSender();
  let asked = 0;
  const keyOf = () => {
    asked += 1;
    return "one key";
  };
  const batcher = createBatcher({ keyOf, maxBatches: 2, maxSize: 10, send });
  const first = batcher.add("first");
  await turns(2);
  const second = batcher.add("second");
  await turns(3);
  const before = asked;
  await turns(50);
  expect(asked).toBe(before);
  sent[0]?.succeed();
  await first;
  await turns(2);
  sent[1]?.succeed();
  expect(await second).toBe("second");
});

test("[STORE-17] items without a key, equal or not, wait only for a free batch", async () => {
  const { sent, send } = createSender();
  const batcher = createBatcher({ maxBatches: 2, maxSize: 10, send });
  const first = [batcher.add("a"), batcher.add("a")];
  await turns(2);
  const second = batcher.add("a");
  await turns(2);
  expect(sent.map(({ items }) => items)).toEqual([["a", "a"], ["a"]]);
  for (const { succeed } of sent) succeed();
  expect(await Promise.all([...first, second])).toEqual(["a", "a", "a"]);
});

test("[STORE-20] when the store is unavailable waiting items are rejected too, and later ones are sent", async () => {
  const { sent, send } = createSender();
  const batcher = createBatcher({ maxBatches: 1, maxSize: 1, send });
  const results = Promise.allSettled(["a", "b", "c"].map((item) => batcher.add(item)));
  await turns(2);
  sent[0]?.fail(new StoreUnavailable("unavailable"));
  expect((await results).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await batcher.idle();
  const later = batcher.add("d");
  await turns(2);
  expect(sent.map(({ items }) => items)).toEqual([["a"], ["d"]]);
  sent[1]?.succeed();
  expect(await later).toBe("d");
});

test("[STORE-4] a bad item fails alone, and the rest is not sent once the store is unavailable", async () => {
  const { sent, send } = createSender();
  const batcher = createBatcher({ maxBatches: 1, maxSize: 10, send });
  const results = Promise.allSettled(["a", "bad", "c", "d"].map((item) => batcher.add(item)));
  const steps = [
    () => sent[0]?.fail(new Error("bad")),
    () => sent[1]?.succeed(),
    () => sent[2]?.fail(new Error("bad")),
    () => sent[3]?.fail(new StoreUnavailable("unavailable")),
  ];
  for (const step of steps) {
    await turns(2);
    step();
  }
  const [a, bad, c, d] = await results;
  expect(a).toEqual({ status: "fulfilled", value: "a" });
  expect(bad).toMatchObject({ reason: { message: "bad" } });
  expect([c, d]).toMatchObject([{ reason: { message: "unavailable" } }, { reason: { message: "unavailable" } }]);
  expect(sent).toHaveLength(4);
});
