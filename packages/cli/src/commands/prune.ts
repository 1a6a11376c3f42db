import type { PruneStep } from "@askback/server";
import { confirm } from "@clack/prompts";
import type { Command } from "commander";
import { formatCount } from "../output/format-count.ts";
import { hasViewer, type Progress, startProgress } from "../output/progress.ts";
import { SettingError } from "../settings/setting-error.ts";
import type { Flags, Settings } from "../settings/settings.ts";
import { createRetention, readStoreTime, storeName, withStoreErrors } from "../store/configured-store.ts";
import { settingsFor, withStoreOptions } from "./options.ts";

interface PruneFlags {
  readonly olderThan?: string;
  readonly logOlderThan?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

interface Task {
  readonly title: string;
  run(isDryRun: boolean): AsyncIterable<PruneStep>;
  /** What was removed, or would be. */
  describe(sum: Removed): string;
}

type Removed = Pick<PruneStep, "conversations" | "events">;

export function addPruneCommand(program: Command): void {
  withStoreOptions(program.command("prune").description("remove old conversations and events"))
    .option(
      "--older-than <age>",
      "erase conversations that have been at rest for this long, at least a day: 36h, 90d, 12w",
    )
    .option("--log-older-than <age>", "remove older events from the log, and keep the conversations")
    .option("--dry-run", "only say what would be removed")
    .option("--yes", "do not ask first")
    .addHelpText("after", help)
    .action(async (flags: Flags & PruneFlags) => prune(await settingsFor(flags), flags));
}

const help = `
A conversation at rest is finished, failed or deleted, and so are its sub-agents. One that waits for a person or a time stays.
On PostgreSQL servers can keep running meanwhile; a data folder must have none, except for a dry run.

Examples:
  askback prune --older-than 90d --dry-run
  askback prune --older-than 90d --log-older-than 30d --yes
`;

/** Removes by age what the flags name, after showing what that is and asking. */
export async function prune(settings: Settings, flags: PruneFlags): Promise<void> {
  const { dryRun = false, yes = false } = flags;
  const now = await withStoreErrors(settings, () => readStoreTime(settings));
  const tasks = createTasks(settings, flags, now);
  if (!dryRun && !yes && !hasViewer())
    throw new SettingError(
      "there is nobody to ask for confirmation",
      "Use --dry-run to see what would be removed, and --yes to remove it.",
    );
  if (!yes || dryRun) {
    const isAnythingOld = await withStoreErrors(settings, () => runTasks(tasks, "Would remove", true));
    if (dryRun || !isAnythingOld || !(await isConfirmed(settings))) return;
  }
  await withStoreErrors(settings, () => runTasks(tasks, "Removed", false));
}

function createTasks(settings: Settings, { olderThan, logOlderThan }: PruneFlags, now: number): readonly Task[] {
  const retention = createRetention(settings);
  const tasks: Task[] = [];
  if (olderThan !== undefined) {
    const before = now - parseRestAge("--older-than", olderThan);
    tasks.push({
      title: "Looking at conversations",
      run: (isDryRun) => retention.pruneConversations({ before, isDryRun }),
      describe: ({ conversations, events }) =>
        `${formatCount(conversations, "conversation")} at rest since before ${formatMinute(before)}, with ${formatCount(events, "event")}`,
    });
  }
  if (logOlderThan !== undefined) {
    const before = now - parseAge("--log-older-than", logOlderThan);
    tasks.push({
      title: "Looking at the log",
      run: (isDryRun) => retention.pruneLog({ before, isDryRun }),
      describe: ({ events }) => `${formatCount(events, "event")} of the log recorded before ${formatMinute(before)}`,
    });
  }
  if (tasks.length > 0) return tasks;
  throw new SettingError(
    "no flag names what to remove",
    "Use --older-than 90d for conversations, --log-older-than 30d for the log, or both.",
  );
}

/** Runs the tasks and tells whether any of them found something. */
async function runTasks(tasks: readonly Task[], verb: string, isDryRun: boolean): Promise<boolean> {
  let hasFound = false;
  for (const { title, run, describe } of tasks) {
    const sum = { conversations: 0, events: 0 };
    let progress: Progress | undefined;
    try {
      for await (const { examined, total, conversations, events } of run(isDryRun)) {
        progress ??= startProgress({ title, total });
        sum.conversations += conversations;
        sum.events += events;
        progress.advance(examined);
      }
    } catch (error) {
      progress?.stop();
      throw error;
    }
    progress ??= startProgress({ title, total: 0 });
    progress.end(`${verb} ${describe(sum)}.`);
    hasFound ||= sum.conversations + sum.events > 0;
  }
  return hasFound;
}

async function isConfirmed(settings: Settings): Promise<boolean> {
  const message = `Remove this from ${storeName(settings)}? It cannot be restored.`;
  return (await confirm({ message, initialValue: false, output: process.stderr })) === true;
}

const dayMs = 24 * 3600 * 1000;
const msByUnit: Readonly<Record<string, number>> = { h: dayMs / 24, d: dayMs, w: 7 * dayMs };

/** The milliseconds of an age such as `90d`; at least an hour, so that readers of the log had time to read it. */
function parseAge(flag: string, value: string): number {
  const [, count, unit = ""] = /^([1-9]\d{0,4})([hdw])$/.exec(value) ?? [];
  const ms = Number(count) * (msByUnit[unit] ?? Number.NaN);
  if (!Number.isNaN(ms)) return ms;
  throw new SettingError(
    `${flag} = "${value}" is not an age`,
    "Use hours, days or weeks, at least one: 36h, 90d, 12w.",
  );
}

/** An age of at least a day, since the response to an `Idempotency-Key` is kept for a day. */
function parseRestAge(flag: string, value: string): number {
  const ms = parseAge(flag, value);
  if (ms >= dayMs) return ms;
  throw new SettingError(
    `${flag} = "${value}" is less than a day`,
    "Use at least 1d: a request can be repeated with its Idempotency-Key for a day.",
  );
}

function formatMinute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
