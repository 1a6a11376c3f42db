import { expect, test } from "vitest";
import { createLiveTexts } from "../runtime/live-text.ts";
import { perform } from "../runtime/perform.ts";
import { createWorkshop } from "../runtime/testing/workshop.ts";
import type { LiveText, SharedTexts, Store } from "../store/store.ts";
import { partialReply } from "./partial-reply.ts";

const stream = { conversationId: "conv_a", project: "default", runId: "run_a_1", step: 1, attempt: 1 };

/** A thinking conversation, and what another server shared of it. */
async function setUp(shared: LiveText | undefined) {
  const { store, command } = createWorkshop();
  const started = await perform(store, "conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  if (!started.ok) throw new Error("it starts");
  const texts = { textOf: async () => shared } as Partial<SharedTexts> as SharedTexts;
  const sharing: Store = { ...store, texts };
  return { store: sharing, liveTexts: createLiveTexts(), conversation: started.value.conversation };
}

test("[CONV-7] stop keeps what streamed here before what was shared of it", async () => {
  const { conversation, ...services } = await setUp({ ...stream, text: "Half" });
  services.liveTexts.begin(stream).append("Half a sentence");
  expect(await partialReply(services, conversation)).toMatchObject({ text: "Half a sentence" });
});

test("[CONV-7] stop keeps what streamed on another server, if it is of the reply under way", async () => {
  const shared = await setUp({ ...stream, text: "Half" });
  expect(await partialReply(shared, shared.conversation)).toMatchObject({ text: "Half" });
  for (const other of [{ runId: "run_a_0" }, { step: 2 }, { attempt: 2 }]) {
    const stale = await setUp({ ...stream, ...other, text: "Half" });
    stale.liveTexts.begin({ ...stream, ...other }).append("Half");
    expect(await partialReply(stale, stale.conversation)).toBeUndefined();
  }
  const none = await setUp(undefined);
  expect(await partialReply(none, none.conversation)).toBeUndefined();
});
