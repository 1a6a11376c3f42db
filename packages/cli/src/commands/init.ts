import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "@askback/server";
import type { Command } from "commander";
import { isInstalled, nameCommands } from "../output/command-name.ts";
import { SettingError } from "../settings/setting-error.ts";

export function addInitCommand(program: Command): void {
  program
    .command("init")
    .description("write a config with one agent into this folder")
    .addHelpText("after", help)
    .action(() => void process.stdout.write(nameCommands(init(process.cwd()))));
}

const help = `
Writes askback.config.ts, and package.json and .gitignore where there are none. Never overwrites a file.

Example:
  askback init
`;

/** Writes the files that the folder does not have yet, and returns what to do next. */
function init(folder: string): string {
  const [config, manifest, ignored] = ["askback.config.ts", "package.json", ".gitignore"] as const;
  if (existsSync(join(folder, config)))
    throw new SettingError(`${join(folder, config)} exists already`, "Change it, or run this in another folder.");
  const contents = { [config]: exampleConfig(), [manifest]: exampleManifest, [ignored]: "node_modules/\n.askback/\n" };
  const missing = Object.entries(contents).filter(([name]) => !existsSync(join(folder, name)));
  for (const [name, text] of missing) writeFileSync(join(folder, name), text, { flag: "wx" });
  const written = missing.map(([name]) => name).join(", ");
  return [
    `✔ ${written} written.`,
    "→ Run `askback serve` and send the agent a message: it asks, and needs no key.",
    ...(isInstalled(folder) ? [] : ["→ For types in your editor, install the package `askback` in this folder."]),
    "",
  ].join("\n");
}

const exampleManifest = `${JSON.stringify(
  {
    private: true,
    type: "module",
    scripts: { start: "askback serve" },
    dependencies: { askback: `^${version}` },
  },
  null,
  2,
)}\n`;

/** The config of the template, which is beside the built program, and in a checkout beside its sources. */
function exampleConfig(): string {
  const files = ["../template", "../../template"].map((folder) =>
    fileURLToPath(new URL(`${folder}/askback.config.ts`, import.meta.url)),
  );
  return readFileSync(files.find(existsSync) ?? "", "utf8");
}
