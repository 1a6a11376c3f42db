import { describe, expect, test } from "vitest";
import { tour, tourTools } from "./tour.ts";
import { startProviderServer } from "./wire/provider-server.ts";
import type { Wire } from "./wire/wire.ts";
import { benchOptions, setUp, wires } from "./wires.ts";

const tools = tourTools;

describe.each(wires)("$name", (wire) => {
  test("[RUN-14] a conversation goes on after everything that can happen to its calls", async () => {
    const bench = await setUp(wire, { tools });
    bench.server.willSay({ text: "Hello." });
    const thread = await bench.start("Hello.");
    await thread.reached("idle");
    const next = await tour(bench.server, bench, thread);
    bench.server.willSay({ text: "All is well." });
    const later = next.thread(thread.id);
    await later.send("How are you?");
    await later.reached("idle");
    const told = bench.server.told();
    const calls = told.flatMap((message) => (message.role === "assistant" ? message.calls : []));
    const results = told.flatMap((message) => (message.role === "result" ? [message.id] : []));
    expect(calls).toHaveLength(14);
    expect(results).toEqual(calls);
    expect(told.at(-1)).toEqual({ role: "user", text: "How are you?" });
  });
});

const moves = wires.flatMap((from) =>
  wires.filter((to) => to !== from).map((to): [string, string, Wire, Wire] => [from.name, to.name, from, to]),
);

test.each(moves)("[RUN-14] a conversation goes on when its agent moves from %s to %s", async (_from, _to, from, to) => {
  const bench = await setUp(from, { tools });
  // Some servers give their calls ids that others refuse.
  const id = from.name === "openai-compatible" ? `functions.note:${"0".repeat(60)}` : "call_a";
  bench.server.willSay({ calls: [{ id, name: "note", input: { line: "one" } }] }, { text: "Hello." });
  const thread = await bench.start("Hello.");
  await thread.reached("idle");
  const left = await tour(bench.server, bench, thread);
  const server = await startProviderServer(to);
  const next = await left.crash(benchOptions(to, server, { tools }));
  server.willSay({ text: "I am new here." });
  const later = next.thread(thread.id);
  await later.send("How are you?");
  await later.reached("idle");
  expect(server.told().at(-1)).toEqual({ role: "user", text: "How are you?" });
});
