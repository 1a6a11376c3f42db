import { createECDH, createPrivateKey, sign } from "node:crypto";

/** Identifies this server to push services (VAPID, RFC 8292). */
export interface Vapid {
  /** What a browser gets as `applicationServerKey`, in base64url. */
  readonly publicKey: string;
  /** The `authorization` of a request to this address. */
  authorize(url: URL, now: number): string;
}

const lifetimeSeconds = 12 * 3600;

/** `seed` is the private key: 32 bytes that all servers of a store derive from their secret. */
export function createVapid(seed: Uint8Array, contact: string): Vapid {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(Buffer.from(seed));
  const point = pair.getPublicKey();
  const text = (bytes: Buffer) => bytes.toString("base64url");
  const [x, y, d] = [text(point.subarray(1, 33)), text(point.subarray(33)), Buffer.from(seed).toString("base64url")];
  const key = createPrivateKey({ key: { kty: "EC", crv: "P-256", x, y, d }, format: "jwk" });
  const publicKey = point.toString("base64url");
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return {
    publicKey,
    authorize({ origin }, now) {
      const claims = { aud: origin, exp: Math.floor(now / 1_000) + lifetimeSeconds, sub: contact };
      const unsigned = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded(claims)}`;
      const signature = sign("sha256", Buffer.from(unsigned), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
      return `vapid t=${unsigned}.${signature}, k=${publicKey}`;
    },
  };
}
