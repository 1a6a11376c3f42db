import { agreementText, type Json, readableName, visibleJson, visibleText } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { shortDuration } from "./duration.ts";
import { safeLine, safeText } from "./safe-text.ts";

/** Who asks, as people read it. */
export function askerOf({ agent }: wire.Inquiry): string {
  return readableName(safeLine(agent));
}

/** What to know before answering: the context, and for an approval the exact call and who else must allow it. */
export function backgroundOf(inquiry: wire.Inquiry): string {
  const { context, approval } = inquiry;
  return [
    context === undefined ? "" : safeText(context).trim(),
    approval ? callText(approval) : "",
    agreementOf(inquiry),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Who has allowed a call that several must, and who is missing; nothing where one person decides. */
export function agreementOf({ quorum, agreements = [], missing = [], isUnanswerable }: wire.Inquiry): string {
  if (!quorum) return "";
  const named = agreements.map(({ by, name = by, groups }) => ({ name, groups }));
  return [
    safeLine(agreementText(named, missing)),
    ...(isUnanswerable ? ["Nobody who is left can complete this."] : []),
  ].join(" ");
}

/** Where the input of a call can be changed, which a terminal only shows; nothing where nobody can change it. */
export function changeOf({ id, approval }: wire.Inquiry, appUrl: string): string {
  if (!approval?.editable) return "";
  return `Its input can be changed before it is allowed, in the app: ${appUrl}/q/${id}`;
}

/** The call as it would run; invisible characters in it are shown, since they would take part in it. */
function callText({ tool, input, presentation = {} }: wire.GatedCall): string {
  const { title, fields = [], command, diff } = presentation;
  const changed = diff && [...prefixed("-", diff.before), ...prefixed("+", diff.after)].join("\n");
  return [
    ...(title === undefined ? [] : [safeText(title)]),
    ...fields.map(({ label, value }) => `${safeLine(label)}: ${safeText(value)}`),
    ...(command === undefined ? [] : [`$ ${visibleText(command)}`]),
    ...(changed === undefined ? [] : [changed]),
    `${safeLine(tool)} ${visibleJson(input as Json)}`,
  ].join("\n");
}

function prefixed(mark: string, text: string): readonly string[] {
  return visibleText(text)
    .split("\n")
    .map((line) => `${mark} ${line}`);
}

/** How long it waits and when it expires, as in "waiting 3m · expires in 2h". */
export function timesOf({ askedAt, deadline }: wire.Inquiry, now: number): string {
  const left = deadline === undefined ? undefined : Date.parse(deadline) - now;
  const expiry = left === undefined ? [] : [left > 0 ? `expires in ${shortDuration(left + 30_000)}` : "expiring"];
  return [`waiting ${shortDuration(now - Date.parse(askedAt))}`, ...expiry].join(" · ");
}

/** One line for a list. */
export function headlineOf({ questions, approval }: wire.Inquiry): string {
  const [first] = questions;
  return safeLine(approval?.presentation?.title ?? first?.text ?? "");
}

/** What stands after the label of an option: that the agent recommends it, and why. */
export function recommendationOf({ recommended }: wire.Option): string {
  if (!recommended) return "";
  return recommended.reason === undefined ? "recommended" : `recommended: ${safeLine(recommended.reason)}`;
}
