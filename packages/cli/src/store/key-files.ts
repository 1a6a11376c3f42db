import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createKeys, type KeySettings, type Keys, owner, sha256Of, type WebhookReceiver } from "@askback/server";

const agentName = "agent";
/** The names of the two keys of a data folder; no configured key may have one of them. */
export const ownKeyNames: readonly string[] = [owner.id, agentName];

/**
 * Reads the keys of a data folder, and creates missing ones so that only their owner can read them.
 * The signing secret is the folder's own unless servers share another.
 */
export function readKeys(
  dataDir: string,
  configured: readonly KeySettings[],
  { sharedSecret, receivers }: { sharedSecret?: string | undefined; receivers?: readonly WebhookReceiver[] } = {},
): Keys {
  const folder = join(dataDir, "keys");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const ask = readOrCreate(join(folder, "ask"), "ask_");
  const answer = readOrCreate(join(folder, "answer"), "ans_");
  const secret = sharedSecret ?? readOrCreate(join(folder, "secret"), "");
  return createKeys(
    [
      { name: agentName, scopes: ["ask"], sha256: sha256Of(ask) },
      { name: owner.id, scopes: owner.scopes, sha256: sha256Of(answer) },
      ...configured,
    ],
    secret,
    receivers,
  );
}

/** Copies the keys that a data folder does not have from another one, readable by their owner only. */
export function copyMissingKeys(from: string, to: string): void {
  const [source, target] = [join(from, "keys"), join(to, "keys")];
  if (!existsSync(source)) return;
  mkdirSync(target, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(source)) {
    const file = join(target, name);
    if (!existsSync(file)) writeFileSync(file, readFileSync(join(source, name)), { mode: 0o600, flush: true });
  }
}

/** A crash may leave an empty file, which is replaced: with an empty secret anybody could sign. */
function readOrCreate(file: string, prefix: string): string {
  const exists = existsSync(file);
  if (!exists || readFileSync(file, "utf8").trim() === "")
    writeFileSync(file, `${prefix}${randomBytes(24).toString("base64url")}\n`, {
      mode: 0o600,
      flag: exists ? "w" : "wx",
    });
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}
