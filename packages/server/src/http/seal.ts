import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Keeps texts from whoever reads the store: a server with the secret can open them, and only at their own place. */
export interface Seal {
  close(text: string, place: string): string;
  /** Undefined for what was sealed under another secret, for another place, or not at all. */
  open(sealed: string, place: string): string | undefined;
}

const ivBytes = 12;
const tagBytes = 16;

export function createSeal(secret: string): Seal {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "askback drafts", 32));
  return {
    close(text, place) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(place));
      const closed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), closed]).toString("base64url");
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed, "base64url");
      const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
      if (tag.length < tagBytes) return undefined;
      const decipher = createDecipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(place)).setAuthTag(tag);
      const text = decipher.update(bytes.subarray(ivBytes + tagBytes));
      try {
        return Buffer.concat([text, decipher.final()]).toString();
      } catch {
        return undefined;
      }
    },
  };
}
