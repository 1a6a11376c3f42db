import { expect, test } from "vitest";
import { logOutagesRarely } from "./outage-log.ts";
import type { ServerLog } from "./server-log.ts";
import { StoreUnavailable } from "./store/store-unavailable.ts";

const second = 1_000;
const full = new StoreUnavailable("full", { code: "full" });
const polling = "driving a conversation";

function createLog(error: ServerLog["error"], elapsed: () => number): ServerLog {
  return logOutagesRarely({ request() {}, failure() {}, agents() {}, foreignOrigin() {}, error }, elapsed);
}

test("[OPS-23] why the store is unavailable is logged when it begins and changes, and then every ten minutes with a count", () => {
  let now = 0;
  const logged: string[] = [];
  const { error: log } = createLog(
    (what, error, { repeats }) =>
      logged.push(`${now / second} ${what}: ${(error as Error).message}${repeats ? `, ${repeats} times more` : ""}`),
    () => now,
  );
  /** Fails once a second, as a server tries again. */
  const failFor = (seconds: number, error: Error = full) => {
    for (const end = now + seconds * second; now < end; now += second) log(polling, error, {});
  };
  failFor(1_000);
  log("sending notices", full, {});
  failFor(1, new StoreUnavailable("read-only", { code: "read-only" }));
  // It has worked for a while.
  now += 60 * second;
  failFor(5);
  expect(logged).toEqual([
    `0 ${polling}: full`,
    `600 ${polling}: full, 599 times more`,
    "1000 sending notices: full",
    `1000 ${polling}: read-only`,
    `1061 ${polling}: full, 399 times more`,
  ]);
});

test("[OPS-23] other errors are all logged, with their ids", () => {
  const logged: unknown[] = [];
  const { error: log } = createLog(
    (...entry) => logged.push(entry),
    () => 0,
  );
  const error = new Error("a bug");
  for (const requestId of ["a", "b"]) log("answering a request", error, { requestId });
  expect(logged).toEqual(["a", "b"].map((requestId) => ["answering a request", error, { requestId }]));
});
