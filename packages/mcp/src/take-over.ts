import type { Client } from "@askback/client";
import { type Asked, base64DigestOf, claimAnswer } from "./inquiries.ts";
import type { AskingProcesses } from "./processes.ts";
import { untilAnswered } from "./until-answered.ts";

/**
 * Whether the answer is for this process: it has asked, or takes over from one that has ended. The server grants each take-over to
 * one process; `asker` is the process that asked, where one is recorded.
 */
export async function takeOver(
  { inquiries }: Pick<Client, "inquiries">,
  { self, statusOf }: AskingProcesses,
  { inquiryId, asker }: { readonly inquiryId: string; readonly asker: string | undefined },
  signal: AbortSignal,
): Promise<boolean> {
  for (let owner = asker; owner !== self; ) {
    if (owner !== undefined && statusOf(owner) !== "ended") return false;
    const body = { claimant: self, claim: placeOf(owner) };
    const claimed = await untilAnswered(() => inquiries.claim(inquiryId, body, { signal }), signal);
    if (claimed.ok) return true;
    if (claimed.error.claimant === undefined) return false;
    // It may have ended as well.
    owner = claimed.error.claimant;
  }
  return true;
}

function placeOf(owner = ""): string {
  return `in place of ${base64DigestOf(owner)}`;
}

/** Who has an answer that is for whoever has the handle, task or form; no call takes it over. */
const handleHolder = "who has the handle";

/** Lets no call take the inquiry over: its client has what it needs to wait on. */
export async function keepForHandle(
  { inquiries }: Pick<Client, "inquiries">,
  id: string,
  caller: string,
  signal: AbortSignal,
): Promise<boolean> {
  const body = { claimant: handleHolder, claim: placeOf(caller) };
  return (await untilAnswered(() => inquiries.claim(id, body, { signal }), signal)).ok;
}

/** Records that a client has got the answer by its handle, task or form, so that nobody else who asks the same gets it too. */
export async function noteReturned(
  client: Pick<Client, "inquiries">,
  { inquiry, state }: Asked,
  signal: AbortSignal,
): Promise<void> {
  if (state.caller !== undefined) await claimAnswer(client, inquiry.id, handleHolder, signal);
}
