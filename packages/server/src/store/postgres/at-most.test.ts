import { expect, test } from "vitest";
import { StoreUnavailable } from "../store-unavailable.ts";
import { atMost } from "./at-most.ts";

test("[OPS-3] who gets no turn in time is told that the store is busy, and takes nobody's turn", async () => {
  const inTurn = atMost(1, 20);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = inTurn(() => promise);
  const error = await inTurn(async () => "never").catch((thrown) => thrown);
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(error).toMatchObject({ code: "busy" });
  const second = inTurn(async () => "second");
  resolve("first");
  expect(await Promise.all([first, second])).toEqual(["first", "second"]);
  expect(await inTurn(async () => "third")).toBe("third");
});
