import { expect, test } from "vitest";
import { createCommandRunner } from "../../store/testing/command-runner.ts";
import { answer, ask, callTool, finish, finishTool, open, say } from "../../store/testing/commands.ts";
import { createManualClock } from "../../store/testing/manual-clock.ts";
import { createMemoryStore } from "../../store/testing/memory-store.ts";
import { transcriptPage } from "./transcript-page.ts";
import { wholeTranscript } from "./whole-transcript.ts";

/** A conversation with more messages than are read at once, asks and calls. */
async function openLong() {
  const clock = createManualClock();
  const store = createMemoryStore({ clock });
  const { performAll } = createCommandRunner(store, clock);
  await performAll("conv_a", open());
  for (let count = 1; count <= 40; count += 1) {
    clock.advance(1);
    await performAll("conv_a", say(`Say ${count}`), callTool(`call_${count}`), finishTool(), ask(`Ask ${count}?`));
    clock.advance(1);
    await performAll("conv_a", answer(), finish(`Done ${count}`));
  }
  const conversation = (await store.load("conv_a"))?.conversation;
  if (!conversation) throw new Error("there is no conversation");
  return { store, conversation };
}

test("[CONV-16] a whole transcript that is read in pages is the one that is read at once", async () => {
  const { store, conversation } = await openLong();
  const limit = conversation.counts.messages;
  const { items } = await transcriptPage(store, conversation, { limit, cursor: undefined });
  const pages = await wholeTranscript(store, conversation, (messages) => JSON.stringify(messages));
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.flatMap((page) => JSON.parse(page))).toEqual(JSON.parse(JSON.stringify(items)));
});

test("[CONV-24] others get their turn between the pages of a whole transcript", async () => {
  const { store, conversation } = await openLong();
  const order: string[] = [];
  let next = setImmediate(function turn() {
    order.push("other");
    next = setImmediate(turn);
  });
  await wholeTranscript(store, conversation, () => {
    order.push("page");
    return "";
  });
  clearImmediate(next);
  expect(order.filter((one) => one === "page").length).toBeGreaterThan(3);
  expect(order.join()).not.toContain("page,page");
});
