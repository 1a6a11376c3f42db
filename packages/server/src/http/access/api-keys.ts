import { createHmac, hkdfSync } from "node:crypto";
import {
  createWebhookKeys,
  type WebhookKeys,
  type WebhookReceiver,
  type WebhookSettings,
} from "../../notify/webhook/webhook-keys.ts";
import { sha256Of } from "../../sha256.ts";
import { defaultProject, ownerId } from "../../store/people/directory.ts";
import { type Cipher, createCipher } from "../cipher.ts";
import { createSecretBox, type SecretBox } from "../secrets.ts";
import { createEmbedTokens, type EmbedTokens } from "./embed-tokens.ts";
import { type Principal, type Scope, scopesOf } from "./principal.ts";

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

/** Tells who holds a configured key, and encrypts drafts. */
export interface Keys {
  principalOf(key: string): Principal | undefined;
  /** The configured key with this id, which another key of the same name does not have. */
  configuredKey(id: string): Principal | undefined;
  /** Whether a configured key of a project has this name. */
  isConfigured(name: string, project: string): boolean;
  /** Whether such a key may answer. */
  mayAnswer(name: string, project: string): boolean;
  readonly draftCipher: Cipher;
  /** For the data that askers give with their asks. */
  readonly stateCipher: Cipher;
  /** For what people type as a secret. */
  readonly secretBox: SecretBox;
  /** For what a browser keeps while it signs in elsewhere. */
  readonly flowCipher: Cipher;
  readonly webhooks: WebhookKeys;
  readonly embedTokens: EmbedTokens;
  /** Signs what MCP clients bring back with their next call. */
  readonly requestStateKey: Uint8Array;
  /** Signs links by which people switch a channel off. */
  readonly unsubscribeKey: Uint8Array;
  /** The private key by which push services know this server. */
  readonly pushKey: Uint8Array;
}

/** The person to whom the server belongs; the data folder's key for answering is theirs. */
export const owner: Principal = {
  id: ownerId,
  project: defaultProject,
  scopes: scopesOf("owner", ownerId, defaultProject),
  groups: [],
  kind: "person",
};

export function createKeys(
  settings: readonly KeySettings[],
  secret: string,
  receivers: readonly WebhookReceiver[] = [],
): Keys {
  const idKey = Buffer.from(hkdfSync("sha256", secret, "", "askback configured keys", 32));
  const idOf = (sha256: string) => createHmac("sha256", idKey).update(sha256.toLowerCase()).digest("hex");
  const principalByHash = new Map(
    settings.map(({ name, scopes, project = defaultProject, sha256 }): [string, Principal] => [
      sha256.toLowerCase(),
      name === owner.id && project === owner.project
        ? owner
        : { id: name, project, scopes, groups: [], kind: "key", key: idOf(sha256) },
    ]),
  );
  const principalById = new Map([...principalByHash.values()].map((principal) => [principal.key, principal]));
  const named = (name: string, project: string) =>
    settings.filter((one) => one.name === name && (one.project ?? defaultProject) === project);
  return {
    // Looking a hash up cannot leak the key through timing, since an attacker does not choose the hash.
    principalOf: (key) => principalByHash.get(sha256Of(key)),
    configuredKey: (id) => principalById.get(id),
    isConfigured: (name, project) => named(name, project).length > 0,
    mayAnswer: (name, project) => named(name, project).some(({ scopes }) => scopes.includes("answer")),
    draftCipher: createCipher(secret, "drafts"),
    stateCipher: createCipher(secret, "states"),
    secretBox: createSecretBox(secret),
    flowCipher: createCipher(secret, "flows"),
    webhooks: createWebhookKeys(
      settings.map(({ name, project = defaultProject, webhook }) => ({ name, project, webhook })),
      receivers,
      secret,
    ),
    embedTokens: createEmbedTokens(secret),
    requestStateKey: new Uint8Array(hkdfSync("sha256", secret, "", "askback request states", 32)),
    unsubscribeKey: new Uint8Array(hkdfSync("sha256", secret, "", "askback unsubscribe links", 32)),
    pushKey: new Uint8Array(hkdfSync("sha256", secret, "", "askback push services", 32)),
  };
}
