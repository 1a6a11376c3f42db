import { describe, expect, test } from "vitest";
import { ask, protocols, startProviderRuntime } from "./provider-runtime.ts";
import { broken, note, noteThis } from "./tools.ts";

describe.each(protocols)("$name", (protocol) => {
  test("[RUN-14] a question and its answer", async () => {
    const { server, start } = await startProviderRuntime(protocol);
    server.queueReplies({ text: "One question.", calls: [ask("Shall I?")] }, { text: "Done." });
    const conversation = await start("Please do it.");
    await conversation.answer();
    await conversation.waitForStatus("idle");
    expect(server.prompt()).toEqual([
      { role: "system", text: "Work." },
      { role: "user", text: "Please do it." },
      { role: "assistant", text: "One question.", calls: ["call_1_1"] },
      { role: "result", id: "call_1_1", text: '{"answers":{"Shall I?":"Yes"}}' },
    ]);
  });

  test("[RUN-14] a step with a tool, a question and another tool", async () => {
    const { server, start } = await startProviderRuntime(protocol, { tools: [note] });
    server.queueReplies({ calls: [noteThis("one"), ask("Shall I?"), noteThis("two")] }, { text: "Done." });
    const conversation = await start("Go.");
    await conversation.answer();
    await conversation.waitForStatus("idle");
    expect(server.prompt().slice(2)).toEqual([
      { role: "assistant", text: "", calls: ["call_1_1", "call_1_2", "call_1_3"] },
      { role: "result", id: "call_1_1", text: "noted one" },
      { role: "result", id: "call_1_2", text: '{"answers":{"Shall I?":"Yes"}}' },
      { role: "result", id: "call_1_3", text: "noted two" },
    ]);
  });

  test("[RUN-14] a question that is malformed, then corrected", async () => {
    const { server, start } = await startProviderRuntime(protocol);
    server.queueReplies(
      { calls: [{ name: "ask_user_question", input: { questions: [{ question: "Alone?" }] } }] },
      { calls: [ask("Shall I?")] },
      { text: "Done." },
    );
    const conversation = await start("Go.");
    await conversation.answer();
    await conversation.waitForStatus("idle");
    const results = server.prompt().filter(({ role }) => role === "result");
    expect(results).toMatchObject([
      { id: "call_1_1", text: expect.stringContaining("options") },
      { id: "call_2_1", text: '{"answers":{"Shall I?":"Yes"}}' },
    ]);
  });

  test("[RUN-14] a question that is dismissed with calls left, then a message", async () => {
    const { server, start } = await startProviderRuntime(protocol, { tools: [note] });
    server.queueReplies({ calls: [ask("Shall I?"), noteThis("never")] }, { text: "Fine." });
    const conversation = await start("Go.");
    await conversation.resolve("dismiss");
    await conversation.waitForStatus("idle");
    await conversation.send("Leave it.");
    await conversation.waitForEvent("run.finished", 2);
    expect(server.prompt().slice(3)).toEqual([
      { role: "result", id: "call_1_1", text: expect.stringContaining("User cancelled the question") },
      { role: "result", id: "call_1_2", text: expect.stringContaining("Not run") },
      { role: "user", text: "Leave it." },
    ]);
  });

  test("[RUN-14] a question that is answered in chat, with calls left", async () => {
    const { server, start } = await startProviderRuntime(protocol, { tools: [note] });
    server.queueReplies({ calls: [noteThis("first"), ask("Shall I?"), noteThis("never")] }, { text: "Fine." });
    const conversation = await start("Go.");
    await conversation.waitForStatus("parked");
    await conversation.send("Only on Sundays.");
    await conversation.waitForStatus("idle");
    expect(server.prompt().slice(3)).toEqual([
      { role: "result", id: "call_1_1", text: "noted first" },
      { role: "result", id: "call_1_2", text: expect.stringContaining("replied in chat") },
      { role: "result", id: "call_1_3", text: expect.stringContaining("Not run") },
      { role: "user", text: "Only on Sundays." },
    ]);
  });

  test("[RUN-14] a separate message while a question is open comes after all results of the step", async () => {
    const { server, start } = await startProviderRuntime(protocol, { tools: [note] });
    server.queueReplies({ calls: [ask("Shall I?"), noteThis("last")] }, { text: "Fine." });
    const conversation = await start("Go.");
    await conversation.waitForStatus("parked");
    await conversation.send("By the way.", { separate: true });
    await conversation.answer();
    await conversation.waitForStatus("idle");
    expect(server.prompt().slice(3)).toEqual([
      { role: "result", id: "call_1_1", text: '{"answers":{"Shall I?":"Yes"}}' },
      { role: "result", id: "call_1_2", text: "noted last" },
      { role: "user", text: "By the way." },
    ]);
  });

  test("[RUN-14] a question that is stopped, then a message", async () => {
    const { server, start } = await startProviderRuntime(protocol, { tools: [note] });
    server.queueReplies({ calls: [ask("Shall I?"), noteThis("never")] }, { text: "Fine." });
    const conversation = await start("Go.");
    await conversation.waitForStatus("parked");
    await conversation.stop();
    await conversation.send("Something else.");
    await conversation.waitForEvent("run.finished", 2);
    expect(server.prompt().slice(3)).toEqual([
      { role: "result", id: "call_1_1", text: expect.stringContaining("withdrawn") },
      { role: "result", id: "call_1_2", text: expect.stringContaining("Not run") },
      { role: "user", text: "Something else." },
    ]);
  });

  test("[RUN-14] questions that are declined, delegated and expired", async () => {
    const { server, start, clock } = await startProviderRuntime(protocol, { agent: { ask: { deadlineMs: 5_000 } } });
    server.queueReplies(
      { calls: [ask("One?")] },
      { calls: [ask("Two?")] },
      { calls: [ask("Three?")] },
      { text: "I see." },
    );
    const conversation = await start("Go.");
    await conversation.resolve("decline");
    await conversation.waitForEvent("inquiry.asked", 2);
    await conversation.resolve("delegate");
    await conversation.waitForEvent("inquiry.asked", 3);
    clock.advance(5_001);
    await conversation.waitForStatus("idle");
    expect(server.prompt().filter(({ role }) => role === "result")).toMatchObject([
      { text: expect.stringContaining("declined to answer") },
      { text: expect.stringContaining("leaves this decision to you") },
      { text: expect.stringContaining("Nobody answered") },
    ]);
  });

  test("[RUN-14] calls of unknown tools, with unreadable input, and of a tool that fails without a message", async () => {
    const { server, start } = await startProviderRuntime(protocol, { tools: [broken] });
    server.queueReplies(
      {
        calls: [
          { name: "fly", input: {} },
          { name: "broken", input: protocol.name === "google" ? {} : '{"half": ' },
          { name: "broken", input: {} },
        ],
      },
      { text: "I see." },
    );
    const conversation = await start("Go.");
    await conversation.waitForStatus("idle");
    expect(server.prompt().filter(({ role }) => role === "result")).toMatchObject([
      { text: expect.stringMatching(/no tool named .{1,2}fly/) },
      { text: expect.stringMatching(/not valid JSON|broken failed/) },
      { text: expect.stringContaining("broken failed") },
    ]);
  });
});
