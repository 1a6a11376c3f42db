import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { createWaiters } from "./waiters.ts";

export interface ReceivedPush {
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent
  readonly message: any;
  /** The claims of the signed token. */
  readonly claims: { readonly aud: string; readonly sub: string; readonly exp: number };
}

export interface PushService {
  /** What the browser gives to the server. */
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  readonly received: readonly ReceivedPush[];
  until(isEnough: (received: readonly ReceivedPush[]) => boolean): Promise<readonly ReceivedPush[]>;
  close(): Promise<void>;
}

/** A push service on loopback with one browser, which decrypts what it gets and checks who sent it. `respond` gives the status. */
export async function startPushService(respond: () => number | Promise<number> = () => 201): Promise<PushService> {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = randomBytes(16);
  const received: ReceivedPush[] = [];
  const { until, wake } = createWaiters();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const status = await respond();
      if (status < 300) {
        const message = JSON.parse(decrypted(Buffer.concat(chunks)).toString());
        received.push({
          headers: request.headers,
          message,
          claims: verifiedClaims(request.headers.authorization ?? ""),
        });
      }
      response.writeHead(status).end();
      wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  /** As RFC 8291 tells the browser to. */
  function decrypted(body: Buffer): Buffer {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const senderKey = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), senderKey]);
    const input = Buffer.from(hkdfSync("sha256", browser.computeSecret(senderKey), auth, info, 32));
    const derived = (name: string, length: number) => Buffer.from(hkdfSync("sha256", input, salt, `${name}\0`, length));
    const decipher = createDecipheriv(
      "aes-128-gcm",
      derived("Content-Encoding: aes128gcm", 16),
      derived("Content-Encoding: nonce", 12),
    );
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2));
  }

  return {
    subscription: {
      endpoint: `http://127.0.0.1:${port}/browser-1`,
      keys: { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") },
    },
    received,
    until: (isEnough) => until(() => isEnough(received) && received),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function verifiedClaims(authorization: string): ReceivedPush["claims"] {
  const [, token = "", key = ""] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization) ?? [];
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("the token is not signed by its key");
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}
