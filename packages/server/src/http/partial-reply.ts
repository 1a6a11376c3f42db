import { type Conversation, effectOf } from "@askback/core";
import type { LiveText } from "../store/store.ts";
import type { Services } from "./services.ts";

/** The reply under way as far as it was written, here or on another server. */
export async function partialReply(
  { store, liveTexts }: Pick<Services, "store" | "liveTexts">,
  conversation: Conversation,
): Promise<LiveText | undefined> {
  const effect = effectOf(conversation);
  if (effect?.type !== "call-model") return undefined;
  const isUnderWay = ({ conversationId, runId, step, attempt }: LiveText) =>
    conversationId === conversation.id && runId === effect.runId && step === effect.step && attempt === effect.attempt;
  const here = [...liveTexts.own()].find(isUnderWay);
  if (here) return here;
  const there = await store.texts?.textOf(conversation.id);
  return there && isUnderWay(there) ? there : undefined;
}
