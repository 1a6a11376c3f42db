import { describe, expect, test } from "vitest";
import { createSqliteStore } from "../../packages/server/src/store/sqlite/store.ts";
import { createManualClock } from "../../packages/server/src/store/testing/manual-clock.ts";
import { temporaryFolder } from "../harness/server/temporary-folder.ts";
import { ask, protocols, startProviderRuntime } from "./provider-runtime.ts";
import type { TestRuntime } from "./test-runtime.ts";
import { createEndlessTool, dig, note, noteThis } from "./tools.ts";

const never = new Promise<never>(() => {});

describe.each(protocols)("$name", (protocol) => {
  test("[RUN-14] a stop in the middle of a reply, then a message", async () => {
    const { server, start, liveTexts } = await startProviderRuntime(protocol);
    server.queueReplies({ text: "I begin with the", hold: never }, { text: "Fine." });
    const conversation = await start("Go.");
    await streamed(liveTexts, "I begin with the");
    await conversation.stop();
    await server.abandoned;
    await conversation.send("Something else.");
    await conversation.waitForEvent("run.finished", 2);
    expect(server.prompt().slice(1)).toEqual([
      { role: "user", text: "Go." },
      { role: "assistant", text: "I begin with the", calls: [] },
      { role: "user", text: "Something else." },
    ]);
  });

  test("[RUN-14] a stop in the middle of a tool, then a message", async () => {
    const { tool, started, aborted } = createEndlessTool();
    const { server, start } = await startProviderRuntime(protocol, { tools: [note, tool] });
    server.queueReplies({ calls: [noteThis("one"), dig, noteThis("never")] }, { text: "Fine." });
    const conversation = await start("Go.");
    await started;
    await conversation.stop();
    await aborted;
    await conversation.send("Something else.");
    await conversation.waitForEvent("run.finished", 2);
    expect(server.prompt().slice(3)).toEqual([
      { role: "result", id: "call_1_1", text: "noted one" },
      { role: "result", id: "call_1_2", text: expect.stringContaining("may or may not have happened") },
      { role: "result", id: "call_1_3", text: expect.stringContaining("Not run") },
      { role: "user", text: "Something else." },
    ]);
  });

  test("[RUN-14] a crash right after a tool was started", async () => {
    const runtime = await startProviderRuntime(protocol, { tools: [note] });
    const { server } = runtime;
    server.queueReplies({ calls: [noteThis("one"), noteThis("two")] }, { text: "Done." });
    const crashed = runtime.crashAfter("tool.started");
    const { id } = await runtime.start("Go.");
    const next = await crashed;
    await next.conversation(id).waitForStatus("idle");
    expect(server.prompt().slice(3)).toEqual([
      { role: "result", id: "call_1_1", text: expect.stringContaining("may or may not have happened") },
      { role: "result", id: "call_1_2", text: "noted two" },
    ]);
  });

  test("[RUN-14] a crash in the middle of a reply, after a question and its answer", async () => {
    const runtime = await startProviderRuntime(protocol);
    const { server } = runtime;
    server.queueReplies({ calls: [ask("Shall I?")] }, { text: "I will", hold: never }, { text: "I will do it." });
    const conversation = await runtime.start("Go.");
    const text = streamed(runtime.liveTexts, "I will");
    await conversation.answer();
    await text;
    const next = await runtime.crash();
    await next.conversation(conversation.id).waitForStatus("idle");
    expect(server.requests).toHaveLength(3);
    expect(server.prompt()).toEqual(server.prompt(server.requests[1]));
  });

  test("[RUN-14] a run that failed, then a retry", async () => {
    const { server, start } = await startProviderRuntime(protocol, { tools: [note] });
    const refusal = { status: 400, type: "invalid_request_error", message: "Your credit balance is too low." };
    server.queueReplies({ calls: [noteThis("one")] }, { refusal }, { text: "Done." });
    const conversation = await start("Go.");
    await conversation.waitForStatus("failed");
    await conversation.retry();
    await conversation.waitForStatus("idle");
    expect(server.prompt()).toEqual(server.prompt(server.requests[1]));
  });
});

test("[RUN-14] a crash between answer and resume, on SQLite", async () => {
  const folder = temporaryFolder();
  const clock = createManualClock();
  const store = createSqliteStore({ folder, clock });
  for (const protocol of protocols.slice(0, 2)) {
    const runtime = await startProviderRuntime(protocol, { store, clock });
    const { server } = runtime;
    server.queueReplies({ calls: [ask("Shall I?")] }, { text: "Done." });
    const conversation = await runtime.start("Go.");
    await conversation.waitForStatus("parked");
    const crashed = runtime.crashAfter("inquiry.resolved");
    await conversation.answer().catch(() => {});
    const next = await crashed;
    await next.conversation(conversation.id).waitForStatus("idle");
    await next.stop();
    expect(server.prompt().at(-1)).toMatchObject({ role: "result", text: '{"answers":{"Shall I?":"Yes"}}' });
  }
  await store.close();
});

/** Resolves when a reply has streamed this text. */
function streamed(liveTexts: TestRuntime["liveTexts"], text: string): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = liveTexts.onDelta((delta) => {
      if (delta.text !== text) return;
      unsubscribe();
      resolve();
    });
  });
}
