import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createFakeClient } from "../testing/fake-client.ts";
import { conversationOf, messageOf, recorded } from "../testing/samples.ts";
import { settled } from "../testing/settled.ts";
import { createTurnableClock } from "../testing/turnable-clock.ts";
import { createLive } from "./create-live.ts";
import type { LiveText } from "./live.ts";
import { caughtUp, spliced } from "./live-text.ts";

const piece = (offset: number, delta: string, step = 1) =>
  ({ type: "text.streamed", conversationId: "conv_1", runId: "run_1", step, offset, delta }) as const;

async function setUp() {
  const client = createFakeClient();
  const live = createLive(client, { clock: createTurnableClock() });
  const text = live.text("conv_1");
  const thread = live.thread("conv_1");
  const changes = { text: 0, thread: 0 };
  text.subscribe(() => changes.text++);
  thread.subscribe(() => changes.thread++);
  await settled();
  return { client, text, changes };
}

/** "Hello" is streamed and recorded; the transcript that has it comes when the caller says so. */
async function hearReply(client: ReturnType<typeof createFakeClient>) {
  client.stream.emit(piece(0, "Hello"));
  await settled();
  const late = Promise.withResolvers<{ ok: true; value: undefined }>();
  client.answerWith("conversation", () => late.promise);
  client.known.messages = [messageOf("m1", "Hello")];
  client.stream.emit(recorded("model.replied", { runId: "run_1", step: 1 }));
  return late;
}

test("[Z-2] pieces of a reply become its text, and disturb nothing but that", async () => {
  const { client, text, changes } = await setUp();
  client.stream.emit(piece(0, "The "));
  client.stream.emit(piece(4, "answer"));
  await settled();
  expect(text.get()).toEqual({ runId: "run_1", step: 1, text: "The answer" });
  expect(changes).toEqual({ text: 2, thread: 1 });
  expect(client.calledFor("conversation")).toHaveLength(1);
});

test("[LATER-4] who joins in the middle of a reply reads what came before, and goes on with what came meanwhile", async () => {
  const { client, text } = await setUp();
  client.known.conversation = conversationOf({ live: { runId: "run_1", step: 1, text: "The ans" } });
  client.stream.emit(piece(7, "wer"));
  client.stream.emit(piece(10, " is"));
  await settled();
  expect(text.get()?.text).toBe("The answer is");
  client.stream.emit(piece(13, " 42"));
  await settled();
  expect(text.get()?.text).toBe("The answer is 42");
});

test("[Z-2] the text stays until the reply is there in its place, and a late piece does not bring it back", async () => {
  const { client, text } = await setUp();
  const late = await hearReply(client);
  await settled();
  expect(text.get()?.text).toBe("Hello");
  late.resolve({ ok: true, value: undefined });
  await settled();
  expect(text.get()).toBeUndefined();
  client.stream.emit(piece(5, " again"));
  client.stream.emit(piece(0, "Hello"));
  await settled();
  expect(text.get()).toBeUndefined();
  client.stream.emit(piece(0, "Next", 2));
  await settled();
  expect(text.get()).toEqual({ runId: "run_1", step: 2, text: "Next" });
});

test("[Z-2] the next reply waits until the one before is there in its place", async () => {
  const { client, text } = await setUp();
  const late = await hearReply(client);
  client.stream.emit(piece(0, "Next", 2));
  client.stream.emit(piece(4, " one", 2));
  await settled();
  expect(text.get()?.text).toBe("Hello");
  late.resolve({ ok: true, value: undefined });
  await settled();
  expect(text.get()).toEqual({ runId: "run_1", step: 2, text: "Next one" });
});

test("[Z-2] a read that knows neither the text nor the reply, for they changed places meanwhile, ends nothing", async () => {
  const { client, text } = await setUp();
  client.stream.emit(piece(0, "Hello"));
  client.stream.emit(recorded("tool.started", { runId: "run_0" }));
  await settled();
  expect(text.get()?.text).toBe("Hello");
  client.known.messages = [{ ...messageOf("m1", "Hello"), role: "agent", runId: "run_1", step: 1 }];
  client.stream.emit(recorded("tool.started", { runId: "run_0" }));
  await settled();
  expect(text.get()).toBeUndefined();
});

test("[Z-2] a reply that is tried again replaces what came of it before", () => {
  const first: LiveText = { runId: "run_1", step: 1, text: "The answer" };
  const again = spliced(first, piece(0, "The cat"));
  expect(again).toEqual({ ...first, text: "The cat" });
  expect(spliced(first, piece(0, "The "))).toBe(first);
});

test("[Z-2] a conversation that was asked for before a reply was tried again does not bring the old text back", async () => {
  const { client, text } = await setUp();
  client.known.conversation = conversationOf({ live: { runId: "run_1", step: 1, text: "The answer" } });
  const late = Promise.withResolvers<{ ok: true; value: undefined }>();
  client.answerWith("conversation", () => late.promise);
  client.stream.emit(recorded("run.interrupted", { runId: "run_1" }));
  await settled();
  client.known.conversation = conversationOf({ live: { runId: "run_1", step: 1, text: "Well, " } });
  client.stream.emit(piece(0, "Well, "));
  await settled();
  late.resolve({ ok: true, value: undefined });
  await settled();
  expect(text.get()?.text).toBe("Well, ");
});

test("[LATER-4] however a text is cut, repeated and read in between, the pieces give the text", () => {
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
            text = caughtUp(text, { runId: "run_1", step: 1, text: whole.slice(0, next.offset + next.delta.length) });
          const after = spliced(text, next);
          if (after === "gap") throw new Error("a piece is missing");
          text = after;
        }
        expect(text?.text).toBe(whole);
      },
    ),
  );
});
