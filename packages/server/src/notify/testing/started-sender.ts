import { expect, onTestFinished } from "vitest";
import { systemClock } from "../../clock.ts";
import { createKeys } from "../../http/access/api-keys.ts";
import { createWebhookBody } from "../../http/asks/webhook-body.ts";
import { createCommandRunner } from "../../store/testing/command-runner.ts";
import { createManualClock } from "../../store/testing/manual-clock.ts";
import { createMemoryStore } from "../../store/testing/memory-store.ts";
import { parkWithNotices } from "../../store/testing/notice.contract.ts";
import { createNoticeSender } from "../notice-sender.ts";
import { type AllowPrivate, createAddressPolicy } from "../webhook/address-policy.ts";
import { createSendWebhook } from "../webhook/send-webhook.ts";
import { startReceiver } from "./receiver.ts";

export const secrets = ["whsec_bmV3ZXIgc2VjcmV0IG9mIHRoZSBrZXk=", "whsec_b2xkZXIgc2VjcmV0IG9mIHRoZSBrZXk="];

interface SenderOptions {
  readonly allowPrivate?: AllowPrivate;
  readonly timeoutMs?: number;
  readonly url?: string;
}

/** A sender over a store whose time the test advances. */
export function startSender({ allowPrivate = true, timeoutMs = 600_000, url }: SenderOptions = {}) {
  // The timers are real ones, so what they measure is too.
  const clock = { ...createManualClock(Date.now()), elapsed: systemClock.elapsed };
  const store = createMemoryStore({ clock });
  const webhook = { secret: secrets, ...(url !== undefined && { url }) };
  const keys = createKeys([{ name: "ana", scopes: ["ask"], sha256: "", webhook }], "secret");
  const outcomes: string[] = [];
  const sender = createNoticeSender({
    notices: store.notices,
    clock,
    send: createSendWebhook({
      keys: keys.webhooks,
      addresses: createAddressPolicy(allowPrivate),
      userAgent: "askback/test",
      timeoutMs,
      bodyOf: createWebhookBody(store.notifications, keys.stateCipher),
    }),
    random: () => 0.5,
    onAttempt: (outcome) => outcomes.push(outcome),
    onError(error) {
      throw error;
    },
  });
  onTestFinished(() => sender.stop(0));
  sender.start();
  const runner = createCommandRunner(store, clock);
  return {
    clock,
    store,
    sender,
    outcomes,
    async tell(conversationId: string, ...some: Parameters<typeof parkWithNotices>[2][]) {
      const record = await parkWithNotices({ store, ...runner }, conversationId, ...some);
      sender.wake();
      return record;
    },
    untilStatus: (id: string, status: string) =>
      expect.poll(async () => (await store.notices.find(id))?.status).toBe(status),
    untilAttempts: (id: string, count: number) =>
      expect.poll(async () => (await store.notices.find(id))?.attempts.length).toBe(count),
  };
}

export async function receiverFor(respond?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(respond);
  onTestFinished(() => receiver.close());
  return receiver;
}
