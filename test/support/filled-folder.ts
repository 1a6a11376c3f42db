import { join } from "node:path";
import { type Conversation, decide, dueAt, type Event, evolve, project } from "@askback/core";
import type { Store } from "@askback/server";
import { callTool, finish, finishTool, say, start, type Wish } from "../../packages/server/src/store/testing/wishes.ts";
import { openStore } from "./store-under-test.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A data folder as somebody has it after a long time, filled without a server that would take as long. */
export async function filledFolder(fill: (store: Store) => Promise<void>): Promise<string> {
  const dataDir = join(temporaryFolder(), "data");
  const store = await openStore(dataDir);
  await fill(store);
  await store.close();
  return dataDir;
}

/** Records a conversation that all of these wishes lead to, and gives how many events it has. */
export async function record(store: Store, conversationId: string, wishes: readonly Wish[]): Promise<number> {
  const events: Event[] = [];
  let conversation: Conversation | undefined;
  for (const wish of wishes) {
    const decision = decide(conversation, wish({ id: conversationId, conversation, at: Date.now() }));
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

/** So many messages, each with a tool call and the reply `Line N.` */
export function longTalk(messages: number): readonly Wish[] {
  const lines = Array.from({ length: messages }, (_, index) => index + 1);
  const talk = lines.flatMap((n) => [say(`Message ${n}.`), callTool(`c${n}`), finishTool(), finish(`Line ${n}.`)]);
  return [start({ agent: "puppet", title: "A long talk" }), finish("Hello."), ...talk];
}
