import type { PruneStep } from "@askback/server";
import { confirm } from "@clack/prompts";
import { ageOf, ageOfRest } from "./age.ts";
import { counted } from "./counted.ts";
import { onStore, retentionOf, storeName } from "./named-store.ts";
import { hasViewer, type Progress, startProgress } from "./progress.ts";
import { SettingError } from "./setting-error.ts";
import type { Settings } from "./settings.ts";

export interface PruneFlags {
  readonly olderThan?: string;
  readonly logOlderThan?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

interface Task {
  readonly title: string;
  steps(isDryRun: boolean): AsyncIterable<PruneStep>;
  /** What was removed, or would be. */
  wordsFor(sum: Removed): string;
}

type Removed = Pick<PruneStep, "conversations" | "events">;

/** Removes by age what the flags name, after saying what that is and asking. */
export async function prune(settings: Settings, flags: PruneFlags): Promise<void> {
  const { dryRun = false, yes = false } = flags;
  const tasks = tasksOf(settings, flags);
  if (!dryRun && !yes && !hasViewer())
    throw new SettingError(
      "there is nobody to ask whether to go on",
      "Say --dry-run to see what would be removed, and --yes to remove it.",
    );
  if (!yes || dryRun) {
    const planned = await onStore(settings, () => carryOut(tasks, "Would remove", true));
    if (dryRun || !planned || !(await isConfirmed(settings))) return;
  }
  await onStore(settings, () => carryOut(tasks, "Removed", false));
}

function tasksOf(settings: Settings, { olderThan, logOlderThan }: PruneFlags): readonly Task[] {
  const retention = retentionOf(settings);
  const now = Date.now();
  const tasks: Task[] = [];
  if (olderThan !== undefined) {
    const before = now - ageOfRest("--older-than", olderThan);
    tasks.push({
      title: "Looking at conversations",
      steps: (isDryRun) => retention.pruneConversations({ before, isDryRun }),
      wordsFor: ({ conversations, events }) =>
        `${counted(conversations, "conversation")} at rest since before ${momentOf(before)}, with ${counted(events, "event")}`,
    });
  }
  if (logOlderThan !== undefined) {
    const before = now - ageOf("--log-older-than", logOlderThan);
    tasks.push({
      title: "Looking at the log",
      steps: (isDryRun) => retention.pruneLog({ before, isDryRun }),
      wordsFor: ({ events }) => `${counted(events, "event")} of the log recorded before ${momentOf(before)}`,
    });
  }
  if (tasks.length > 0) return tasks;
  throw new SettingError(
    "nothing is named that is to be removed",
    "Say --older-than 90d for conversations, --log-older-than 30d for the log, or both.",
  );
}

/** Tells whether there was anything. */
async function carryOut(tasks: readonly Task[], verb: string, isDryRun: boolean): Promise<boolean> {
  let isSomething = false;
  for (const { title, steps, wordsFor } of tasks) {
    const sum = { conversations: 0, events: 0 };
    let progress: Progress | undefined;
    try {
      for await (const { looked, of, conversations, events } of steps(isDryRun)) {
        progress ??= startProgress({ title, total: of });
        sum.conversations += conversations;
        sum.events += events;
        progress.advance(looked);
      }
    } catch (error) {
      progress?.stop();
      throw error;
    }
    progress ??= startProgress({ title, total: 0 });
    progress.end(`${verb} ${wordsFor(sum)}.`);
    isSomething ||= sum.conversations + sum.events > 0;
  }
  return isSomething;
}

async function isConfirmed(settings: Settings): Promise<boolean> {
  const message = `Remove this from ${storeName(settings)}? It cannot be brought back.`;
  return (await confirm({ message, initialValue: false, output: process.stderr })) === true;
}

/** A moment, to the minute. */
function momentOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
