import { expect, test } from "vitest";
import type { LiveText, SharedLiveTexts, Store } from "../store/store.ts";
import { createLiveTexts } from "./live-texts.ts";
import { findPartialReply } from "./partial-reply.ts";
import { perform } from "./perform.ts";
import { createRuntimeFixture } from "./testing/runtime-fixture.ts";

const stream = { conversationId: "conv_a", project: "default", runId: "run_a_1", step: 1, attempt: 1 };

/** A thinking conversation, and what another server shared of it. */
async function setUp(shared: LiveText | undefined) {
  const { store, command } = createRuntimeFixture();
  const started = await perform(store, "conv_a", command({ type: "start", conversationId: "conv_a", message: "Go" }));
  if (!started.ok) throw new Error("it starts");
  const liveTexts = { read: async () => shared } as Partial<SharedLiveTexts> as SharedLiveTexts;
  const sharing: Store = { ...store, liveTexts };
  return { store: sharing, liveTexts: createLiveTexts(), conversation: started.value.conversation };
}

test("[CONV-7] stop prefers the text that streamed here over the shared copy", async () => {
  const { conversation, ...services } = await setUp({ ...stream, text: "Half" });
  services.liveTexts.begin(stream).append("Half a sentence");
  expect(await findPartialReply(services, conversation)).toMatchObject({ text: "Half a sentence" });
});

test("[CONV-7] stop uses the text that another server shared, if it is of the current reply", async () => {
  const shared = await setUp({ ...stream, text: "Half" });
  expect(await findPartialReply(shared, shared.conversation)).toMatchObject({ text: "Half" });
  for (const other of [{ runId: "run_a_0" }, { step: 2 }, { attempt: 2 }]) {
    const stale = await setUp({ ...stream, ...other, text: "Half" });
    stale.liveTexts.begin({ ...stream, ...other }).append("Half");
    expect(await findPartialReply(stale, stale.conversation)).toBeUndefined();
  }
  const none = await setUp(undefined);
  expect(await findPartialReply(none, none.conversation)).toBeUndefined();
});
