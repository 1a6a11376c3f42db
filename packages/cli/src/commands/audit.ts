import type { AuditChain, AuditReader } from "@askback/server";
import { type AuditFormat, auditFormats, auditText, verifyAudit } from "@askback/server";
import type { Command } from "commander";
import { nameCommands } from "../output/command-name.ts";
import { writeOutput } from "../output/write-output.ts";
import { SettingError } from "../settings/setting-error.ts";
import type { Flags, Settings } from "../settings/settings.ts";
import { createAuditAccess, storeName, withStoreErrors } from "../store/configured-store.ts";
import { settingsFor, withStoreOptions } from "./options.ts";

interface VerifyFlags extends Flags {
  readonly expect?: readonly string[];
}

interface ExportFlags extends Flags {
  readonly format: string;
  readonly project?: string;
}

export function addAuditCommand(program: Command): void {
  const audit = program.command("audit").description("who asked, saw and answered: check it, and write it to a file");

  withStoreOptions(audit.command("verify").description("find entries that were changed, removed or moved"))
    .option("--expect <places...>", "places that an earlier run printed, as project:number:hash")
    .addHelpText("after", verifyHelp)
    .action(async (flags: VerifyFlags) => verify(await settingsFor(flags), (flags.expect ?? []).map(parseChainEnd)));

  withStoreOptions(audit.command("export [file]").description("write all entries to a file, or to the standard output"))
    .option("--format <format>", auditFormats.join(" or "), "jsonl")
    .option("--project <id>", "only those of one project")
    .addHelpText("after", exportHelp)
    .action(async (file: string | undefined, flags: ExportFlags) =>
      exportAudit(await settingsFor(flags), file ?? "-", parseFormat(flags.format), flags.project),
    );
}

const verifyHelp = `
Servers can keep running meanwhile. The command prints the end of each chain; keep these lines elsewhere and give them with
--expect later, and also a chain that somebody wrote anew as a whole is found. It ends with exit code 1 if anything is wrong.

Examples:
  askback audit verify
  askback audit verify --expect default:1042:9f2c...
`;

const exportHelp = `
An entry has ids, names, times and numbers, and no words that somebody wrote.

Examples:
  askback audit export audit.jsonl
  askback audit export --format csv --project default > audit.csv
`;

async function verify(settings: Settings, known: readonly AuditChain[]): Promise<void> {
  const { entries, unchained, chains, faults } = await withReader(settings, (reader) => verifyAudit(reader, known));
  if (faults.length > 0) {
    const lines = faults.map(({ project, number, problem }) => `  ${project}, entry ${number}: ${problem}`);
    process.stderr.write(nameCommands(`✖ the audit of ${storeName(settings)} was changed\n${lines.join("\n")}\n`));
    process.exitCode = 1;
    return;
  }
  const later = unchained > 0 ? `; ${unchained} are too new to be in a chain` : "";
  process.stdout.write(`${entries.toLocaleString("en")} entries are intact in ${storeName(settings)}${later}.\n`);
  for (const { project, number, hash } of chains) process.stdout.write(`${project}:${number}:${hash}\n`);
}

async function exportAudit(settings: Settings, file: string, format: AuditFormat, project?: string): Promise<void> {
  await withReader(settings, (reader) => writeOutput(file, auditText(reader, format, project)));
}

function withReader<Value>(settings: Settings, work: (reader: AuditReader) => Promise<Value>): Promise<Value> {
  return withStoreErrors(settings, async () => {
    const reader = await createAuditAccess(settings).open();
    try {
      return await work(reader);
    } finally {
      await reader.close();
    }
  });
}

function parseChainEnd(text: string): AuditChain {
  const [, project, number, hash] = /^(.+):([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (project !== undefined && hash !== undefined) return { project, number: Number(number), hash };
  throw new SettingError(
    `--expect = "${text}" is no place in a chain`,
    "Give a line that `askback audit verify` printed: project:number:hash.",
  );
}

function parseFormat(text: string): AuditFormat {
  const format = auditFormats.find((known) => known === text);
  if (format) return format;
  throw new SettingError(`--format = "${text}" is unknown`, `Use ${auditFormats.join(" or ")}.`);
}
