import { expect, onTestFinished } from "vitest";
import { systemClock } from "../../clock.ts";
import { perform } from "../../runtime/perform.ts";
import { createAnswering } from "../../store/people/answering-groups.ts";
import type { CommandBuilder } from "../../store/testing/commands.ts";
import { createManualClock } from "../../store/testing/manual-clock.ts";
import { createMemoryStore } from "../../store/testing/memory-store.ts";
import { createNotifier } from "../deliver/notifier.ts";
import { createNoticeSender } from "../notice-sender.ts";
import { plannedExpansions } from "../planned-notices.ts";
import { createAddressPolicy } from "../webhook/address-policy.ts";
import type { Asked, FakeChannel } from "./fake-channel.ts";

/** Conversations of a store whose time the test advances, and people who are told by these channels. */
export function openNotifier(...channels: readonly FakeChannel[]) {
  const clock = { ...createManualClock(Date.UTC(2026, 10, 18, 12)), elapsed: systemClock.elapsed };
  const store = createMemoryStore({ clock });
  const notifier = createNotifier({
    store,
    answering: createAnswering({ store, isConfigured: (name) => !name.startsWith("key_") }),
    settings: { channels },
    keys: { unsubscribeKey: new Uint8Array(32), pushKey: new Uint8Array(32).fill(1) },
    addresses: createAddressPolicy(),
    baseUrl: () => "https://askback.example.com",
    onDeliveries: () => sender.wake(),
  });
  const sender = createNoticeSender({
    notices: store.notices,
    clock,
    send: notifier.send,
    random: () => 0.5,
    onError(error) {
      throw error;
    },
  });
  onTestFinished(() => sender.stop(0));
  sender.start();
  return {
    clock,
    store,
    wake: sender.wake,
    async tell(id: string, ...commands: readonly CommandBuilder[]) {
      for (const command of commands) {
        const conversation = (await store.load(id))?.conversation;
        const built = command({ id, conversation, at: clock.now() });
        const performed = await perform(store, id, built, { planNotices: plannedExpansions });
        if (!performed.ok) throw new Error(performed.error.code);
      }
      sender.wake();
    },
    untilIdle: () => expect.poll(async () => (await store.notices.dueIn([])) ?? "nothing").toBe("nothing"),
    untilAsked: (channel: FakeChannel, ...types: readonly Asked["type"][]) =>
      expect.poll(() => channel.asked.map(({ type }) => type)).toEqual(types),
  };
}
