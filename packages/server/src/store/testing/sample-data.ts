import { expect } from "vitest";
import type { Clock } from "../../clock.ts";
import type { Archive } from "../archive/archive.ts";
import { readArchive, toArchiveLine } from "../archive/archive-format.ts";
import type { Store } from "../store.ts";
import type { Backend } from "./backends.ts";
import { type CommandRunner, createCommandRunner } from "./command-runner.ts";
import {
  answer,
  ask,
  callTool,
  failCall,
  finish,
  open,
  remove,
  rename,
  say,
  spawn,
  spawning,
  start,
} from "./commands.ts";

/** Text that a careless format or database would damage. */
const odd = "Blackbird a\0b \u{d800} \u{2028}\r\n\t\"'\\ {}[] ß 🧑‍🚀 \u{202e}";
export const replyKey = { principal: "ana", route: "POST /v1/conversations", key: "k1" };

/** Conversations of every status, with everything that can belong to one. */
export async function fillStore({ perform, performAll }: CommandRunner): Promise<void> {
  const reply = { ...replyKey, fingerprint: "f", status: 201, body: JSON.stringify({ odd }) };
  await perform("conv_idle", start({ title: "Idle", message: odd }), { reply });
  await performAll("conv_idle", ask(), answer({ text: odd }), finish(odd), say(odd), finish(), rename("Renamed"));
  await performAll("conv_parked", start({ title: odd, project: "other", by: "bob" }), ask("Which?"));
  await performAll("conv_held", start(), ask(), answer({ holdMs: 500 }));
  await performAll("conv_acting", start(), callTool("c1"), say("And?"));
  await performAll("conv_resting", start(), failCall(300));
  await perform("conv_deleted", start({ message: odd }), { reply: { ...reply, key: "k2" } });
  await performAll("conv_deleted", ask(), remove);
  await performAll("conv_spawning", start({ terms: spawning }), spawn("Read it"));
  const parent = { conversationId: "conv_spawning", callId: "call" };
  await performAll("conv_spawningk1", start({ agent: "reader", parent }));
  await performAll("conv_open", open());
}

/** Opens the store of a backend, runs `work` on it, and closes it. */
export async function withStore<Value>(
  backend: Backend,
  clock: Clock,
  work: (store: Store, runner: CommandRunner) => Promise<Value>,
): Promise<Value> {
  const store = await backend.open(clock);
  try {
    return await work(store, createCommandRunner(store, clock));
  } finally {
    await store.close();
  }
}

/** The lines of an export. */
export async function exportLines(archive: Archive): Promise<string[]> {
  const lines: string[] = [];
  for await (const value of archive.read()) lines.push(toArchiveLine(value).trimEnd());
  return lines;
}

export async function importLines(archive: Archive, lines: readonly string[]): Promise<void> {
  const { header, records } = await readArchive(toAsync(lines));
  await archive.write(header, records);
}

export async function copyArchive(from: Archive, to: Archive): Promise<void> {
  await importLines(to, await exportLines(from));
}

async function* toAsync(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** Waits for the chain of the audit: an entry that is not in it yet would get its place in a copy. */
export async function untilSealed(store: Store): Promise<void> {
  await expect.poll(() => store.audit.unchainedCount()).toBe(0);
}
