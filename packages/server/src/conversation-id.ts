import { randomBytes } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** A new conversation's id: sortable by time, then 80 random bits. */
export function newConversationId(now: number): string {
  const random = BigInt(`0x${randomBytes(10).toString("hex")}`);
  return `conv_${base32(BigInt(now), 10)}${base32(random, 16)}`;
}

function base32(value: bigint, length: number): string {
  let text = "";
  for (let rest = value, place = 0; place < length; place += 1, rest >>= 5n) text = alphabet[Number(rest & 31n)] + text;
  return text;
}
