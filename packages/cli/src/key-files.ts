import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createKeys, type KeySettings, type Keys, owner, sha256Of } from "@askback/server";

const asking = "agent";
/** Who the keys of a data folder stand for; no other key may go by these names. */
export const ownKeyNames: readonly string[] = [owner.id, asking];

/**
 * The keys of a data folder, made when they are missing and readable by their owner only.
 * The secret that signs is the folder's own, unless servers share another.
 */
export function readKeys(dataDir: string, configured: readonly KeySettings[], sharedSecret?: string): Keys {
  const folder = join(dataDir, "keys");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const ask = readOrMake(join(folder, "ask"), "ask_");
  const answer = readOrMake(join(folder, "answer"), "ans_");
  const secret = sharedSecret ?? readOrMake(join(folder, "secret"), "");
  return createKeys(
    [
      { name: asking, scopes: ["ask"], sha256: sha256Of(ask) },
      { name: owner.id, scopes: owner.scopes, sha256: sha256Of(answer) },
      ...configured,
    ],
    secret,
  );
}

/** An empty file, as a crash may leave it, is no key: an empty secret would let anybody sign. */
function readOrMake(file: string, prefix: string): string {
  const isThere = existsSync(file);
  if (!isThere || readFileSync(file, "utf8").trim() === "")
    writeFileSync(file, `${prefix}${randomBytes(24).toString("base64url")}\n`, {
      mode: 0o600,
      flag: isThere ? "w" : "wx",
    });
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}
