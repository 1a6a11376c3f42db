import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  checkAudiences,
  checkMcp,
  checkModelKey,
  checkPostgres,
  checkSlack,
  checkSqlite,
  configureAgents,
  demo,
  type Finding,
  failed,
  ModelSetupError,
  ok,
  owner,
  warning,
} from "@askback/server";
import type { Command } from "commander";
import { nameCommands } from "../output/command-name.ts";
import type { Config } from "../settings/config.ts";
import { servedBy } from "../settings/served-agents.ts";
import { errorMessage, SettingError } from "../settings/setting-error.ts";
import { defaultDataDir, type Flags, type Settings } from "../settings/settings.ts";
import { settingsFor, withStoreOptions } from "./options.ts";

const mebibyte = 1024 * 1024;
const littleSpace = 1024 * mebibyte;
const noSpace = 100 * mebibyte;

export function addDoctorCommand(program: Command): void {
  withStoreOptions(program.command("doctor").description("check everything that a server here needs"))
    .option("--json", "print the findings as JSON")
    .addHelpText("after", help)
    .action(async (flags: Flags & { readonly json?: boolean }) => {
      const findings = await runChecks(() => settingsFor(flags));
      const report = flags.json ? `${JSON.stringify({ findings }, null, 2)}\n` : formatReport(findings);
      process.stdout.write(nameCommands(report));
      if (findings.some(({ status }) => status === "failed")) process.exitCode = 1;
    });
}

const help = `
Changes nothing and prints no key or password. Ends with 1 if a check failed; "!" marks a warning.

Examples:
  askback doctor
  askback doctor --json
  ASKBACK_DATABASE_URL=postgres://askback@db/askback askback doctor
`;

/** Checks everything that a server here would need; no finding holds a key or a password. */
async function runChecks(readSettings: () => Promise<Settings>): Promise<readonly Finding[]> {
  const node = ok("Node", process.versions.node);
  let settings: Settings;
  try {
    settings = await readSettings();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    const hint = `${error.hint} The other checks need the settings and were not run.`;
    return [node, failed("settings", error.message, hint)];
  }
  const { database, dataDir, sources } = settings;
  const { mcpServers = {}, publicUrl, notifications: { slack } = {}, keys = [] } = settings.config;
  const isConfigured = (wanted: string, inProject: string) =>
    keys.some(
      ({ name, project = owner.project, scopes }) =>
        name === wanted && project === inProject && scopes.includes("answer"),
    );
  return [
    node,
    ok("settings", sources.config ?? "no config file: demo agents"),
    ...checkDataFolder(settings),
    ...(database ? await checkPostgres(database) : checkSqlite(dataDir)),
    ...checkModels(settings),
    // One after the other, since a program may not be startable twice at once.
    ...(await checkMcp(mcpServers, "doctor")),
    ...(await checkAgents(settings.config)),
    ...(await checkAudiences({ dataDir, database, agents: settings.config.agents ?? [], isConfigured })),
    ...(slack ? await checkSlack(slack, publicUrl) : []),
  ];
}

/** Whether the server can keep keys and data in a folder, and whether only its owner can read the keys. */
function checkDataFolder(settings: Settings): readonly Finding[] {
  const { dataDir: folder } = settings;
  const existing = nearestExistingPath(folder);
  const access = checkAccess(settings, existing);
  if (access.status === "failed") return [access];
  const keys = join(folder, "keys");
  return [access, checkSpace(existing), ...(existsSync(keys) ? [checkKeyFiles(keys)] : [])];
}

function checkAccess({ dataDir: folder, database, sources }: Settings, existing: string): Finding {
  const check = "data folder";
  try {
    if (!statSync(existing).isDirectory()) throw new Error("not a folder");
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const advice =
      "Run this as the user of the server, or give a folder of its own with --data-dir or ASKBACK_DATA_DIR.";
    return failed(check, `${existing} is not a folder that this user can write to`, advice);
  }
  const isThere = existing === folder;
  const found = isThere ? folder : `${folder}: does not exist yet; the first server creates it`;
  if (database || sources.dataDir === defaultDataDir || existsSync(join(folder, "askback.db"))) return ok(check, found);
  // A folder that somebody has named is mostly one of a server, and a mistyped name would look like a new one.
  const otherwise = `If a server has run there, ${sources.dataDir} has another name, or the disk is not mounted.`;
  if (isThere) return warning(check, `${folder}: there is nothing of a server in it`, otherwise);
  return failed(
    check,
    `${folder} does not exist`,
    `${otherwise} For a new server create it first: mkdir -p '${folder}'.`,
  );
}

function checkSpace(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const found = `${(free / (1024 * mebibyte)).toFixed(1)} GiB free`;
  if (free >= littleSpace) return ok("disk", found);
  const finding = free < noSpace ? failed : warning;
  return finding("disk", found, "Make room: on a full disk no commit is acknowledged.");
}

function checkKeyFiles(folder: string): Finding {
  const files = [folder, ...["ask", "answer", "secret"].map((name) => join(folder, name))].filter(existsSync);
  const open = files.filter((file) => (statSync(file).mode & 0o077) !== 0);
  if (open.length === 0) return ok("keys", "readable by their owner only");
  return failed(
    "keys",
    `other users can read ${open.join(", ")}`,
    `chmod -R go= ${folder}, and delete a key that somebody may have read: the next start makes a new one.`,
  );
}

function nearestExistingPath(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExistingPath(dirname(path));
}

/** Whether the models of all agents are configured; no model is called. */
function checkModels({ config, providers }: Settings): readonly Finding[] {
  const agents = config.agents ?? demo.agents;
  const failures = agents.flatMap(({ name, model }) =>
    typeof model === "string" ? checkModel(name, model, providers) : [],
  );
  const names = agents.map(({ name }) => name).join(", ");
  return failures.length > 0 ? failures : [ok("models", `configured for ${names}`)];
}

function checkModel(agent: string, model: string, providers: Settings["providers"]): readonly Finding[] {
  try {
    checkModelKey(model, providers);
    return [];
  } catch (error) {
    if (!(error instanceof ModelSetupError)) throw error;
    const { reason, hint = "" } = error;
    const sentence = `${hint.slice(0, 1).toUpperCase()}${hint.slice(1)}.`;
    return [failed("models", `agent ${agent}, ${model}: ${reason}`, sentence)];
  }
}

/** Whether the agents fit together with their tools, as the start of a server checks it. */
async function checkAgents(config: Config): Promise<readonly Finding[]> {
  const { mcpServers = {} } = config;
  try {
    const configured = await configureAgents({ ...servedBy(config), mcpServers, providers: {}, version: "doctor" });
    const unchecked = configured.unavailable().filter(({ kind }) => kind === "tools");
    await configured.close();
    const found = [...configured.agents.keys()].filter((name) => unchecked.every(({ agent }) => agent !== name));
    return found.length > 0 ? [ok("agents", found.join(", "))] : [];
  } catch (error) {
    return [failed("agents", errorMessage(error), "Correct the config file: no server starts with it.")];
  }
}

const marks = { ok: "✔", warning: "!", failed: "✖" } as const;

/** One line for each finding, and below it what to do. */
function formatReport(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const indent = `\n  ${" ".repeat(width)}  `;
  const lines = findings.flatMap(({ check, status, found, advice }) => [
    `${marks[status]} ${check.padEnd(width)}  ${found.replace(/\n\s*/g, indent)}`,
    ...(advice === undefined ? [] : [`  ${" ".repeat(width)}  → ${advice}`]),
  ]);
  return `${[...lines, "", summarize(findings)].join("\n")}\n`;
}

function summarize(findings: readonly Finding[]): string {
  const failures = findings.filter(({ status }) => status === "failed").length;
  const warnings = findings.filter(({ status }) => status === "warning").length;
  const parts = [
    ...(failures > 0 ? [`${failures} failed`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? "warning" : "warnings"}`] : []),
  ];
  return parts.length === 0
    ? `All ${findings.length} checks passed.`
    : `Of ${findings.length} checks: ${parts.join(", ")}.`;
}
