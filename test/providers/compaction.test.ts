import { describe, expect, test } from "vitest";
import type { ProviderServer } from "./protocol/provider-server.ts";
import { ask, protocols, startProviderRuntime } from "./provider-runtime.ts";
import type { RuntimeConversation } from "./test-runtime.ts";
import { note, noteThis } from "./tools.ts";

const contextWindow = 1_500;
/** About 300 tokens. */
const long = (name: string) => `${name}: ${"lorem ".repeat(175)}`;
const summaryOf = (words: string) => `Summary of the conversation so far, made to save space:\n${words}`;

describe.each(protocols)("$name", (protocol) => {
  test("[RUN-8] an older part is replaced by its summary, and the log keeps all", async () => {
    const { server, start, store } = await startProviderRuntime(protocol, { agent: { contextWindow } });
    server.queueReplies({ text: long("one") }, { text: long("two") });
    const conversation = await start(long("first"));
    await conversation.waitForStatus("idle");
    await say(conversation, long("second"));

    const usage = { input: 900, output: 50 };
    server.queueReplies({ text: "They said two things.", usage }, { text: "three", usage: { input: 400, output: 10 } });
    await say(conversation, "third");
    expect(server.prompt()).toEqual([
      { role: "system", text: "Work." },
      { role: "user", text: summaryOf("They said two things.") },
      { role: "assistant", text: long("two"), calls: [] },
      { role: "user", text: "third" },
    ]);
    const asked = server.requests.at(-2)?.body;
    expect(asked.tools ?? []).toEqual([]);
    expect(JSON.stringify(asked)).toMatch(/first: lorem.*one: lorem.*second: lorem/s);
    expect(JSON.stringify(asked)).not.toMatch(/two: lorem|third/);
    expect((await conversation.waitForEvent("transcript.compacted")).usage).toMatchObject({
      inputTokens: 900,
      outputTokens: 50,
    });
    const { run } = await conversation.waitForStatus("idle");
    expect(run?.usage).toMatchObject({ inputTokens: 1_300, outputTokens: 60 });
    expect(await store.messages(conversation.id)).toHaveLength(6);
  });

  test("[RUN-8] several compactions in a row carry the summary on", async () => {
    const { server, start } = await startProviderRuntime(protocol, { agent: { contextWindow } });
    server.queueReplies({ text: long("one") });
    const conversation = await start(long("first"));
    await conversation.waitForStatus("idle");
    for (let round = 1; round <= 3; round += 1) {
      server.queueReplies({ text: long(`round ${round}`) });
      await say(conversation, long(`message ${round}`));
      server.queueReplies({ text: `Summary ${round}.` }, { text: long(`more ${round}`) });
      await say(conversation, `Again ${round}.`);
      const words = JSON.stringify(server.requests.at(-2)?.body);
      expect(words.includes(`Summary ${round - 1}.`)).toBe(round > 1);
      expect(server.prompt()[1]).toEqual({ role: "user", text: summaryOf(`Summary ${round}.`) });
    }
    expect((await conversation.events()).filter(({ type }) => type === "transcript.compacted")).toHaveLength(3);
  });

  test("[RUN-8] steps with calls and questions are kept or left out as a whole", async () => {
    const { server, start } = await startProviderRuntime(protocol, { agent: { contextWindow }, tools: [note] });
    server.queueReplies(
      { calls: [noteThis(long("a")), noteThis("b")] },
      { calls: [noteThis("c"), ask("Shall I?"), noteThis(long("d"))] },
    );
    const conversation = await start(long("first"));
    await conversation.waitForStatus("parked");
    server.queueReplies({ text: "A and B are noted." }, { calls: [noteThis("e")] }, { text: "Done." });
    await conversation.answer();
    await conversation.waitForStatus("idle");
    expect(server.prompt()[1]).toEqual({ role: "user", text: summaryOf("A and B are noted.") });
    const calls = server.prompt().flatMap((message) => (message.role === "assistant" ? message.calls : []));
    const results = server.prompt().flatMap((message) => (message.role === "result" ? [message.id] : []));
    expect(calls).toHaveLength(4);
    expect(results).toEqual(calls);
  });

  test("[RUN-8] a prompt that the provider finds too long is compacted, whatever the agent's definition says", async () => {
    const { server, start } = await startProviderRuntime(protocol);
    server.queueReplies({ text: long("one") });
    const conversation = await start(long("first"));
    await conversation.waitForStatus("idle");
    server.setWindow(sizeOf(server) + 100);
    server.queueReplies({ text: "They said something." }, { text: "Go on." });
    await say(conversation, long("second"));
    expect(server.prompt().slice(1)).toEqual([
      { role: "user", text: summaryOf("They said something.") },
      { role: "user", text: long("second") },
    ]);
    expect((await conversation.events()).map(({ type }) => type)).not.toContain("model.failed");
  });

  test("[RUN-8] a prompt that is too long with nothing to leave out fails once, with a message", async () => {
    const { server, start } = await startProviderRuntime(protocol);
    server.setWindow(1_000);
    const conversation = await start(long("first").repeat(10));
    const { error } = await conversation.waitForStatus("failed");
    expect(error.retryable).toBe(false);
    expect(error.message).toContain("longer than the model can read, and there is nothing older to leave out");
    expect(server.requests).toHaveLength(1);
  });

  test("[RUN-8] a part that is too long even to be summarised is cut until it fits", async () => {
    const { server, start } = await startProviderRuntime(protocol);
    server.queueReplies({ text: long("one") }, { text: long("two") }, { text: long("three") }, { text: long("four") });
    const conversation = await start(long("first"));
    await conversation.waitForStatus("idle");
    const window = sizeOf(server) + 500;
    for (const word of ["second", "third", "fourth"]) await say(conversation, long(word));
    server.setWindow(window);
    server.queueReplies({ text: "Much was said." }, { text: "Yes." });
    await say(conversation, "Go on.");
    expect(server.prompt()[1]).toEqual({ role: "user", text: summaryOf("Much was said.") });
    const refused = server.requests.slice(4).filter(({ tokens }) => tokens > window);
    // The whole prompt, and then a first attempt at a summary.
    expect(refused).toHaveLength(2);
    expect(server.requests).toHaveLength(8);
  });

  test("[RUN-8] a summary that fails is retried after a pause", async () => {
    const { server, start, clock } = await startProviderRuntime(protocol, { agent: { contextWindow } });
    server.queueReplies({ text: long("one") }, { text: long("two") });
    const conversation = await start(long("first"));
    await conversation.waitForStatus("idle");
    await say(conversation, long("second"));
    const refusal = { status: 500, type: "api_error", message: "Internal server error" };
    server.queueReplies({ refusal }, { text: "They said two things." }, { text: "three" });
    await conversation.send("third");
    const { at, retryAt } = await conversation.waitForEvent("model.failed");
    clock.advance(retryAt - at);
    await conversation.waitForEvent("run.finished", 3);
    expect(server.prompt()[1]).toEqual({ role: "user", text: summaryOf("They said two things.") });
  });
});

test.each(protocols)("[RUN-8] a summary survives a crash before the next call: $name", async (protocol) => {
  const runtime = await startProviderRuntime(protocol, { agent: { contextWindow } });
  const { server } = runtime;
  server.queueReplies({ text: long("one") }, { text: long("two") });
  const conversation = await runtime.start(long("first"));
  await conversation.waitForStatus("idle");
  await say(conversation, long("second"));
  server.queueReplies({ text: "They said two things." }, { text: "three" });
  const crashed = runtime.crashAfter("transcript.compacted");
  await conversation.send("third");
  const next = await crashed;
  await next.conversation(conversation.id).waitForEvent("run.finished", 3);
  expect(server.requests).toHaveLength(4);
  expect(server.prompt()[1]).toEqual({ role: "user", text: summaryOf("They said two things.") });
});

/** Sends a message and waits until the agent rests again. */
async function say(conversation: RuntimeConversation, text: string): Promise<void> {
  const finished = (await conversation.events()).filter(({ type }) => type === "run.finished").length;
  await conversation.send(text);
  await conversation.waitForEvent("run.finished", finished + 1);
}

function sizeOf(server: ProviderServer): number {
  return server.requests.at(-1)?.tokens ?? 0;
}
