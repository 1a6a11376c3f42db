import type { Client } from "@askback/client";
import type * as wire from "@askback/core/wire";

/** Reads an inquiry again when its asker has changed it: a request that waits ends only when it is resolved. Returns how to stop. */
export function watchChanges(
  client: Client,
  { id, conversationId }: wire.Inquiry,
  onChange: (inquiry: wire.Inquiry) => void,
): () => void {
  const events = client.events({ conversations: [conversationId] });
  void (async () => {
    for await (const { type } of events) {
      if (type !== "snapshot" && !type.startsWith("inquiry.")) continue;
      const read = await client.inquiries.get(id);
      if (read.ok && !read.value.resolution) onChange(read.value);
    }
  })();
  return events.close;
}
