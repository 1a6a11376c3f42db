import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts drafts, so that the store alone tells nobody what is in them. */
export interface DraftCipher {
  /** `owner` says whose draft it is and of what; the text is decrypted for the same owner only. */
  encrypt(text: string, owner: string): string;
  /** Undefined for a text that was encrypted with another secret, for another owner, or not at all. */
  decrypt(encrypted: string, owner: string): string | undefined;
}

const ivBytes = 12;
const tagBytes = 16;

export function createDraftCipher(secret: string): DraftCipher {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "askback drafts", 32));
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
