import { randomUUID } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** A new conversation id: sortable by time, with 96 random bits. */
export function newConversationId(now: number): string {
  const uuid = randomUUID();
  // The middle of a UUID contains fixed bits.
  return `conv_${base32(now)}${uuid.slice(0, 8)}${uuid.slice(9, 13)}${uuid.slice(24)}`;
}

function base32(time: number): string {
  let text = "";
  for (let rest = time; text.length < 10; rest = Math.floor(rest / 32)) text = alphabet[rest % 32] + text;
  return text;
}
