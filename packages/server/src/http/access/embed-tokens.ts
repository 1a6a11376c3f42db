import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import * as z from "zod";

const Claims = z.strictObject({
  person: z.string(),
  project: z.string(),
  /** At most answering: a page of somebody else manages nothing. */
  scope: z.enum(["answer", "read"]),
  expiresAt: z.int(),
  /** The id of the key that made it, with which it ends. */
  key: z.string(),
  /** Whether the key had to be allowed to name members. */
  isOfMember: z.boolean().optional(),
});
export type EmbedClaims = z.output<typeof Claims>;

/** Signs short-lived tokens for the people of a backend; nothing of them is stored. */
export interface EmbedTokens {
  sign(claims: EmbedClaims): string;
  /** Undefined for a token that was not signed here, or has expired. */
  read(token: string, now: number): EmbedClaims | undefined;
}

export function createEmbedTokens(secret: string): EmbedTokens {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "askback embed tokens", 32));
  const macOf = (payload: string) => createHmac("sha256", key).update(payload).digest();
  return {
    sign(claims) {
      const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
      return `emb_${payload}.${macOf(payload).toString("base64url")}`;
    },
    read(token, now) {
      const [, payload = "", given = ""] = /^emb_([\w-]{1,2000})\.([\w-]{43})$/.exec(token) ?? [];
      const mac = Buffer.from(given, "base64url");
      const expected = macOf(payload);
      if (payload === "" || mac.length !== expected.length || !timingSafeEqual(mac, expected)) return undefined;
      const { data: claims } = Claims.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()));
      return claims && claims.expiresAt > now ? claims : undefined;
    },
  };
}
