import { type Keys, signInPath } from "@askback/server";
import type { Command } from "commander";
import { nameCommands, type Start } from "../output/command-name.ts";
import type { Flags, Settings } from "../settings/settings.ts";
import { readStoreTime, withStoreErrors } from "../store/configured-store.ts";
import { readAddress } from "../store/server-address.ts";
import { readStoredKeys } from "../store/stored-keys.ts";
import { settingsFor, withStoreOptions } from "./options.ts";

const lifetimeMs = 3600 * 1000;

export function addLinkCommand(program: Command): void {
  withStoreOptions(program.command("link").description("print a new link that signs a browser in"))
    .option("--host <address>", "address of the server, if it is not the one that last ran on this folder")
    .option("--port <number>", "port of the server, likewise")
    .addHelpText("after", "\nThe link is for the server of this data folder and is valid for an hour.\n")
    .action(async (flags: Flags) => {
      const settings = await settingsFor(flags);
      const { config } = settings;
      const keys = await readStoredKeys(settings);
      const address = config.publicUrl ?? listeningAt(settings);
      const now = await withStoreErrors(settings, () => readStoreTime(settings));
      process.stdout.write(`${signInLink(address, keys, now)}\n`);
    });
}

function listeningAt({ host, port, dataDir, sources }: Settings): string {
  const isNamed = [sources.host, sources.port].some(isGiven);
  const configured = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return isNamed ? configured : (readAddress(dataDir) ?? configured);
}

/** What people type, in the folder where a server was started with these settings, for a link that signs in there. */
export function linkCommand({ dataDir, sources }: Pick<Settings, "dataDir" | "sources">, start?: Start): string {
  const { config, configSource = "" } = sources;
  const options = [
    ...(isGiven(sources.dataDir) ? ["--data-dir", quoted(dataDir)] : []),
    ...(config !== undefined && isGiven(configSource) ? ["--config", quoted(config)] : []),
  ];
  return nameCommands(["askback link", ...options].join(" "), start);
}

/** Whether a setting comes from a flag or the environment, which the next command may not have. */
function isGiven(source: string): boolean {
  return /\((flag|environment)\)$/.test(source);
}

/** A path as a shell takes it. */
function quoted(path: string): string {
  if (/^[\w./:@%+=,-]+$/.test(path)) return path;
  return process.platform === "win32" ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`;
}

/** A link that signs a browser in for an hour from now, by the store's clock. */
export function signInLink(address: string, keys: Keys, now: number): string {
  return new URL(signInPath(keys, now + lifetimeMs), address).href;
}
