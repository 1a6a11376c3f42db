import { expect, test } from "vitest";
import { StoreUnavailable } from "../../store-unavailable.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";

test("[OPS-3] a task that waits too long fails as busy and does not block the next one", async () => {
  const limit = createConcurrencyLimit(1, 20);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = limit(() => promise);
  const error = await limit(async () => "never").catch((thrown) => thrown);
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(error).toMatchObject({ code: "busy" });
  const second = limit(async () => "second");
  resolve("first");
  expect(await Promise.all([first, second])).toEqual(["first", "second"]);
  expect(await limit(async () => "third")).toBe("third");
});
