import type * as wire from "@askback/core/wire";
import { expect, test } from "vitest";
import { createProcessCallers, createRequestCallers } from "./callers.ts";

test("[MCP-32] a call by HTTP has ended when its request has, and that of another server after some time", () => {
  let now = 1_000_000;
  const server = createRequestCallers(() => now);
  const other = createRequestCallers(() => now);
  const begin = () => server.begin("Codex") ?? "";
  const [waiting, left] = [begin(), begin()];
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
  const begin = () => callers.begin("Codex") ?? "";
  const [waiting, left] = [begin(), begin()];
  callers.giveUp(left);
  expect([callers.statusOf(waiting), callers.statusOf(left)]).toEqual(["running", "ended"]);
  // Earlier versions named the process alone.
  expect([callers.statusOf("me"), callers.statusOf("another")]).toEqual(["running", "ended"]);
  expect(createRequestCallers(() => 0).statusOf(waiting)).toBe("elsewhere");
  expect(begin().length).toBeLessThan(200);
});

const hourMs = 3_600_000;
const answeredAt = (at: number) => {
  const resolution = { type: "answered", at: new Date(at).toISOString() };
  return { agent: "Codex", status: "answered", askedAt: new Date(0).toISOString(), resolution } as wire.Inquiry;
};

test("[MCP-31] an answer that nobody got is for a process of the same folder for a day", () => {
  const { isFor } = createProcessCallers({ self: "me", statusOf: () => "ended" });
  const asked = answeredAt(100 * hourMs);
  expect([123, 125].map((hour) => isFor(asked, "Codex", hour * hourMs))).toEqual([true, false]);
});

test("[MCP-34] by HTTP what was asked is for the client of that name alone, and nobody else's", () => {
  const { begin, isFor } = createRequestCallers(() => 0);
  const asked = answeredAt(200_000);
  expect(["Codex", "Cursor", undefined].map((agent) => isFor(asked, agent, 250_000))).toEqual([true, false, false]);
  expect(isFor(asked, "Codex", 350_000)).toBe(false);
  expect(isFor({ ...asked, status: "held" }, "Codex", 350_000)).toBe(false);
  expect(isFor({ ...asked, status: "open" }, "Codex", 100 * hourMs)).toBe(true);
  expect(begin(undefined)).toBeUndefined();
});
