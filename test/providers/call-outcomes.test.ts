import { describe, expect, test } from "vitest";
import { callOutcomeTools, runThroughCallOutcomes } from "./call-outcomes.ts";
import type { ProviderProtocol } from "./protocol/protocol.ts";
import { startProviderServer } from "./protocol/provider-server.ts";
import { protocols, runtimeOptions, startProviderRuntime } from "./provider-runtime.ts";

const tools = callOutcomeTools;

describe.each(protocols)("$name", (protocol) => {
  test("[RUN-14] a conversation continues after every outcome of its calls", async () => {
    const runtime = await startProviderRuntime(protocol, { tools });
    runtime.server.queueReplies({ text: "Hello." });
    const conversation = await runtime.start("Hello.");
    await conversation.waitForStatus("idle");
    const next = await runThroughCallOutcomes(runtime.server, runtime, conversation);
    runtime.server.queueReplies({ text: "All is well." });
    const later = next.conversation(conversation.id);
    await later.send("How are you?");
    await later.waitForStatus("idle");
    const prompt = runtime.server.prompt();
    const calls = prompt.flatMap((message) => (message.role === "assistant" ? message.calls : []));
    const results = prompt.flatMap((message) => (message.role === "result" ? [message.id] : []));
    expect(calls).toHaveLength(14);
    expect(results).toEqual(calls);
    expect(prompt.at(-1)).toEqual({ role: "user", text: "How are you?" });
  });
});

const moves = protocols.flatMap((from) =>
  protocols
    .filter((to) => to !== from)
    .map((to): [string, string, ProviderProtocol, ProviderProtocol] => [from.name, to.name, from, to]),
);

test.each(moves)("[RUN-14] a conversation goes on when its agent moves from %s to %s", async (_from, _to, from, to) => {
  const runtime = await startProviderRuntime(from, { tools });
  // Some providers issue call ids that others refuse.
  const id = from.name === "openai-compatible" ? `functions.note:${"0".repeat(60)}` : "call_a";
  runtime.server.queueReplies({ calls: [{ id, name: "note", input: { line: "one" } }] }, { text: "Hello." });
  const conversation = await runtime.start("Hello.");
  await conversation.waitForStatus("idle");
  const left = await runThroughCallOutcomes(runtime.server, runtime, conversation);
  const server = await startProviderServer(to);
  const next = await left.crash(runtimeOptions(to, server, { tools }));
  server.queueReplies({ text: "I am new here." });
  const later = next.conversation(conversation.id);
  await later.send("How are you?");
  await later.waitForStatus("idle");
  expect(server.prompt().at(-1)).toEqual({ role: "user", text: "How are you?" });
});
