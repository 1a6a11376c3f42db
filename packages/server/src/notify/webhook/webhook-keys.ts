import { hkdfSync } from "node:crypto";
import { defaultProject } from "../../store/people/directory.ts";

/** The webhook of a key, as it is configured. */
export interface WebhookSettings {
  /** Is told of every inquiry that the key asked, or in conversations that it started. */
  readonly url?: string;
  /** One, or the new and the old one while receivers change over; derived from the server's own secret unless given. */
  readonly secret?: string | readonly string[];
}

/** A program that is told of everything in a project: of every inquiry, whoever asked it, and of runs that failed or paused. */
export interface WebhookReceiver {
  readonly name: string;
  /** `default` unless given. */
  readonly project?: string;
  readonly url: string;
  readonly secret?: string | readonly string[];
}

export interface KeyName {
  readonly project: string;
  readonly name: string;
}

/** The addresses and secrets of the webhooks of keys and of receivers. */
export interface WebhookKeys {
  /** The names by which the receivers of a project are told; no key has such a name. */
  receiversOf(project: string): readonly string[];
  urlOf(key: KeyName): string | undefined;
  /** Each of them signs. */
  secretsOf(key: KeyName): readonly string[];
}

/** The slash keeps it apart from the names of keys. */
export function receiverName(name: string): string {
  return `webhooks/${name}`;
}

export function createWebhookKeys(
  settings: readonly (KeyName & { readonly webhook?: WebhookSettings | undefined })[],
  receivers: readonly WebhookReceiver[],
  serverSecret: string,
): WebhookKeys {
  const idOf = ({ project, name }: KeyName) => JSON.stringify([project, name]);
  const named = receivers.map(({ name, project = defaultProject, ...webhook }) => ({
    project,
    name: receiverName(name),
    webhook,
  }));
  const webhookById = new Map([...settings, ...named].map((key) => [idOf(key), key.webhook]));
  return {
    receiversOf: (project) => named.filter((receiver) => receiver.project === project).map(({ name }) => name),
    urlOf: (key) => webhookById.get(idOf(key))?.url,
    secretsOf(key) {
      const { secret } = webhookById.get(idOf(key)) ?? {};
      if (secret !== undefined) return [secret].flat();
      const derived = hkdfSync("sha256", serverSecret, "", `askback webhooks ${idOf(key)}`, 32);
      return [`whsec_${Buffer.from(derived).toString("base64")}`];
    },
  };
}
