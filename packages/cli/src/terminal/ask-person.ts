import type { Client } from "@askback/client";
import type * as wire from "@askback/core/wire";
import { openPrompt, type PromptOptions } from "./prompt.ts";
import { refusalText, sendResolving } from "./resolve.ts";
import { watchChanges } from "./watch-changes.ts";

/** Asks the person at the terminal, until they or somebody elsewhere resolve the inquiry. */
export async function askPerson(
  client: Client,
  inquiry: wire.Inquiry,
  options: Pick<PromptOptions, "terminal" | "reader">,
): Promise<"sent" | "left" | "elsewhere"> {
  const prompt = await openPrompt({
    ...options,
    inquiry,
    now: client.now,
    async send(resolving) {
      const sent = await sendResolving(client, inquiry.id, resolving);
      return sent.ok ? undefined : refusalText(sent.error);
    },
  });
  const watch = new AbortController();
  const stopWatching = watchChanges(client, inquiry, prompt.update);
  const elsewhere = resolvedElsewhere(client, inquiry, watch.signal);
  const how = await Promise.race([prompt.ended, elsewhere]);
  watch.abort();
  stopWatching();
  await prompt.close();
  return how;
}

/** Follows the inquiry until it is resolved, or can be read no more, as when it was deleted. */
async function resolvedElsewhere(client: Client, { id }: wire.Inquiry, signal: AbortSignal): Promise<"elsewhere"> {
  await client.untilResolved(id, { signal });
  // Nobody waits for it any more.
  return signal.aborted ? new Promise(() => {}) : "elsewhere";
}
