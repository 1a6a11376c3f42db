import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { StoreUnavailable } from "../store-unavailable.ts";
import { createGrouping } from "./grouping.ts";

/** Groups that arrive when the test says so. */
function createRoad() {
  const sent: { readonly pieces: readonly string[]; arrive(): void; fail(error: Error): void }[] = [];
  const send = (pieces: readonly string[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      sent.push({ pieces, arrive: () => resolve(pieces), fail: reject });
    });
  return { sent, send };
}

async function turns(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await turn();
}

test("[STORE-17] while all that waits is held up by its key nothing is done, and then it goes", async () => {
  const { sent, send } = createRoad();
  let asked = 0;
  const keyOf = () => {
    asked += 1;
    return "one key";
  };
  const group = createGrouping({ keyOf, lanes: 2, largest: 10, send });
  const first = group.add("first");
  await turns(2);
  const second = group.add("second");
  await turns(3);
  const before = asked;
  await turns(50);
  expect(asked).toBe(before);
  sent[0]?.arrive();
  await first;
  await turns(2);
  sent[1]?.arrive();
  expect(await second).toBe("second");
});

test("[STORE-17] what has no key waits for nothing but a free lane, be it the same or not", async () => {
  const { sent, send } = createRoad();
  const group = createGrouping({ lanes: 2, largest: 10, send });
  const first = [group.add("a"), group.add("a")];
  await turns(2);
  const second = group.add("a");
  await turns(2);
  expect(sent.map(({ pieces }) => pieces)).toEqual([["a", "a"], ["a"]]);
  for (const { arrive } of sent) arrive();
  expect(await Promise.all([...first, second])).toEqual(["a", "a", "a"]);
});

test("[STORE-20] when the store is away those who wait hear of it as well, and later ones are sent", async () => {
  const { sent, send } = createRoad();
  const group = createGrouping({ lanes: 1, largest: 1, send });
  const results = Promise.allSettled(["a", "b", "c"].map((piece) => group.add(piece)));
  await turns(2);
  sent[0]?.fail(new StoreUnavailable("away"));
  expect((await results).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await group.idle();
  const later = group.add("d");
  await turns(2);
  expect(sent.map(({ pieces }) => pieces)).toEqual([["a"], ["d"]]);
  sent[1]?.arrive();
  expect(await later).toBe("d");
});

test("[STORE-4] a bad piece fails alone, and a store that goes away meanwhile is not asked for the rest", async () => {
  const { sent, send } = createRoad();
  const group = createGrouping({ lanes: 1, largest: 10, send });
  const results = Promise.allSettled(["a", "bad", "c", "d"].map((piece) => group.add(piece)));
  const steps = [
    () => sent[0]?.fail(new Error("bad")),
    () => sent[1]?.arrive(),
    () => sent[2]?.fail(new Error("bad")),
    () => sent[3]?.fail(new StoreUnavailable("away")),
  ];
  for (const step of steps) {
    await turns(2);
    step();
  }
  const [a, bad, c, d] = await results;
  expect(a).toEqual({ status: "fulfilled", value: "a" });
  expect(bad).toMatchObject({ reason: { message: "bad" } });
  expect([c, d]).toMatchObject([{ reason: { message: "away" } }, { reason: { message: "away" } }]);
  expect(sent).toHaveLength(4);
});
