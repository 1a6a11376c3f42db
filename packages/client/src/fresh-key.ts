/** A key for a request that is to be done once. `randomUUID` would do, but is missing in pages that came without TLS. */
export function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
