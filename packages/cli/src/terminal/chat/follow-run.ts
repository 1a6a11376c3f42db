import type { Client } from "@askback/client";
import type * as wire from "@askback/core/wire";
import { orThrow } from "../connect.ts";
import type { ReplyPrinter } from "./reply-printer.ts";

/** Statuses in which the agent does nothing until somebody acts. */
const resting: readonly wire.Conversation["status"][] = ["idle", "parked", "paused", "failed"];

/** Prints what the agent writes as it writes it, until the conversation rests. */
export async function followRun(client: Client, id: string, printer: ReplyPrinter): Promise<wire.Conversation> {
  const events = client.events({ conversations: [id] });
  for await (const event of events) {
    if (event.type === "text.streamed") {
      printer.stream(event);
      continue;
    }
    if (event.type === "draft.saved") continue;
    const conversation = orThrow(await client.conversations.get(id));
    if (conversation.live) printer.stream({ ...conversation.live, offset: 0, delta: conversation.live.text });
    if (!resting.includes(conversation.status)) continue;
    printer.finish(orThrow(await client.conversations.transcript(id, { limit: 20 })).items);
    events.close();
    return conversation;
  }
  throw new Error("the events ended before the conversation rested");
}
