import { hkdfSync } from "node:crypto";

/** The webhook of a key, as it is configured. */
export interface WebhookSettings {
  /** Is told of every inquiry that the key asked, or in conversations that it started. */
  readonly url?: string;
  /** One, or the new and the old one while receivers change over; derived from the server's own secret unless given. */
  readonly secret?: string | readonly string[];
}

export interface KeyName {
  readonly project: string;
  readonly name: string;
}

/** The addresses and secrets of the webhooks of keys. */
export interface WebhookKeys {
  urlOf(key: KeyName): string | undefined;
  /** Each of them signs. */
  secretsOf(key: KeyName): readonly string[];
}

export function createWebhookKeys(
  settings: readonly (KeyName & { readonly webhook?: WebhookSettings | undefined })[],
  serverSecret: string,
): WebhookKeys {
  const idOf = ({ project, name }: KeyName) => JSON.stringify([project, name]);
  const webhookById = new Map(settings.map((key) => [idOf(key), key.webhook]));
  return {
    urlOf: (key) => webhookById.get(idOf(key))?.url,
    secretsOf(key) {
      const { secret } = webhookById.get(idOf(key)) ?? {};
      if (secret !== undefined) return [secret].flat();
      const derived = hkdfSync("sha256", serverSecret, "", `askback webhooks ${idOf(key)}`, 32);
      return [`whsec_${Buffer.from(derived).toString("base64")}`];
    },
  };
}
