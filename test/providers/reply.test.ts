import { describe, expect, test } from "vitest";
import type { LiveDelta } from "../../packages/server/src/runtime/live-text.ts";
import { note, noteThis } from "./tools.ts";
import { ask, setUp, wires } from "./wires.ts";

describe.each(wires)("$name", (wire) => {
  test("[RUN-4] text is shown as it streams, and recorded whole", async () => {
    const { server, start, liveTexts } = await setUp(wire);
    const deltas: LiveDelta[] = [];
    liveTexts.onDelta((delta) => deltas.push(delta));
    server.willSay({ thinking: [{ text: "Hm, well.", signature: "s" }], text: "One by one, they come." });
    const thread = await start("Go.");
    await thread.reached("idle");
    const { runId } = await thread.event("run.started");
    expect(deltas.map(({ delta }) => delta)).toEqual(["One", " by", " one,", " they", " come."]);
    expect(deltas.at(-1)).toEqual({
      conversationId: thread.id,
      project: "default",
      runId,
      step: 1,
      attempt: 1,
      text: "One by one, they come.",
      delta: " come.",
    });
    expect(liveTexts.current(thread.id)).toBeUndefined();
    const { parts } = await thread.event("model.replied");
    expect(parts.at(-1)).toMatchObject({ type: "text", text: "One by one, they come." });
  });

  test("[CONV-11] tokens are recorded per step and summed", async () => {
    const { server, start } = await setUp(wire, { tools: [note] });
    server.willSay(
      { calls: [noteThis("one")], usage: { input: 100, output: 30, reasoning: 10, cached: 0 } },
      { text: "Done.", usage: { input: 150, output: 5, reasoning: 0, cached: 90 } },
      { text: "Again.", usage: { input: 200, output: 7, reasoning: 1, cached: 120 } },
    );
    const thread = await start("Go.");
    await thread.reached("idle");
    expect((await thread.event("model.replied")).usage).toEqual({
      inputTokens: 100,
      outputTokens: 30,
      reasoningTokens: 10,
      cachedTokens: 0,
    });
    expect((await thread.reached("idle")).run?.usage).toMatchObject({ inputTokens: 250, outputTokens: 35 });
    await thread.send("Once more.");
    await thread.event("run.finished", 2);
    const { usage, run } = await thread.reached("idle");
    expect(run?.usage).toEqual({ inputTokens: 200, outputTokens: 7, reasoningTokens: 1, cachedTokens: 120 });
    expect(usage).toEqual({ inputTokens: 450, outputTokens: 42, reasoningTokens: 11, cachedTokens: 210 });
  });

  test("[RUN-7] reasoning goes back as it came, over a question, a crash and another step", async () => {
    const bench = await setUp(wire, { tools: [note] });
    const { server } = bench;
    server.willSay(
      { thinking: [{ text: "They must decide.", signature: "sig-1" }], text: "Wait.", calls: [ask("Shall I?")] },
      { thinking: [{ text: "Good. Now note it.", signature: "sig-2" }], calls: [noteThis("yes")] },
      { text: "Done." },
    );
    const thread = await bench.start("Go.");
    await thread.reached("parked");
    const next = await bench.crash();
    await next.thread(thread.id).answer();
    await next.thread(thread.id).reached("idle");
    // The server compares reasoning with what it sent; this makes sure that it was there.
    const sent = JSON.stringify(server.requests.at(-1)?.body);
    const expected = wire.name === "openai-compatible" ? ["They must decide.", "Good. Now"] : ["sig-1", "sig-2"];
    for (const words of expected) expect(sent).toContain(words);
  });

  test("[RUN-7] reasoning that leads to nothing is left out, since a provider refuses it", async () => {
    const { server, start } = await setUp(wire);
    server.willSay({ thinking: [{ text: "Let me", signature: "sig" }], finish: "length" }, { text: "Sorry." });
    const thread = await start("Go.");
    await thread.reached("idle");
    expect(await thread.event("model.replied")).toMatchObject({ note: expect.stringContaining("output limit") });
    await thread.send("And?");
    await thread.event("run.finished", 2);
    expect(server.told().slice(1)).toEqual([
      { role: "user", text: "Go." },
      { role: "user", text: "And?" },
    ]);
  });

  test("[RUN-14] text that is only space is not sent back", async () => {
    const { server, start } = await setUp(wire, { tools: [note] });
    server.willSay({ text: "\n\n", calls: [noteThis("one")] }, { text: " \n" }, { text: "Done." });
    const thread = await start("Go.");
    await thread.reached("idle");
    await thread.send("And?");
    await thread.event("run.finished", 2);
    expect(server.told().filter(({ role }) => role === "assistant")).toMatchObject([{ calls: ["call_1_1"] }]);
  });

  test("[RUN-14] an empty reply ends the run and is not sent back", async () => {
    const { server, start } = await setUp(wire);
    server.willSay({}, { text: "Done." });
    const thread = await start("Go.");
    await thread.reached("idle");
    await thread.send("And?");
    await thread.event("run.finished", 2);
    expect(server.told().map(({ role }) => role)).toEqual(["system", "user", "user"]);
  });

  test("[RUN-14] a model that uses a call id again in a later step", async () => {
    const { server, start } = await setUp(wire, { tools: [note] });
    const again = (line: string) => ({ ...noteThis(line), id: "call_0" });
    server.willSay({ calls: [again("one")] }, { calls: [again("two"), again("three")] }, { text: "Done." });
    const thread = await start("Go.");
    await thread.reached("idle");
    const results = server.told().flatMap((told) => (told.role === "result" ? [told] : []));
    expect(results.map(({ text }) => text)).toEqual(["noted one", "noted two", "noted three"]);
    expect(new Set(results.map(({ id }) => id)).size).toBe(3);
  });
});

const redacting = wires.filter(({ name }) => name === "anthropic" || name === "openai");

test.each(redacting)("[RUN-7] reasoning that was redacted goes back too: $name", async (wire) => {
  const { server, start } = await setUp(wire, { tools: [note] });
  const thinking = [{ redacted: "blob-1" }, { text: "And then?", signature: "sig" }, { redacted: "blob-2" }];
  server.willSay({ thinking, calls: [noteThis("one")] }, { text: "Done." });
  const thread = await start("Go.");
  await thread.reached("idle");
  const sent = JSON.stringify(server.requests.at(-1)?.body);
  expect(["blob-1", "And then?", "sig", "blob-2"].map((words) => sent.includes(words))).toEqual(Array(4).fill(true));
});
