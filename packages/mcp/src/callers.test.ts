import { expect, test } from "vitest";
import { createProcessCallers, createRequestCallers } from "./callers.ts";

test("[MCP-32] a call by HTTP has ended when its request has, and that of another server after some time", () => {
  let now = 1_000_000;
  const server = createRequestCallers(() => now);
  const other = createRequestCallers(() => now);
  const [waiting, left] = [server.begin(), server.begin()];
  server.giveUp(left);
  expect([server.statusOf(waiting), server.statusOf(left)]).toEqual(["running", "ended"]);
  expect(other.statusOf(left)).toBe("running");
  now += 60_000;
  expect(other.statusOf(waiting)).toBe("running");
  now += 120_000;
  expect([other.statusOf(waiting), server.statusOf(waiting)]).toEqual(["ended", "running"]);
});

test("[MCP-32] a call of a process that gave up has ended, while its process runs", () => {
  const processes = { self: "me", statusOf: (name: string) => (name === "me" ? "running" : "ended") } as const;
  const callers = createProcessCallers(processes);
  const [waiting, left] = [callers.begin(), callers.begin()];
  callers.giveUp(left);
  expect([callers.statusOf(waiting), callers.statusOf(left)]).toEqual(["running", "ended"]);
  // Earlier versions named the process alone.
  expect([callers.statusOf("me"), callers.statusOf("another")]).toEqual(["running", "ended"]);
  expect(createRequestCallers(() => 0).statusOf(waiting)).toBe("elsewhere");
  expect(callers.begin().length).toBeLessThan(200);
});
