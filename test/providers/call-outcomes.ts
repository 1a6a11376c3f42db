import type { ProviderServer } from "./protocol/provider-server.ts";
import { ask } from "./provider-runtime.ts";
import type { RuntimeConversation, TestRuntime } from "./test-runtime.ts";
import { createEndlessTool, dig, note, noteThis } from "./tools.ts";

const never = new Promise<never>(() => {});
const thinking = (signature: string) => [{ text: "Let me think.", signature }];

const endless = createEndlessTool();
export const callOutcomeTools = [note, endless.tool];

/** Takes a conversation through every outcome that its calls can have; returns the last runtime. */
export async function runThroughCallOutcomes(
  server: ProviderServer,
  runtime: TestRuntime,
  conversation: RuntimeConversation,
): Promise<TestRuntime> {
  const runs = async () => (await conversation.events()).filter(({ type }) => type === "run.finished").length;
  let finished = await runs();
  const rests = async (on: RuntimeConversation = conversation) => {
    finished += 1;
    await on.waitForEvent("run.finished", finished);
  };
  const asked = async (on: RuntimeConversation = conversation) => {
    const { counts } = await on.read();
    return () => on.waitUntil((now) => now.status === "parked" && now.counts.inquiries > counts.inquiries);
  };

  server.queueReplies({
    thinking: thinking("a"),
    text: "First.",
    calls: [noteThis("a"), ask("Go on?"), noteThis("b")],
  });
  let isAsked = await asked();
  await conversation.send("Answer me.");
  await isAsked();
  server.queueReplies({ text: "Answered." });
  await conversation.answer();
  await rests();

  server.queueReplies({ calls: [ask("Is it this?"), noteThis("c")] });
  isAsked = await asked();
  await conversation.send("Dismiss me.");
  await isAsked();
  await conversation.resolve("dismiss");
  await rests();

  server.queueReplies({ calls: [noteThis("d"), ask("Is it that?"), noteThis("e")] }, { text: "In chat." });
  isAsked = await asked();
  await conversation.send("Chat with me.");
  await isAsked();
  await conversation.send("It is neither.");
  await rests();

  server.queueReplies({ text: "I am about to", hold: never });
  const streaming = new Promise<void>((resolve) => {
    runtime.liveTexts.onDelta(({ text }) => text === "I am about to" && resolve());
  });
  await conversation.send("Stop me in a reply.");
  await streaming;
  await conversation.stop();
  await rests();

  server.queueReplies({ thinking: thinking("b"), calls: [noteThis("f"), dig, noteThis("g")] });
  const { counts } = await conversation.read();
  await conversation.send("Stop me in a tool.");
  await conversation.waitUntil(
    (now) => now.status === "acting" && now.started && now.counts.places > counts.places + 2,
  );
  await conversation.stop();
  await rests();

  server.queueReplies({ calls: [{ name: "fly", input: {} }] });
  server.queueReplies(
    { refusal: { status: 400, type: "invalid_request_error", message: "No." } },
    { text: "Retried." },
  );
  await conversation.send("Fail, and try again.");
  await conversation.waitUntil(({ status }) => status === "failed");
  await conversation.retry();
  await rests();

  server.queueReplies({ thinking: thinking("c"), calls: [dig, noteThis("h")] }, { text: "After the crash." });
  const crashed = runtime.crashAfter("tool.started");
  await conversation.send("Crash in a tool.");
  const next = await crashed;
  await rests(next.conversation(conversation.id));
  return next;
}
