import { randomBytes, timingSafeEqual } from "node:crypto";
import { sha256Of } from "../../sha256.ts";

/** A secret that somebody is given once, and the hash under which it is stored. */
export interface SecretToken {
  readonly token: string;
  readonly hash: string;
}

const secretPattern = "[\\w-]{43}";

/** 32 random bytes. */
export function createToken(): SecretToken {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: sha256Of(token) };
}

/** The hash of a token; undefined for what cannot be one. */
export function hashOfToken(token: string | undefined): string | undefined {
  return token !== undefined && new RegExp(`^${secretPattern}$`).test(token) ? sha256Of(token) : undefined;
}

/** A random id with a prefix. */
export function createId(prefix: "per" | "ses" | "inv"): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

/** A new API key: its id, which is no secret, and the whole. */
export function createApiKey(): SecretToken & { readonly id: string } {
  const id = randomBytes(8).toString("hex");
  const token = `ask_${id}_${randomBytes(32).toString("base64url")}`;
  return { id, token, hash: sha256Of(token) };
}

/** The id in an API key that has the form of a stored one. */
export function idInApiKey(key: string): string | undefined {
  return new RegExp(`^ask_([0-9a-f]{16})_${secretPattern}$`).exec(key)?.[1];
}

/** Whether a secret has a hash, compared in a time that does not depend on where they differ. */
export function hasHash(secret: string, hash: string): boolean {
  const [own, given] = [Buffer.from(hash), Buffer.from(sha256Of(secret))];
  return own.length === given.length && timingSafeEqual(own, given);
}
