import { describe, expect, test } from "vitest";
import type { Thread } from "./bench.ts";
import { note, noteThis } from "./tools.ts";
import type { ProviderServer } from "./wire/provider-server.ts";
import { ask, setUp, wires } from "./wires.ts";

const contextWindow = 1_500;
/** About 300 tokens. */
const long = (name: string) => `${name}: ${"lorem ".repeat(175)}`;
const summaryOf = (words: string) => `Summary of the conversation so far, made to save space:\n${words}`;

describe.each(wires)("$name", (wire) => {
  test("[RUN-8] an older part is replaced by its summary, and the log keeps all", async () => {
    const { server, start, store } = await setUp(wire, { agent: { contextWindow } });
    server.willSay({ text: long("one") }, { text: long("two") });
    const thread = await start(long("first"));
    await thread.reached("idle");
    await say(thread, long("second"));

    const usage = { input: 900, output: 50 };
    server.willSay({ text: "They said two things.", usage }, { text: "three", usage: { input: 400, output: 10 } });
    await say(thread, "third");
    expect(server.told()).toEqual([
      { role: "system", text: "Work." },
      { role: "user", text: summaryOf("They said two things.") },
      { role: "assistant", text: long("two"), calls: [] },
      { role: "user", text: "third" },
    ]);
    const asked = server.requests.at(-2)?.body;
    expect(asked.tools ?? []).toEqual([]);
    expect(JSON.stringify(asked)).toMatch(/first: lorem.*one: lorem.*second: lorem/s);
    expect(JSON.stringify(asked)).not.toMatch(/two: lorem|third/);
    expect((await thread.event("transcript.compacted")).usage).toMatchObject({ inputTokens: 900, outputTokens: 50 });
    const { run } = await thread.reached("idle");
    expect(run?.usage).toMatchObject({ inputTokens: 1_300, outputTokens: 60 });
    expect(await store.messages(thread.id)).toHaveLength(6);
  });

  test("[RUN-8] several compactions in a row carry the summary on", async () => {
    const { server, start } = await setUp(wire, { agent: { contextWindow } });
    server.willSay({ text: long("one") });
    const thread = await start(long("first"));
    await thread.reached("idle");
    for (let round = 1; round <= 3; round += 1) {
      server.willSay({ text: long(`round ${round}`) });
      await say(thread, long(`message ${round}`));
      server.willSay({ text: `Summary ${round}.` }, { text: long(`more ${round}`) });
      await say(thread, `Again ${round}.`);
      const words = JSON.stringify(server.requests.at(-2)?.body);
      expect(words.includes(`Summary ${round - 1}.`)).toBe(round > 1);
      expect(server.told()[1]).toEqual({ role: "user", text: summaryOf(`Summary ${round}.`) });
    }
    expect((await thread.events()).filter(({ type }) => type === "transcript.compacted")).toHaveLength(3);
  });

  test("[RUN-8] steps with calls and questions are kept or left out as a whole", async () => {
    const { server, start } = await setUp(wire, { agent: { contextWindow }, tools: [note] });
    server.willSay(
      { calls: [noteThis(long("a")), noteThis("b")] },
      { calls: [noteThis("c"), ask("Shall I?"), noteThis(long("d"))] },
    );
    const thread = await start(long("first"));
    await thread.reached("parked");
    server.willSay({ text: "A and B are noted." }, { calls: [noteThis("e")] }, { text: "Done." });
    await thread.answer();
    await thread.reached("idle");
    expect(server.told()[1]).toEqual({ role: "user", text: summaryOf("A and B are noted.") });
    const calls = server.told().flatMap((message) => (message.role === "assistant" ? message.calls : []));
    const results = server.told().flatMap((message) => (message.role === "result" ? [message.id] : []));
    expect(calls).toHaveLength(4);
    expect(results).toEqual(calls);
  });

  test("[RUN-8] a provider that finds the prompt too long has it compacted, whatever the definition says", async () => {
    const { server, start } = await setUp(wire);
    server.willSay({ text: long("one") });
    const thread = await start(long("first"));
    await thread.reached("idle");
    server.setWindow(sizeOf(server) + 100);
    server.willSay({ text: "They said something." }, { text: "Go on." });
    await say(thread, long("second"));
    expect(server.told().slice(1)).toEqual([
      { role: "user", text: summaryOf("They said something.") },
      { role: "user", text: long("second") },
    ]);
    expect((await thread.events()).map(({ type }) => type)).not.toContain("model.failed");
  });

  test("[RUN-8] a prompt that is too long with nothing to leave out fails once, with words", async () => {
    const { server, start } = await setUp(wire);
    server.setWindow(1_000);
    const thread = await start(long("first").repeat(10));
    const { error } = await thread.reached("failed");
    expect(error.retryable).toBe(false);
    expect(error.message).toContain("longer than the model can read, and there is nothing older to leave out");
    expect(server.requests).toHaveLength(1);
  });

  test("[RUN-8] a part that is too long even to be summarised is cut until it fits", async () => {
    const { server, start } = await setUp(wire);
    server.willSay({ text: long("one") }, { text: long("two") }, { text: long("three") }, { text: long("four") });
    const thread = await start(long("first"));
    await thread.reached("idle");
    const window = sizeOf(server) + 500;
    for (const word of ["second", "third", "fourth"]) await say(thread, long(word));
    server.setWindow(window);
    server.willSay({ text: "Much was said." }, { text: "Yes." });
    await say(thread, "Go on.");
    expect(server.told()[1]).toEqual({ role: "user", text: summaryOf("Much was said.") });
    const refused = server.requests.slice(4).filter(({ tokens }) => tokens > window);
    // The whole, and then a first try at a summary.
    expect(refused).toHaveLength(2);
    expect(server.requests).toHaveLength(8);
  });

  test("[RUN-8] a summary that fails is tried again after a rest", async () => {
    const { server, start, clock } = await setUp(wire, { agent: { contextWindow } });
    server.willSay({ text: long("one") }, { text: long("two") });
    const thread = await start(long("first"));
    await thread.reached("idle");
    await say(thread, long("second"));
    const refusal = { status: 500, type: "api_error", message: "Internal server error" };
    server.willSay({ refusal }, { text: "They said two things." }, { text: "three" });
    await thread.send("third");
    const { at, retryAt } = await thread.event("model.failed");
    clock.turn(retryAt - at);
    await thread.event("run.finished", 3);
    expect(server.told()[1]).toEqual({ role: "user", text: summaryOf("They said two things.") });
  });
});

test.each(wires)("[RUN-8] a summary survives a crash before the next call: $name", async (wire) => {
  const bench = await setUp(wire, { agent: { contextWindow } });
  const { server } = bench;
  server.willSay({ text: long("one") }, { text: long("two") });
  const thread = await bench.start(long("first"));
  await thread.reached("idle");
  await say(thread, long("second"));
  server.willSay({ text: "They said two things." }, { text: "three" });
  const crashed = bench.crashAfter("transcript.compacted");
  await thread.send("third");
  const next = await crashed;
  await next.thread(thread.id).event("run.finished", 3);
  expect(server.requests).toHaveLength(4);
  expect(server.told()[1]).toEqual({ role: "user", text: summaryOf("They said two things.") });
});

/** Sends a message and waits until the agent rests again. */
async function say(thread: Thread, text: string): Promise<void> {
  const finished = (await thread.events()).filter(({ type }) => type === "run.finished").length;
  await thread.send(text);
  await thread.event("run.finished", finished + 1);
}

function sizeOf(server: ProviderServer): number {
  return server.requests.at(-1)?.tokens ?? 0;
}
