import { describe, expect, test } from "vitest";
import { note, noteThis, sulk } from "./tools.ts";
import { ask, setUp, wires } from "./wires.ts";

describe.each(wires)("$name", (wire) => {
  test("[RUN-14] a question and its answer", async () => {
    const { server, start } = await setUp(wire);
    server.willSay({ text: "One question.", calls: [ask("Shall I?")] }, { text: "Done." });
    const thread = await start("Please do it.");
    await thread.answer();
    await thread.reached("idle");
    expect(server.told()).toEqual([
      { role: "system", text: "Work." },
      { role: "user", text: "Please do it." },
      { role: "assistant", text: "One question.", calls: ["call_1_1"] },
      { role: "result", id: "call_1_1", text: '{"answers":{"Shall I?":"Yes"}}' },
    ]);
  });

  test("[RUN-14] a step with a tool, a question and another tool", async () => {
    const { server, start } = await setUp(wire, { tools: [note] });
    server.willSay({ calls: [noteThis("one"), ask("Shall I?"), noteThis("two")] }, { text: "Done." });
    const thread = await start("Go.");
    await thread.answer();
    await thread.reached("idle");
    expect(server.told().slice(2)).toEqual([
      { role: "assistant", text: "", calls: ["call_1_1", "call_1_2", "call_1_3"] },
      { role: "result", id: "call_1_1", text: "noted one" },
      { role: "result", id: "call_1_2", text: '{"answers":{"Shall I?":"Yes"}}' },
      { role: "result", id: "call_1_3", text: "noted two" },
    ]);
  });

  test("[RUN-14] a question that is malformed, then corrected", async () => {
    const { server, start } = await setUp(wire);
    server.willSay(
      { calls: [{ name: "ask_user_question", input: { questions: [{ question: "Alone?" }] } }] },
      { calls: [ask("Shall I?")] },
      { text: "Done." },
    );
    const thread = await start("Go.");
    await thread.answer();
    await thread.reached("idle");
    const results = server.told().filter(({ role }) => role === "result");
    expect(results).toMatchObject([
      { id: "call_1_1", text: expect.stringContaining("options") },
      { id: "call_2_1", text: '{"answers":{"Shall I?":"Yes"}}' },
    ]);
  });

  test("[RUN-14] a question that is dismissed with calls left, then a message", async () => {
    const { server, start } = await setUp(wire, { tools: [note] });
    server.willSay({ calls: [ask("Shall I?"), noteThis("never")] }, { text: "Fine." });
    const thread = await start("Go.");
    await thread.settle("dismiss");
    await thread.reached("idle");
    await thread.send("Leave it.");
    await thread.event("run.finished", 2);
    expect(server.told().slice(3)).toEqual([
      { role: "result", id: "call_1_1", text: expect.stringContaining("User cancelled the question") },
      { role: "result", id: "call_1_2", text: expect.stringContaining("Not run") },
      { role: "user", text: "Leave it." },
    ]);
  });

  test("[RUN-14] a question that is answered in chat, with calls left", async () => {
    const { server, start } = await setUp(wire, { tools: [note] });
    server.willSay({ calls: [noteThis("first"), ask("Shall I?"), noteThis("never")] }, { text: "Fine." });
    const thread = await start("Go.");
    await thread.reached("parked");
    await thread.send("Only on Sundays.");
    await thread.reached("idle");
    expect(server.told().slice(3)).toEqual([
      { role: "result", id: "call_1_1", text: "noted first" },
      { role: "result", id: "call_1_2", text: expect.stringContaining("replied in chat") },
      { role: "result", id: "call_1_3", text: expect.stringContaining("Not run") },
      { role: "user", text: "Only on Sundays." },
    ]);
  });

  test("[RUN-14] a separate message while a question is open comes after all results of the step", async () => {
    const { server, start } = await setUp(wire, { tools: [note] });
    server.willSay({ calls: [ask("Shall I?"), noteThis("last")] }, { text: "Fine." });
    const thread = await start("Go.");
    await thread.reached("parked");
    await thread.send("By the way.", { separate: true });
    await thread.answer();
    await thread.reached("idle");
    expect(server.told().slice(3)).toEqual([
      { role: "result", id: "call_1_1", text: '{"answers":{"Shall I?":"Yes"}}' },
      { role: "result", id: "call_1_2", text: "noted last" },
      { role: "user", text: "By the way." },
    ]);
  });

  test("[RUN-14] a question that is stopped, then a message", async () => {
    const { server, start } = await setUp(wire, { tools: [note] });
    server.willSay({ calls: [ask("Shall I?"), noteThis("never")] }, { text: "Fine." });
    const thread = await start("Go.");
    await thread.reached("parked");
    await thread.stop();
    await thread.send("Something else.");
    await thread.event("run.finished", 2);
    expect(server.told().slice(3)).toEqual([
      { role: "result", id: "call_1_1", text: expect.stringContaining("withdrawn") },
      { role: "result", id: "call_1_2", text: expect.stringContaining("Not run") },
      { role: "user", text: "Something else." },
    ]);
  });

  test("[RUN-14] questions that are declined, delegated and expired", async () => {
    const { server, start, clock } = await setUp(wire, { agent: { ask: { deadlineMs: 5_000 } } });
    server.willSay({ calls: [ask("One?")] }, { calls: [ask("Two?")] }, { calls: [ask("Three?")] }, { text: "I see." });
    const thread = await start("Go.");
    await thread.settle("decline");
    await thread.event("inquiry.asked", 2);
    await thread.settle("delegate");
    await thread.event("inquiry.asked", 3);
    clock.turn(5_001);
    await thread.reached("idle");
    expect(server.told().filter(({ role }) => role === "result")).toMatchObject([
      { text: expect.stringContaining("declined to answer") },
      { text: expect.stringContaining("leaves this decision to you") },
      { text: expect.stringContaining("Nobody answered") },
    ]);
  });

  test("[RUN-14] calls of unknown tools, with unreadable input, and of a tool that fails without a word", async () => {
    const { server, start } = await setUp(wire, { tools: [sulk] });
    server.willSay(
      {
        calls: [
          { name: "fly", input: {} },
          { name: "sulk", input: wire.name === "google" ? {} : '{"half": ' },
          { name: "sulk", input: {} },
        ],
      },
      { text: "I see." },
    );
    const thread = await start("Go.");
    await thread.reached("idle");
    expect(server.told().filter(({ role }) => role === "result")).toMatchObject([
      { text: expect.stringMatching(/no tool named .{1,2}fly/) },
      { text: expect.stringMatching(/not valid JSON|sulk failed/) },
      { text: expect.stringContaining("sulk failed") },
    ]);
  });
});
