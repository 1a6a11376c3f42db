import { join } from "node:path";
import { type Conversation, decide, dueAt, type Event, evolve, project } from "@askback/core";
import type { Store } from "@askback/server";
import {
  type CommandBuilder,
  callTool,
  finish,
  finishTool,
  say,
  start,
} from "../../../packages/server/src/store/testing/commands.ts";
import { openStore } from "./store-under-test.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Creates a data folder with many conversations, which are written to the store without a server. */
export async function createFilledFolder(fill: (store: Store) => Promise<void>): Promise<string> {
  const dataDir = join(temporaryFolder(), "data");
  const store = await openStore(dataDir);
  await fill(store);
  await store.close();
  return dataDir;
}

/** Records the conversation that these commands make, and returns the number of its events. */
export async function recordConversation(
  store: Store,
  conversationId: string,
  commands: readonly CommandBuilder[],
): Promise<number> {
  const events: Event[] = [];
  let conversation: Conversation | undefined;
  for (const build of commands) {
    const decision = decide(conversation, build({ id: conversationId, conversation, at: Date.now() }));
    if (!decision.ok) throw new Error(`${conversationId}: ${decision.error.code}`);
    for (const event of decision.value) conversation = evolve(conversation, event);
    events.push(...decision.value);
  }
  const projection = project(undefined, events);
  const committed = await store.commit({
    expectedVersion: 0,
    events,
    projection,
    dueAt: dueAt(projection.conversation),
  });
  if (!committed.ok) throw new Error(`${conversationId}: ${committed.reason}`);
  return events.length;
}

/** The commands of a conversation with so many messages, each with a tool call and the reply `Line N.` */
export function longConversation(messages: number): readonly CommandBuilder[] {
  const lines = Array.from({ length: messages }, (_, index) => index + 1);
  const talk = lines.flatMap((n) => [say(`Message ${n}.`), callTool(`c${n}`), finishTool(), finish(`Line ${n}.`)]);
  return [start({ agent: "scripted", title: "A long talk" }), finish("Hello."), ...talk];
}
