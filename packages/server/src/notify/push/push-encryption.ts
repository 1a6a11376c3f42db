import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** The public key and the secret of a browser's subscription, in base64url. */
export interface SubscriptionKeys {
  readonly p256dh: string;
  readonly auth: string;
}

const curve = "prime256v1";
const recordSize = 4_096;

/** What encryption takes from chance; a test of the RFC's example gives it. */
export interface Randomness {
  readonly salt: Uint8Array;
  readonly privateKey: Uint8Array;
}

/** Encrypts a message so that only the browser reads it, as RFC 8291 says, with the content encoding `aes128gcm` of RFC 8188. */
export function encryptPush(
  { p256dh, auth }: SubscriptionKeys,
  message: Uint8Array,
  chance: Randomness = { salt: randomBytes(16), privateKey: newPrivateKey() },
): Buffer {
  const theirs = Buffer.from(p256dh, "base64url");
  const own = createECDH(curve);
  own.setPrivateKey(Buffer.from(chance.privateKey));
  const shared = own.computeSecret(theirs);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, own.getPublicKey()]);
  const input = derive(Buffer.from(auth, "base64url"), shared, info, 32);
  const key = derive(chance.salt, input, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(chance.salt, input, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // The delimiter says that this record is the last one.
  const sealed = Buffer.concat([
    cipher.update(message),
    cipher.update(Uint8Array.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const header = Buffer.alloc(21);
  Buffer.from(chance.salt).copy(header);
  header.writeUInt32BE(recordSize, 16);
  header.writeUInt8(65, 20);
  return Buffer.concat([header, own.getPublicKey(), sealed]);
}

/** Whether keys are ones that a message can be encrypted for. */
export function areSubscriptionKeys({ p256dh, auth }: SubscriptionKeys): boolean {
  try {
    encryptPush({ p256dh, auth }, new Uint8Array());
    return Buffer.from(auth, "base64url").length === 16;
  } catch {
    return false;
  }
}

function newPrivateKey(): Uint8Array {
  const pair = createECDH(curve);
  pair.generateKeys();
  return pair.getPrivateKey();
}

function derive(salt: Uint8Array, input: Uint8Array, info: Uint8Array, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", input, salt, info, length));
}
