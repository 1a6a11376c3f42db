import { createHmac, hkdfSync } from "node:crypto";
import { type Answer, answerMisfit, type CommandOf, conversationIdOf, type InquiryRecord } from "@askback/core";
import type { OpenSecret } from "../runtime/execute-effect.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { ReplyKey, Store } from "../store/store.ts";
import { type Cipher, createCipher } from "./cipher.ts";

/** Seals what people type as a secret. */
export interface SecretBox extends Cipher {
  /** The handle of a text: the same for the same text, owner and place, so that a repeated answer is the same answer. */
  handleOf(text: string, owner: string): string;
}

export function createSecretBox(secret: string): SecretBox {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "askback secret handles", 32));
  return {
    ...createCipher(secret, "secrets"),
    handleOf: (text, owner) =>
      `sec_${createHmac("sha256", key)
        .update(JSON.stringify([owner, text]))
        .digest("base64url")
        .slice(0, 32)}`,
  };
}

interface TypedSecret {
  readonly handle: string;
  readonly text: string;
}

/** An answer without the texts of its secrets, and those texts. */
export interface SealedAnswer {
  readonly command: CommandOf<"answer">;
  readonly secrets: readonly TypedSecret[];
}

/** Takes the secrets out of an answer: the command, and whatever is derived from it, has only their handles. */
export function takeSecrets(box: SecretBox, record: InquiryRecord, command: CommandOf<"answer">): SealedAnswer {
  const secrets: TypedSecret[] = [];
  const asksSecret = (id: string) => record.questions.some((question) => question.id === id && question.secret);
  const answers = command.set.answers.map((answer): Answer => {
    if ("skipped" in answer || !answer.text?.trim() || !asksSecret(answer.question)) return answer;
    const { text, ...rest } = answer;
    const handle = box.handleOf(text, JSON.stringify([record.id, answer.question, command.by]));
    secrets.push({ handle, text });
    return { ...rest, secret: handle };
  });
  return { command: { ...command, set: { ...command.set, answers } }, secrets };
}

/** Where the sealed text of a handle is stored: beside the conversation, with which it is erased. */
function placeOf(handle: string): ReplyKey {
  return { principal: "", route: "secret", key: handle };
}

/**
 * Stores the sealed secrets of an answer before the answer is decided; of one that cannot be the answer nothing is stored.
 * False where the conversation is gone.
 */
export async function keepSecrets(
  { runtime, box }: { readonly runtime: Pick<Runtime, "perform">; readonly box: SecretBox },
  record: InquiryRecord,
  { command: { at, set }, secrets }: SealedAnswer,
): Promise<boolean> {
  if (record.resolution || answerMisfit(record, set) !== undefined) return true;
  const { id, conversationId } = record;
  for (const { handle, text } of secrets) {
    const body = box.encrypt(text, handle);
    const kept = await runtime.perform(
      conversationId,
      { type: "wake", at },
      {
        reply: ({ conversation }) => ({
          ...placeOf(handle),
          fingerprint: id,
          status: 200,
          // Nothing erases what is stored for a conversation that is already deleted.
          body: conversation.status === "deleted" ? "" : body,
          lasting: true,
        }),
      },
    );
    if (!kept.ok && kept.error.code !== "already-replied") return false;
  }
  return true;
}

/** A secret that was given with an answer, and the inquiry to which it was given. */
export interface OpenedSecret {
  readonly text: string;
  readonly inquiryId: string;
}

export async function openSecret(
  store: Pick<Store, "reply">,
  box: SecretBox,
  handle: string,
): Promise<OpenedSecret | undefined> {
  const kept = await store.reply(placeOf(handle));
  const text = kept && box.decrypt(kept.body, handle);
  return kept && text !== undefined ? { text, inquiryId: kept.fingerprint } : undefined;
}

/** For tools: the text of a handle, if it was given to the conversation of the call or its parent; who got it is recorded before. */
export function createOpenSecret(store: Pick<Store, "reply" | "audit" | "clock">, box: SecretBox): OpenSecret {
  return async (handle, { conversationIds, project, ...facts }) => {
    const opened = await openSecret(store, box, handle);
    const conversationId = opened && conversationIdOf(opened.inquiryId);
    if (!opened || conversationId === undefined || !conversationIds.includes(conversationId)) return undefined;
    const { inquiryId, text } = opened;
    const at = store.clock.now();
    await store.audit.record({
      project,
      conversationId,
      inquiryId,
      type: "secret-read",
      at,
      facts: { handle, ...facts },
    });
    return text;
  };
}
