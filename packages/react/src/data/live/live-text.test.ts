import type { Message } from "@askback/core/wire";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createFakeClient } from "../../testing/fake-client.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { observe } from "../../testing/observe.ts";
import { conversationOf, messageOf, recorded } from "../../testing/samples.ts";
import { createLive } from "./live.ts";
import { appendTextDelta, isRecorded, type LiveText, longerText } from "./live-text.ts";

const piece = (offset: number, delta: string, step = 1) =>
  ({ type: "text.streamed", conversationId: "conv_1", runId: "run_1", step, offset, delta }) as const;

async function setUp() {
  const client = createFakeClient();
  const live = createLive(client, { clock: createFakeClock() });
  live.start();
  const changes = { text: 0, thread: 0 };
  observe(live.queryClient, live.queries.thread("conv_1"), () => changes.thread++);
  let shown: LiveText | undefined;
  const stream = observe(live.queryClient, live.queries.text("conv_1"), () => {
    if (stream.get().data?.text === shown) return;
    shown = stream.get().data?.text;
    changes.text += 1;
  });
  await flushPromises();
  return { client, text: { get: () => stream.get().data?.text }, changes };
}

/** "Hello" is streamed and recorded; the transcript that has it comes when the caller says so. */
async function hearReply(client: ReturnType<typeof createFakeClient>) {
  client.stream.emit(piece(0, "Hello"));
  await flushPromises();
  const late = Promise.withResolvers<{ ok: true; value: undefined }>();
  client.answerWith("conversation", () => late.promise);
  client.known.messages = [messageOf("m1", "Hello")];
  client.stream.emit(recorded("model.replied", { runId: "run_1", step: 1 }));
  return late;
}

test("[STREAM-2] deltas of a reply become its text, and change nothing else", async () => {
  const { client, text, changes } = await setUp();
  client.stream.emit(piece(0, "The "));
  client.stream.emit(piece(4, "answer"));
  await flushPromises();
  expect(text.get()).toEqual({ runId: "run_1", step: 1, text: "The answer" });
  expect(changes).toEqual({ text: 2, thread: 1 });
  expect(client.calledFor("conversation")).toHaveLength(1);
});

test("[SSE-7] a reader who joins during a reply gets the text before it and the deltas that follow", async () => {
  const { client, text } = await setUp();
  client.known.conversation = conversationOf({ live: { runId: "run_1", step: 1, text: "The ans" } });
  client.stream.emit(piece(7, "wer"));
  client.stream.emit(piece(10, " is"));
  await flushPromises();
  expect(text.get()?.text).toBe("The answer is");
  client.stream.emit(piece(13, " 42"));
  await flushPromises();
  expect(text.get()?.text).toBe("The answer is 42");
});

test("[STREAM-2] the text stays until the thread shows the reply, and a late delta does not bring it back", async () => {
  const { client, text } = await setUp();
  const late = await hearReply(client);
  await flushPromises();
  expect(text.get()?.text).toBe("Hello");
  late.resolve({ ok: true, value: undefined });
  await flushPromises();
  expect(text.get()).toBeUndefined();
  client.stream.emit(piece(5, " again"));
  client.stream.emit(piece(0, "Hello"));
  await flushPromises();
  expect(text.get()).toBeUndefined();
  client.stream.emit(piece(0, "Next", 2));
  await flushPromises();
  expect(text.get()).toEqual({ runId: "run_1", step: 2, text: "Next" });
});

test("[STREAM-2] the text of the next reply waits until the thread shows the one before", async () => {
  const { client, text } = await setUp();
  const late = await hearReply(client);
  client.stream.emit(piece(0, "Next", 2));
  client.stream.emit(piece(4, " one", 2));
  await flushPromises();
  expect(text.get()?.text).toBe("Hello");
  late.resolve({ ok: true, value: undefined });
  await flushPromises();
  expect(text.get()).toEqual({ runId: "run_1", step: 2, text: "Next one" });
});

test("[STREAM-2] a read that has neither the text nor the reply does not end the text", async () => {
  const { client, text } = await setUp();
  client.stream.emit(piece(0, "Hello"));
  client.stream.emit(recorded("tool.started", { runId: "run_0" }));
  await flushPromises();
  expect(text.get()?.text).toBe("Hello");
  client.known.messages = [{ ...messageOf("m1", "Hello"), role: "agent", runId: "run_1", step: 1 }];
  client.stream.emit(recorded("tool.started", { runId: "run_0" }));
  await flushPromises();
  expect(text.get()).toBeUndefined();
});

test("[STREAM-2] a reply that is retried replaces the text of the attempt before", () => {
  const first: LiveText = { runId: "run_1", step: 1, text: "The answer" };
  const retried = appendTextDelta(first, piece(0, "The cat"));
  expect(retried).toEqual({ ...first, text: "The cat" });
  expect(appendTextDelta(first, piece(0, "The "))).toBe(first);
});

test("[STREAM-2] a read that began before a reply was retried does not bring the old text back", async () => {
  const { client, text } = await setUp();
  client.known.conversation = conversationOf({ live: { runId: "run_1", step: 1, text: "The answer" } });
  const late = Promise.withResolvers<{ ok: true; value: undefined }>();
  client.answerWith("conversation", () => late.promise);
  client.stream.emit(recorded("run.interrupted", { runId: "run_1" }));
  await flushPromises();
  client.known.conversation = conversationOf({ live: { runId: "run_1", step: 1, text: "Well, " } });
  client.stream.emit(piece(0, "Well, "));
  await flushPromises();
  late.resolve({ ok: true, value: undefined });
  await flushPromises();
  expect(text.get()?.text).toBe("Well, ");
});

test("[SSE-7] however a text is split, repeated and read in between, its deltas give the text", () => {
  void fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: "binary" }),
      fc.array(fc.nat(40)),
      fc.nat(40),
      (whole, cuts, readAt) => {
        const ends = [...new Set([...cuts.map((cut) => cut % whole.length), whole.length])].sort((a, b) => a - b);
        const pieces = ends.map((end, at) => piece(ends[at - 1] ?? 0, whole.slice(ends[at - 1] ?? 0, end)));
        let text: LiveText | undefined;
        for (const [at, next] of pieces.entries()) {
          if (at === readAt % pieces.length)
            text = longerText(text, { runId: "run_1", step: 1, text: whole.slice(0, next.offset + next.delta.length) });
          const after = appendTextDelta(text, next);
          if (!after) throw new Error("a piece is missing");
          text = after;
        }
        expect(text?.text).toBe(whole);
      },
    ),
  );
});

const said = (message: Partial<Message>): Message => ({
  id: "msg_1",
  role: "agent",
  at: "2026-11-15T09:00:00.000Z",
  runId: "run_1",
  blocks: [{ type: "text", text: "Hello." }],
  ...message,
});
const streamed = { runId: "run_1", step: 2, text: "Hello." };

test("[STREAM-2] a text ends when the reply of its step is recorded, whatever follows it", () => {
  expect(isRecorded(streamed, [said({ step: 2 }), said({ role: "person" })])).toBe(true);
  expect(isRecorded(streamed, [said({ step: 3 })])).toBe(true);
});

test("[STREAM-2] a reply with the same words of another step or run does not end it", () => {
  expect(isRecorded(streamed, [])).toBe(false);
  expect(isRecorded(streamed, [said({ step: 1 })])).toBe(false);
  expect(isRecorded(streamed, [said({ step: 2, runId: "run_0" })])).toBe(false);
});

test("[STREAM-2] an interrupted reply ends the text", () => {
  expect(isRecorded(streamed, [said({ interrupted: true })])).toBe(true);
});
