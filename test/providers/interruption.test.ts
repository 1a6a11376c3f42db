import { describe, expect, test } from "vitest";
import { createSqliteStore } from "../../packages/server/src/store/sqlite/sqlite-store.ts";
import { createTurnableClock } from "../../packages/server/src/store/testing/turnable-clock.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import type { Bench } from "./bench.ts";
import { createEndlessTool, dig, note, noteThis } from "./tools.ts";
import { ask, setUp, wires } from "./wires.ts";

const never = new Promise<never>(() => {});

describe.each(wires)("$name", (wire) => {
  test("[RUN-14] a stop in the middle of a reply, then a message", async () => {
    const { server, start, liveTexts } = await setUp(wire);
    server.willSay({ text: "I begin with the", hold: never }, { text: "Fine." });
    const thread = await start("Go.");
    await streamed(liveTexts, "I begin with the");
    await thread.stop();
    await server.abandoned;
    await thread.send("Something else.");
    await thread.event("run.finished", 2);
    expect(server.told().slice(1)).toEqual([
      { role: "user", text: "Go." },
      { role: "assistant", text: "I begin with the", calls: [] },
      { role: "user", text: "Something else." },
    ]);
  });

  test("[RUN-14] a stop in the middle of a tool, then a message", async () => {
    const { tool, started, aborted } = createEndlessTool();
    const { server, start } = await setUp(wire, { tools: [note, tool] });
    server.willSay({ calls: [noteThis("one"), dig, noteThis("never")] }, { text: "Fine." });
    const thread = await start("Go.");
    await started;
    await thread.stop();
    await aborted;
    await thread.send("Something else.");
    await thread.event("run.finished", 2);
    expect(server.told().slice(3)).toEqual([
      { role: "result", id: "call_1_1", text: "noted one" },
      { role: "result", id: "call_1_2", text: expect.stringContaining("may or may not have happened") },
      { role: "result", id: "call_1_3", text: expect.stringContaining("Not run") },
      { role: "user", text: "Something else." },
    ]);
  });

  test("[RUN-14] a crash right after a tool was started", async () => {
    const bench = await setUp(wire, { tools: [note] });
    const { server } = bench;
    server.willSay({ calls: [noteThis("one"), noteThis("two")] }, { text: "Done." });
    const crashed = bench.crashAfter("tool.started");
    const { id } = await bench.start("Go.");
    const next = await crashed;
    await next.thread(id).reached("idle");
    expect(server.told().slice(3)).toEqual([
      { role: "result", id: "call_1_1", text: expect.stringContaining("may or may not have happened") },
      { role: "result", id: "call_1_2", text: "noted two" },
    ]);
  });

  test("[RUN-14] a crash in the middle of a reply, after a question and its answer", async () => {
    const bench = await setUp(wire);
    const { server } = bench;
    server.willSay({ calls: [ask("Shall I?")] }, { text: "I will", hold: never }, { text: "I will do it." });
    const thread = await bench.start("Go.");
    const text = streamed(bench.liveTexts, "I will");
    await thread.answer();
    await text;
    const next = await bench.crash();
    await next.thread(thread.id).reached("idle");
    expect(server.requests).toHaveLength(3);
    expect(server.told()).toEqual(server.told(server.requests[1]));
  });

  test("[RUN-14] a run that failed, then a retry", async () => {
    const { server, start } = await setUp(wire, { tools: [note] });
    const refusal = { status: 400, type: "invalid_request_error", message: "Your credit balance is too low." };
    server.willSay({ calls: [noteThis("one")] }, { refusal }, { text: "Done." });
    const thread = await start("Go.");
    await thread.reached("failed");
    await thread.retry();
    await thread.reached("idle");
    expect(server.told()).toEqual(server.told(server.requests[1]));
  });
});

test("[RUN-14] a crash between answer and resume, on SQLite", async () => {
  const folder = temporaryFolder();
  const clock = createTurnableClock();
  const store = createSqliteStore({ folder, clock });
  for (const wire of wires.slice(0, 2)) {
    const bench = await setUp(wire, { store, clock });
    const { server } = bench;
    server.willSay({ calls: [ask("Shall I?")] }, { text: "Done." });
    const thread = await bench.start("Go.");
    await thread.reached("parked");
    const crashed = bench.crashAfter("inquiry.resolved");
    await thread.answer().catch(() => {});
    const next = await crashed;
    await next.thread(thread.id).reached("idle");
    await next.stop();
    expect(server.told().at(-1)).toMatchObject({ role: "result", text: '{"answers":{"Shall I?":"Yes"}}' });
  }
  await store.close();
});

/** Settles when a reply has streamed so far. */
function streamed(liveTexts: Bench["liveTexts"], text: string): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = liveTexts.onDelta((delta) => {
      if (delta.text !== text) return;
      unsubscribe();
      resolve();
    });
  });
}
