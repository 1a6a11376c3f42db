/** A key under which a command is done once. Pages without TLS have no `crypto.randomUUID`, so this does not use it. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
