import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { createWebhookKeys, type WebhookKeys, type WebhookSettings } from "../../notify/webhook/webhook-keys.ts";
import { type Cipher, createCipher } from "../cipher.ts";
import type { Principal, Scope } from "./principal.ts";

/** A key as it is configured: only its hash is stored. */
export interface KeySettings {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** `default` unless given. */
  readonly project?: string;
  /** SHA-256 of the key, in hex. */
  readonly sha256: string;
  readonly webhook?: WebhookSettings;
}

/** Tells who holds a key, signs browsers in, and encrypts drafts. */
export interface Keys {
  principalOf(key: string): Principal | undefined;
  /** Signs a token for a sign-in link or a cookie, valid until a time. */
  sign(purpose: "link" | "cookie", until: number): string;
  isSigned(purpose: "link" | "cookie", token: string, now: number): boolean;
  readonly draftCipher: Cipher;
  /** For the data that askers give with their asks. */
  readonly stateCipher: Cipher;
  readonly webhooks: WebhookKeys;
  /** Signs what MCP clients bring back with their next call. */
  readonly requestStateKey: Uint8Array;
}

/** The person who signs in by link; the key for answering is theirs too. */
export const owner: Principal = { id: "owner", project: "default", scopes: ["answer"] };

export function createKeys(settings: readonly KeySettings[], secret: string): Keys {
  const principalByHash = new Map(
    settings.map(({ name, scopes, project = "default", sha256 }) => [
      sha256.toLowerCase(),
      { id: name, project, scopes },
    ]),
  );
  const mac = (purpose: string, until: string) =>
    createHmac("sha256", secret).update(`${purpose}.${until}`).digest("base64url");
  return {
    // Looking a hash up cannot leak the key through timing, since an attacker does not choose the hash.
    principalOf: (key) => principalByHash.get(sha256Of(key)),
    sign: (purpose, until) => `${until}.${mac(purpose, String(until))}`,
    isSigned(purpose, token, now) {
      const [until = "", signature = ""] = token.split(".");
      const expected = Buffer.from(mac(purpose, until));
      const given = Buffer.from(signature);
      return (
        /^\d{1,16}$/.test(until) &&
        given.length === expected.length &&
        timingSafeEqual(given, expected) &&
        Number(until) > now
      );
    },
    draftCipher: createCipher(secret, "drafts"),
    stateCipher: createCipher(secret, "states"),
    webhooks: createWebhookKeys(
      settings.map(({ name, project = "default", webhook }) => ({ name, project, webhook })),
      secret,
    ),
    requestStateKey: new Uint8Array(hkdfSync("sha256", secret, "", "askback request states", 32)),
  };
}

export function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
