import { type Conversation, effectOf } from "@askback/core";
import type { LiveText, Store } from "../store/store.ts";
import type { LiveTexts } from "./live-texts.ts";

export interface PartialReplySources {
  readonly store: Pick<Store, "liveTexts">;
  readonly liveTexts: Pick<LiveTexts, "local">;
}

/** What the model has written of the reply that streams now, on this server or on another one. */
export async function findPartialReply(
  { store, liveTexts }: PartialReplySources,
  conversation: Conversation,
): Promise<LiveText | undefined> {
  const effect = effectOf(conversation);
  if (effect?.type !== "call-model") return undefined;
  const isCurrent = ({ conversationId, runId, step, attempt }: LiveText) =>
    conversationId === conversation.id && runId === effect.runId && step === effect.step && attempt === effect.attempt;
  const own = [...liveTexts.local()].find(isCurrent);
  if (own) return own;
  const shared = await store.liveTexts?.read(conversation.id);
  return shared && isCurrent(shared) ? shared : undefined;
}
