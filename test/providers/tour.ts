import type { Bench, Thread } from "./bench.ts";
import { createEndlessTool, dig, note, noteThis } from "./tools.ts";
import type { ProviderServer } from "./wire/provider-server.ts";
import { ask } from "./wires.ts";

const never = new Promise<never>(() => {});
const thinking = (signature: string) => [{ text: "Let me think.", signature }];

const endless = createEndlessTool();
export const tourTools = [note, endless.tool];

/** Takes a conversation through everything that can happen to its calls; gives the runtime that is left. */
export async function tour(server: ProviderServer, bench: Bench, thread: Thread): Promise<Bench> {
  const runs = async () => (await thread.events()).filter(({ type }) => type === "run.finished").length;
  let finished = await runs();
  const rests = async (on: Thread = thread) => {
    finished += 1;
    await on.event("run.finished", finished);
  };
  const asked = async (on: Thread = thread) => {
    const { counts } = await on.conversation();
    return () => on.until((now) => now.status === "parked" && now.counts.inquiries > counts.inquiries);
  };

  server.willSay({ thinking: thinking("a"), text: "First.", calls: [noteThis("a"), ask("Go on?"), noteThis("b")] });
  let isAsked = await asked();
  await thread.send("Answer me.");
  await isAsked();
  server.willSay({ text: "Answered." });
  await thread.answer();
  await rests();

  server.willSay({ calls: [ask("Is it this?"), noteThis("c")] });
  isAsked = await asked();
  await thread.send("Dismiss me.");
  await isAsked();
  await thread.settle("dismiss");
  await rests();

  server.willSay({ calls: [noteThis("d"), ask("Is it that?"), noteThis("e")] }, { text: "In chat." });
  isAsked = await asked();
  await thread.send("Chat with me.");
  await isAsked();
  await thread.send("It is neither.");
  await rests();

  server.willSay({ text: "I am about to", hold: never });
  const streaming = new Promise<void>((resolve) => {
    bench.liveTexts.onDelta(({ text }) => text === "I am about to" && resolve());
  });
  await thread.send("Stop me in a reply.");
  await streaming;
  await thread.stop();
  await rests();

  server.willSay({ thinking: thinking("b"), calls: [noteThis("f"), dig, noteThis("g")] });
  const { counts } = await thread.conversation();
  await thread.send("Stop me in a tool.");
  await thread.until((now) => now.status === "acting" && now.started && now.counts.places > counts.places + 2);
  await thread.stop();
  await rests();

  server.willSay({ calls: [{ name: "fly", input: {} }] });
  server.willSay({ refusal: { status: 400, type: "invalid_request_error", message: "No." } }, { text: "Retried." });
  await thread.send("Fail, and try again.");
  await thread.until(({ status }) => status === "failed");
  await thread.retry();
  await rests();

  server.willSay({ thinking: thinking("c"), calls: [dig, noteThis("h")] }, { text: "After the crash." });
  const crashed = bench.crashAfter("tool.started");
  await thread.send("Crash in a tool.");
  const next = await crashed;
  await rests(next.thread(thread.id));
  return next;
}
