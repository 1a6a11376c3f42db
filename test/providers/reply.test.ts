import { describe, expect, test } from "vitest";
import type { LiveDelta } from "../../packages/server/src/runtime/live-texts.ts";
import { ask, protocols, startProviderRuntime } from "./provider-runtime.ts";
import { note, noteThis } from "./tools.ts";

describe.each(protocols)("$name", (protocol) => {
  test("[RUN-4] text is shown as it streams, and recorded whole", async () => {
    const { server, start, liveTexts } = await startProviderRuntime(protocol);
    const deltas: LiveDelta[] = [];
    liveTexts.onDelta((delta) => deltas.push(delta));
    server.queueReplies({ thinking: [{ text: "Hm, well.", signature: "s" }], text: "One by one, they come." });
    const conversation = await start("Go.");
    await conversation.waitForStatus("idle");
    const { runId } = await conversation.waitForEvent("run.started");
    expect(deltas.map(({ delta }) => delta)).toEqual(["One", " by", " one,", " they", " come."]);
    expect(deltas.at(-1)).toEqual({
      conversationId: conversation.id,
      project: "default",
      runId,
      step: 1,
      attempt: 1,
      text: "One by one, they come.",
      delta: " come.",
    });
    expect(liveTexts.current(conversation.id)).toBeUndefined();
    const { parts } = await conversation.waitForEvent("model.replied");
    expect(parts.at(-1)).toMatchObject({ type: "text", text: "One by one, they come." });
  });

  test("[CONV-11] tokens are recorded per step and summed", async () => {
    const { server, start } = await startProviderRuntime(protocol, { tools: [note] });
    server.queueReplies(
      { calls: [noteThis("one")], usage: { input: 100, output: 30, reasoning: 10, cached: 0 } },
      { text: "Done.", usage: { input: 150, output: 5, reasoning: 0, cached: 90 } },
      { text: "Again.", usage: { input: 200, output: 7, reasoning: 1, cached: 120 } },
    );
    const conversation = await start("Go.");
    await conversation.waitForStatus("idle");
    expect((await conversation.waitForEvent("model.replied")).usage).toEqual({
      inputTokens: 100,
      outputTokens: 30,
      reasoningTokens: 10,
      cachedTokens: 0,
    });
    expect((await conversation.waitForStatus("idle")).run?.usage).toMatchObject({ inputTokens: 250, outputTokens: 35 });
    await conversation.send("Once more.");
    await conversation.waitForEvent("run.finished", 2);
    const { usage, run } = await conversation.waitForStatus("idle");
    expect(run?.usage).toEqual({ inputTokens: 200, outputTokens: 7, reasoningTokens: 1, cachedTokens: 120 });
    expect(usage).toEqual({ inputTokens: 450, outputTokens: 42, reasoningTokens: 11, cachedTokens: 210 });
  });

  test("[RUN-7] reasoning goes back as it came, over a question, a crash and another step", async () => {
    const runtime = await startProviderRuntime(protocol, { tools: [note] });
    const { server } = runtime;
    server.queueReplies(
      { thinking: [{ text: "They must decide.", signature: "sig-1" }], text: "Wait.", calls: [ask("Shall I?")] },
      { thinking: [{ text: "Good. Now note it.", signature: "sig-2" }], calls: [noteThis("yes")] },
      { text: "Done." },
    );
    const conversation = await runtime.start("Go.");
    await conversation.waitForStatus("parked");
    const next = await runtime.crash();
    await next.conversation(conversation.id).answer();
    await next.conversation(conversation.id).waitForStatus("idle");
    // The provider server checks the reasoning that it gets back; this checks that there was some.
    const sent = JSON.stringify(server.requests.at(-1)?.body);
    const expected = protocol.name === "openai-compatible" ? ["They must decide.", "Good. Now"] : ["sig-1", "sig-2"];
    for (const words of expected) expect(sent).toContain(words);
  });

  test("[RUN-7] reasoning without text or calls is left out, since a provider refuses it", async () => {
    const { server, start } = await startProviderRuntime(protocol);
    server.queueReplies({ thinking: [{ text: "Let me", signature: "sig" }], finish: "length" }, { text: "Sorry." });
    const conversation = await start("Go.");
    await conversation.waitForStatus("idle");
    expect(await conversation.waitForEvent("model.replied")).toMatchObject({
      note: expect.stringContaining("output limit"),
    });
    await conversation.send("And?");
    await conversation.waitForEvent("run.finished", 2);
    expect(server.prompt().slice(1)).toEqual([
      { role: "user", text: "Go." },
      { role: "user", text: "And?" },
    ]);
  });

  test("[RUN-14] text that is only space is not sent back", async () => {
    const { server, start } = await startProviderRuntime(protocol, { tools: [note] });
    server.queueReplies({ text: "\n\n", calls: [noteThis("one")] }, { text: " \n" }, { text: "Done." });
    const conversation = await start("Go.");
    await conversation.waitForStatus("idle");
    await conversation.send("And?");
    await conversation.waitForEvent("run.finished", 2);
    expect(server.prompt().filter(({ role }) => role === "assistant")).toMatchObject([{ calls: ["call_1_1"] }]);
  });

  test("[RUN-14] an empty reply after the results of tools ends the run and is not sent back", async () => {
    const { server, start } = await startProviderRuntime(protocol, { tools: [note] });
    server.queueReplies({ calls: [noteThis("one")] }, {}, { text: "Done." });
    const conversation = await start("Go.");
    await conversation.waitForStatus("idle");
    await conversation.send("And?");
    await conversation.waitForEvent("run.finished", 2);
    expect(server.prompt().map(({ role }) => role)).toEqual(["system", "user", "assistant", "result", "user"]);
  });

  test("[FAILURE-1] an empty reply to a message is tried again, and fails the run the third time", async () => {
    const { server, start, clock } = await startProviderRuntime(protocol);
    server.queueReplies({}, {}, {});
    const conversation = await start("Go.");
    for (const attempt of [1, 2]) {
      const { error, at, retryAt } = await conversation.waitForEvent("model.failed", attempt);
      expect(error).toMatchObject({ kind: "empty", retryable: true });
      clock.advance(retryAt - at);
    }
    expect((await conversation.waitForStatus("failed")).error.kind).toBe("empty");
  });

  test("[RUN-14] a model that uses a call id again in a later step", async () => {
    const { server, start } = await startProviderRuntime(protocol, { tools: [note] });
    const again = (line: string) => ({ ...noteThis(line), id: "call_0" });
    server.queueReplies({ calls: [again("one")] }, { calls: [again("two"), again("three")] }, { text: "Done." });
    const conversation = await start("Go.");
    await conversation.waitForStatus("idle");
    const results = server.prompt().flatMap((received) => (received.role === "result" ? [received] : []));
    expect(results.map(({ text }) => text)).toEqual(["noted one", "noted two", "noted three"]);
    expect(new Set(results.map(({ id }) => id)).size).toBe(3);
  });
});

const redacting = protocols.filter(({ name }) => name === "anthropic" || name === "openai");

test.each(redacting)("[RUN-7] reasoning that was redacted goes back too: $name", async (protocol) => {
  const { server, start } = await startProviderRuntime(protocol, { tools: [note] });
  const thinking = [{ redacted: "blob-1" }, { text: "And then?", signature: "sig" }, { redacted: "blob-2" }];
  server.queueReplies({ thinking, calls: [noteThis("one")] }, { text: "Done." });
  const conversation = await start("Go.");
  await conversation.waitForStatus("idle");
  const sent = JSON.stringify(server.requests.at(-1)?.body);
  expect(["blob-1", "And then?", "sig", "blob-2"].map((words) => sent.includes(words))).toEqual(Array(4).fill(true));
});
