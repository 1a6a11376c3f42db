import { expect, test } from "vitest";
import type { Store } from "../../store/store.ts";
import { answer, ask, type CommandBuilder, finish, remove, say, start } from "../../store/testing/commands.ts";
import { createMemoryStore } from "../../store/testing/memory-store.ts";
import { openTestStore } from "../../store/testing/test-store.ts";
import { createTranscripts } from "./transcripts.ts";

/** A store whose reads of transcripts are counted, and the transcripts of one process on it. */
async function openTranscripts() {
  const opened = await openTestStore(async (clock) => createMemoryStore({ clock }));
  const { store, prepare } = opened;
  let reads = 0;
  let replaced = () => {};
  let beforeResponse = async () => {};
  const counting: Pick<Store, "modelMessages" | "onReplaced"> = {
    async modelMessages(id, range) {
      reads += 1;
      const messages = await store.modelMessages(id, range);
      await beforeResponse();
      return messages;
    },
    onReplaced(listener) {
      replaced = listener;
      return () => {};
    },
  };
  const transcripts = createTranscripts(counting);

  /** Commits as this process. */
  async function perform(id: string, ...builders: readonly CommandBuilder[]): Promise<void> {
    for (const build of builders) {
      const commit = await prepare(id, build);
      expect(await store.commit(commit)).toMatchObject({ ok: true });
      transcripts.remember(commit.projection.conversation, commit.projection);
    }
  }

  /** The transcript as it is read, beside that of the store. */
  async function expectWhole(id: string): Promise<void> {
    const conversation = (await store.load(id))?.conversation;
    if (!conversation) throw new Error(`${id} is not there`);
    const read = await transcripts.read(conversation);
    expect(read).toEqual(await store.modelMessages(id, conversation.summary ?? { through: 0, from: 0 }));
  }

  /** Delays the response of the next read; resolves when the store has read. */
  function delayResponse() {
    const [hasRead, mayRespond] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    beforeResponse = () => {
      hasRead.resolve();
      return mayRespond.promise;
    };
    return { hasRead: hasRead.promise, respond: mayRespond.resolve };
  }

  const replace = () => replaced();
  return { ...opened, perform, transcripts, expectWhole, reads: () => reads, replace, delayResponse };
}

test("[RUN-40] a transcript that this process wrote is not read", async () => {
  const { perform, expectWhole, reads } = await openTranscripts();
  for (const build of [start(), say("More"), ask(), answer(), finish(), say("Again"), finish()]) {
    await perform("conv_a", build);
    await expectWhole("conv_a");
  }
  expect(reads()).toBe(0);
});

test("[RUN-40] what another process wrote is read once, whether it came before, between or after", async () => {
  const { perform, performAll, expectWhole, reads } = await openTranscripts();
  await performAll("conv_a", start());
  await perform("conv_a", ask());
  await expectWhole("conv_a");
  await expectWhole("conv_a");
  expect(reads()).toBe(1);
  await performAll("conv_a", answer());
  await expectWhole("conv_a");
  await perform("conv_a", finish());
  await expectWhole("conv_a");
  expect(reads()).toBe(2);
});

test("[RUN-40] a message that waited in the mailbox where another process delivers it is read", async () => {
  const { perform, performAll, expectWhole } = await openTranscripts();
  await perform("conv_a", start(), ask(), say("By the way"));
  await performAll("conv_a", answer());
  await expectWhole("conv_a");
});

test("[RUN-40] an erased transcript, and those of a log that was replaced, are forgotten", async () => {
  const { perform, store, transcripts, expectWhole, reads, replace } = await openTranscripts();
  await perform("conv_a", start());
  await perform("conv_b", start());
  const before = (await store.load("conv_a"))?.conversation;
  await perform("conv_a", remove);
  expect(before && (await transcripts.read(before))).toEqual([]);
  replace();
  await expectWhole("conv_b");
  expect(reads()).toBe(2);
});

test.each(["erased", "replaced"])("[RUN-40] a transcript that is %s while it is read is not kept", async (how) => {
  const { perform, performAll, store, transcripts, reads, replace, delayResponse } = await openTranscripts();
  await performAll("conv_a", start());
  const conversation = (await store.load("conv_a"))?.conversation;
  if (!conversation) throw new Error("the conversation is not there");
  const { hasRead, respond } = delayResponse();
  const reading = transcripts.read(conversation);
  await hasRead;
  if (how === "replaced") replace();
  else await perform("conv_a", remove);
  respond();
  expect(await reading).toHaveLength(1);
  expect(await transcripts.read(conversation)).toHaveLength(how === "replaced" ? 1 : 0);
  expect(reads()).toBe(2);
});
