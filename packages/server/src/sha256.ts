import { hash } from "node:crypto";

/** SHA-256 of a text, in hex: what is stored of keys and tokens, and compared of requests. */
export function sha256Of(text: string): string {
  return hash("sha256", text);
}
