import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { nameCommands, type Start } from "../output/command-name.ts";
import { shellWord } from "../output/shell-word.ts";
import { readKey } from "../settings/connection.ts";
import { SettingError } from "../settings/setting-error.ts";
import type { Flags, Settings } from "../settings/settings.ts";
import { reachable, readAddress } from "../store/server-address.ts";
import { connect, orThrow } from "../terminal/connect.ts";
import { settingsFor, withStoreOptions } from "./options.ts";

export function addLinkCommand(program: Command): void {
  withStoreOptions(program.command("link").description("print a new link that signs a browser in"))
    .option("--host <address>", "address of the server, if it is not the one that last ran on this folder")
    .option("--port <number>", "port of the server, likewise")
    .addHelpText(
      "after",
      "\nThe link is for the server of this data folder, which has to run. It works once, within an hour.\n",
    )
    .action(async (flags: Flags) => {
      const settings = await settingsFor(flags);
      const { dataDir, config } = settings;
      if (!existsSync(join(dataDir, "keys")))
        throw new SettingError(
          `there is no Askback data in ${dataDir}`,
          "Give the server's data folder with --data-dir, or start one with `askback serve`.",
        );
      const url = listeningAt(settings);
      const answerKey = readKey(join(dataDir, "keys", "answer"));
      const { client } = await connect({ url, ...(answerKey !== undefined && { answerKey }) }, "answer");
      const { path } = orThrow(await client.signInLinks.create({}), url);
      process.stdout.write(`${new URL(path, config.publicUrl ?? url).href}\n`);
    });
}

function listeningAt({ host, port, dataDir, sources }: Settings): string {
  const isNamed = [sources.host, sources.port].some(isGiven);
  const configured = reachable(`http://${host.includes(":") ? `[${host}]` : host}:${port}`);
  return isNamed ? configured : (readAddress(dataDir) ?? configured);
}

/** What people type, in the folder where a server was started with these settings, for a link that signs in there. */
export function linkCommand({ dataDir, sources }: Pick<Settings, "dataDir" | "sources">, start?: Start): string {
  const { config, configSource = "" } = sources;
  const options = [
    ...(isGiven(sources.dataDir) ? ["--data-dir", shellWord(dataDir)] : []),
    ...(config !== undefined && isGiven(configSource) ? ["--config", shellWord(config)] : []),
  ];
  return nameCommands(["askback link", ...options].join(" "), start);
}

/** Whether a setting comes from a flag or the environment, which the next command may not have. */
function isGiven(source: string): boolean {
  return /\((flag|environment)\)$/.test(source);
}
