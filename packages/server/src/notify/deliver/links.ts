import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { sha256Of } from "../../sha256.ts";
import type { Store } from "../../store/store.ts";
import type { DeliveryLinks } from "./send-delivery.ts";

/** The paths of pages that people open from a delivery. */
export const answerPath = "/a";
export const unsubscribePath = "/u";

const dayMs = 24 * 3600 * 1000;
/** An answer link is valid for so long; then the app is the place to answer. */
const answerLinkLifetimeMs = 7 * dayMs;

export interface DeliveryLinksOptions {
  readonly store: Pick<Store, "answerLinks">;
  /** The address of this server as people reach it. */
  baseUrl(): string;
  readonly unsubscribeKey: Uint8Array;
}

export function createDeliveryLinks({ store, baseUrl, unsubscribeKey }: DeliveryLinksOptions): DeliveryLinks {
  return {
    pageUrl: ({ relatedResourceType, relatedResourceId, conversationId }) =>
      relatedResourceType === "agent_question"
        ? questionUrl(baseUrl(), relatedResourceId)
        : `${baseUrl()}/c/${encodeURIComponent(conversationId)}`,
    async answerUrl({ project, person, inquiryId }) {
      const token = randomBytes(32).toString("base64url");
      const hash = sha256Of(token);
      await store.answerLinks.create({ hash, inquiryId, project, person, lifetimeMs: answerLinkLifetimeMs });
      return `${baseUrl()}${answerPath}/${token}`;
    },
    unsubscribeUrl: (whose) => `${baseUrl()}${unsubscribePath}/${unsubscribeToken(unsubscribeKey, whose)}`,
  };
}

/** Returns the address at which the app shows a question. */
export function questionUrl(baseUrl: string, inquiryId: string): string {
  return `${baseUrl}/q/${encodeURIComponent(inquiryId)}`;
}

/** An unsubscribe link switches off this channel of this person. */
export interface Unsubscription {
  readonly project: string;
  readonly person: string;
  readonly channel: string;
}

function unsubscribeToken(key: Uint8Array, { project, person, channel }: Unsubscription): string {
  const payload = Buffer.from(JSON.stringify([project, person, channel])).toString("base64url");
  return `${payload}.${macOf(key, payload)}`;
}

/** Returns what a token says that we made; undefined for any other. */
export function readUnsubscribeToken(key: Uint8Array, token: string): Unsubscription | undefined {
  const [payload = "", mac = ""] = token.split(".");
  const [given, expected] = [Buffer.from(mac), Buffer.from(macOf(key, payload))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [project, person, channel] = JSON.parse(Buffer.from(payload, "base64url").toString()) as [
    string,
    string,
    string,
  ];
  return { project, person, channel };
}

function macOf(key: Uint8Array, payload: string): string {
  return createHmac("sha256", key).update(payload).digest("base64url");
}
