import { createHash } from "node:crypto";
import type { Clock } from "../../clock.ts";
import { parseRetryAfter } from "../../retry-after.ts";
import type { ContactStore, Subscription } from "../../store/contacts.ts";
import type { NameOf } from "../../store/people/name-of.ts";
import type { Channel, Delivery } from "../deliver/channel.ts";
import { type OneTapAnswer, oneTapAnswer } from "../deliver/one-tap.ts";
import type { Sent } from "../notice-sender.ts";
import { truncateText } from "../truncate-text.ts";
import type { AddressPolicy } from "../webhook/address-policy.ts";
import { post } from "../webhook/post.ts";
import { failureOf } from "../webhook/send-webhook.ts";
import { encryptPush } from "./push-encryption.ts";
import type { Vapid } from "./vapid.ts";

export interface PushOptions {
  readonly vapid: Vapid;
  readonly contacts: ContactStore;
  readonly addresses: AddressPolicy;
  readonly clock: Clock;
  readonly nameOf: NameOf;
}

/** What the service worker gets. It shows `ask`, and takes it away on `withdraw`, which has the same tag. */
export type PushMessage =
  | {
      readonly type: "ask";
      readonly tag: string;
      readonly title: string;
      readonly body: string;
      readonly url: string;
      /** The project of the question, in which it is answered. */
      readonly project?: string;
      /** The answers that one tap gives, where that is allowed. */
      readonly answer?: OneTapAnswer;
    }
  | { readonly type: "withdraw"; readonly tag: string; readonly title: string };

/** A push service keeps a message for so long for a browser that is not there. */
const keptSeconds = 24 * 3600;
/** Browsers show two buttons; with more answers none would be right. */
const maxActions = 2;
const maxBodyLength = 300;

/** Web Push: each browser of a person shows a notification, and takes it away when somebody answers elsewhere. */
export function createPushChannel({ vapid, contacts, addresses, clock, nameOf }: PushOptions): Channel {
  async function push(subscription: Subscription, message: PushMessage, signal: AbortSignal): Promise<Sent> {
    if (addresses.misfit(subscription.endpoint) !== undefined) return { outcome: "dead", failure: "private-address" };
    const url = new URL(subscription.endpoint);
    try {
      const { status, retryAfter } = await post(url, {
        signal,
        blocked: addresses.blocked(url),
        body: encryptPush(subscription, Buffer.from(JSON.stringify(message))),
        headers: {
          authorization: vapid.authorize(url, clock.now()),
          "content-encoding": "aes128gcm",
          "content-type": "application/octet-stream",
          ttl: String(keptSeconds),
          urgency: message.type === "ask" ? "high" : "normal",
          // A newer message takes the place of one that waits for the browser.
          topic: createHash("sha256").update(message.tag).digest("base64url").slice(0, 32),
        },
      });
      if (status >= 200 && status < 300) return { outcome: "delivered", status };
      if (status === 404 || status === 410) return { outcome: "dead", status };
      return { outcome: "failed", status, retryAfterMs: parseRetryAfter(retryAfter, clock.now()) };
    } catch (error) {
      const failure = failureOf(error);
      return { outcome: failure === "private-address" ? "dead" : "failed", failure };
    }
  }

  async function toBrowser({ project, person, address }: Delivery, message: PushMessage, signal: AbortSignal) {
    const contact = await contacts.find({ project, person });
    const subscription = contact?.subscriptions.find(({ id }) => id === address);
    if (!subscription) return { outcome: "withdrawn" } as const;
    const sent = await push(subscription, message, signal);
    // The browser has unsubscribed, or is gone.
    if (sent.outcome === "dead") await contacts.removeSubscription({ project, person }, address);
    return sent;
  }

  return {
    name: "push",
    publicKey: vapid.publicKey,
    misfit: addresses.misfit,
    addressesOf: ({ subscriptions }) =>
      subscriptions.map(({ id, endpoint }) => ({ address: id, lane: `push:${new URL(endpoint).origin}` })),
    async send(delivery, signal) {
      const sent = await toBrowser(delivery, askMessage(delivery), signal);
      // A newer message with this tag takes the place of this one.
      return sent.outcome === "delivered" ? { ...sent, reference: delivery.notification.id } : sent;
    },
    async settle(delivery, signal) {
      const title = await settledTitle(delivery, nameOf);
      return toBrowser(delivery, { type: "withdraw", tag: delivery.notification.id, title }, signal);
    },
    async test({ subscriptions, project, person }, signal) {
      const body = `Questions of the project ${project} reach you here.`;
      const message = { type: "ask", tag: "test", title: "Askback", body, url: "/settings" } as const;
      const sent = await Promise.all(subscriptions.map((one) => push(one, message, signal)));
      for (const [index, one] of subscriptions.entries())
        if (sent[index]?.outcome === "dead") await contacts.removeSubscription({ project, person }, one.id);
      return (
        sent.find(({ outcome }) => outcome === "delivered") ?? sent[0] ?? { outcome: "dead", failure: "no-address" }
      );
    },
  };
}

function askMessage({ project, notification, inquiry, pageUrl }: Delivery): PushMessage {
  const answer = inquiry && oneTapAnswer(inquiry, maxActions);
  return {
    type: "ask",
    tag: notification.id,
    title: notification.title,
    body: truncateText(notification.message, maxBodyLength),
    url: pageUrl,
    project,
    ...(answer && { answer }),
  };
}

async function settledTitle({ notification, inquiry }: Delivery, nameOf: NameOf): Promise<string> {
  const resolution = inquiry?.resolution;
  const by = resolution && "by" in resolution ? ` by ${await nameOf(resolution.by)}` : "";
  return notification.actionStatus === "completed" ? `Settled${by}` : "No answer is needed any more";
}
