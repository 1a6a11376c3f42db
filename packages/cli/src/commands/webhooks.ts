import { randomBytes } from "node:crypto";
import { receiverName } from "@askback/server";
import type { Command } from "commander";
import { SettingError } from "../settings/setting-error.ts";
import { type Flags, parsePort } from "../settings/settings.ts";
import { ownKeyNames } from "../store/key-files.ts";
import { readStoredKeys } from "../store/stored-keys.ts";
import { listenForWebhooks } from "../webhooks/listen.ts";
import { settingsFor, withStoreOptions } from "./options.ts";

interface SecretFlags extends Flags {
  readonly new?: true;
}

interface ListenFlags extends Flags {
  readonly port: string;
  readonly key: string;
  readonly secret?: string;
}

const defaultKey = "agent";

export function addWebhooksCommand(program: Command): void {
  const webhooks = program.command("webhooks").description("the secret of webhooks, and a receiver to try them with");

  withStoreOptions(webhooks.command("secret [key]").description("print the secret that signs the webhooks of a key"))
    .option("--new", "print a new random one instead, for `secret` in the config")
    .addHelpText(
      "after",
      `\nThe key is given by its name in the config; it is "${defaultKey}" by default. A receiver of a project is "webhooks/" and its name.\n`,
    )
    .action(async (key: string | undefined, flags: SecretFlags) => {
      const secrets = flags.new ? [newSecret()] : await secretsOf(key ?? defaultKey, flags);
      process.stdout.write(`${secrets.join("\n")}\n`);
    });

  withStoreOptions(
    webhooks.command("listen").description("print webhooks that arrive here, and check their signatures"),
  )
    .option("--port <number>", "port to listen on, 0 for a free one", "4200")
    .option("--key <name>", "the key whose webhooks arrive", defaultKey)
    .option("--secret <whsec>", "its secret, if the server's data is not here")
    .addHelpText(
      "after",
      '\nIt listens on 127.0.0.1 only. The server sends there if its config has webhooks: { allowPrivate: ["127.0.0.1"] }.\n',
    )
    .action(async ({ port, key, secret, ...flags }: ListenFlags) => {
      const secrets = secret === undefined ? await secretsOf(key, flags) : [secret];
      await listenForWebhooks({
        port: parsePort({ value: port, source: "--port (flag)" }),
        secrets,
        write: (line) => process.stdout.write(`${line}\n`),
      });
    });
}

/** The secrets of a key, as the server of these settings has them. */
async function secretsOf(name: string, flags: Flags): Promise<readonly string[]> {
  const settings = await settingsFor(flags);
  const { keys = [], webhooks: { receivers = [] } = {} } = settings.config;
  const told = receivers.map((receiver) => ({ ...receiver, name: receiverName(receiver.name) }));
  const names = [...ownKeyNames, ...[...keys, ...told].map((key) => key.name)];
  if (!names.includes(name))
    throw new SettingError(`there is no key "${name}"`, `Name one of these: ${names.join(", ")}.`);
  const { project = "default" } = [...keys, ...told].find((key) => key.name === name) ?? {};
  return (await readStoredKeys(settings)).webhooks.secretsOf({ project, name });
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
