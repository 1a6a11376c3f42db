import type { Clock } from "../../clock.ts";
import type { Archive } from "../archive.ts";
import { archiveLine, readArchive } from "../archive-format.ts";
import type { Store } from "../store.ts";
import type { Home } from "./home.ts";
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
} from "./wishes.ts";
import { createWorkbench, type Workbench } from "./workbench.ts";

/** Text that a careless format or database would lose. */
const odd = "Blackbird a\0b \u{d800} \u{2028}\r\n\t\"'\\ {}[] ß 🧑‍🚀 \u{202e}";
export const replyKey = { principal: "ana", route: "POST /v1/conversations", key: "k1" };

/** A conversation of every kind, with all that can belong to one. */
export async function fill({ perform, performAll }: Workbench): Promise<void> {
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

/** Does something with the store of a home, and closes it. */
export async function inStore<Value>(
  home: Home,
  clock: Clock,
  work: (store: Store, workbench: Workbench) => Promise<Value>,
): Promise<Value> {
  const store = await home.open(clock);
  try {
    return await work(store, createWorkbench(store, clock));
  } finally {
    await store.close();
  }
}

/** All that a store holds, as the lines of a file. */
export async function linesOf(archive: Archive): Promise<string[]> {
  const lines: string[] = [];
  for await (const value of archive.read()) lines.push(archiveLine(value).trimEnd());
  return lines;
}

export async function takeLines(archive: Archive, lines: readonly string[]): Promise<void> {
  const { header, records } = await readArchive(asyncly(lines));
  await archive.write(header, records);
}

export async function move(from: Archive, to: Archive): Promise<void> {
  await takeLines(to, await linesOf(from));
}

async function* asyncly(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
