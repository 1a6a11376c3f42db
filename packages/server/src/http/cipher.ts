import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts what only one caller may read, so that the store alone tells nobody what is in it. */
export interface Cipher {
  /** `owner` says whose text it is and of what; the text is decrypted for the same owner only. */
  encrypt(text: string, owner: string): string;
  /** Undefined for a text that was encrypted with another secret, for another owner, or not at all. */
  decrypt(encrypted: string, owner: string): string | undefined;
}

const ivBytes = 12;
const tagBytes = 16;

/** Texts of one purpose cannot be decrypted for another. */
export function createCipher(secret: string, purpose: "drafts" | "states" | "secrets" | "flows"): Cipher {
  const key = Buffer.from(hkdfSync("sha256", secret, "", `askback ${purpose}`, 32));
  return {
    encrypt(text, owner) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url");
    },
    decrypt(encrypted, owner) {
      const bytes = Buffer.from(encrypted, "base64url");
      const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
      if (tag.length < tagBytes) return undefined;
      const decipher = createDecipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(owner)).setAuthTag(tag);
      const text = decipher.update(bytes.subarray(ivBytes + tagBytes));
      try {
        return Buffer.concat([text, decipher.final()]).toString();
      } catch {
        return undefined;
      }
    },
  };
}
