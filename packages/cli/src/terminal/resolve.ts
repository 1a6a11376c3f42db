import type { Client, Failure } from "@askback/client";
import { agreementText, err, type Result } from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { Resolving } from "./card/form.ts";
import { named } from "./name-of.ts";
import { resolutionSentence } from "./text/resolution-text.ts";
import { safeLine, safeText } from "./text/safe-text.ts";

/** Sends what a person decided. With `hold` an answer can be taken back for so many seconds. */
export async function sendResolving(
  client: Client,
  id: string,
  resolving: Resolving,
  hold?: number,
): Promise<Result<wire.Receipt, Failure>> {
  const sent = await send(client, id, resolving, hold);
  if (sent.ok || !sent.error.receipt) return sent;
  return err({ ...sent.error, receipt: await named(client, sent.error.receipt) });
}

function send(
  { inquiries }: Client,
  id: string,
  resolving: Resolving,
  hold: number | undefined,
): Promise<Result<wire.Receipt, Failure>> {
  switch (resolving.type) {
    case "answer":
      return inquiries.answer(id, { ...resolving.body, ...(hold !== undefined && { hold }) });
    case "decline":
      return inquiries.decline(id, resolving.body);
    case "delegate":
      return inquiries.delegate(id, resolving.body);
    case "dismiss":
      return inquiries.dismiss(id, resolving.body);
  }
}

/** What the person reads who sent it: that it is taken, and whether others have to allow the call too. */
export function sentText({ agreement }: wire.Receipt): string {
  if (!agreement) return "Sent.";
  return `Sent. ${safeLine(agreementText([{ name: "You", isReader: true }], agreement.missing ?? []))}`;
}

/** Why it was not taken, for the person who sent it. */
export function refusalText({ title, detail, receipt }: Failure): string {
  if (receipt) return resolutionSentence({ type: receipt.resolution, ...(receipt.by && { by: receipt.by }) });
  return safeText(detail === undefined ? title : `${title}: ${detail}`);
}
