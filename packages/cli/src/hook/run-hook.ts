import { type Client, createClient, type Failure } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import { errorMessage } from "../settings/setting-error.ts";
import { CommandError } from "../terminal/exit-code.ts";
import { askFromCall } from "./ask-from-call.ts";
import { type HookedCall, readCall } from "./call.ts";
import { type HookOutput, outputFor } from "./output.ts";

export interface HookRun {
  /** What Claude Code wrote to the standard input. */
  readonly stdin: string;
  /** After this time Claude Code ends the hook. */
  readonly timeoutMs: number;
  /** Aborted when Claude Code ends the hook. */
  readonly ended: AbortSignal;
  connect(call: HookedCall): { readonly url: string; readonly key: string };
}

/** How much earlier the hook stops waiting, so that it can still withdraw the question and say so. */
const marginMs = 15_000;
/** A server that does not take the ask within these tries is not waited for: the person who waits is at the terminal. */
const shorterPause = 4;
const requestMs = 30_000;

/** Asks in Askback and returns what Claude Code is told. Without a decision of a person it decides nothing. */
export async function runHook({ stdin, timeoutMs, ended, connect }: HookRun): Promise<HookOutput> {
  const read = readCall(stdin);
  if (read.type === "malformed") return notAsked(`the input of the hook cannot be read: ${read.reason}`);
  if (read.type === "other") return {};
  const { call } = read;
  const body = askFromCall(call);
  if (!body) return notAsked("the questions cannot be read");
  let connection: ReturnType<HookRun["connect"]>;
  try {
    connection = connect(call);
  } catch (error) {
    return notAsked(`${errorMessage(error)}${error instanceof CommandError ? `. ${error.hint}` : ""}`);
  }
  const tooLate = AbortSignal.timeout(waitWithin(timeoutMs));
  const over = AbortSignal.any([ended, tooLate]);
  const impatient = createClient({ ...connection, via: "hook", wait: impatientWait(over) });
  // A hook that is killed withdraws nothing, so its question expires when its time is up. The request goes on after the hook's
  // end: the server may have taken it, and what it took is withdrawn below.
  const asked = await impatient.inquiries.ask({ ...body, deadlineInMs: timeoutMs });
  if (!asked.ok) return ended.aborted ? {} : notAsked(failureText(asked.error));
  const { id } = asked.value;
  await postponeDeadline(impatient, asked.value, timeoutMs);
  const client = createClient({ ...connection, via: "hook" });
  const answered = asked.value.resolution ? asked : await client.untilResolved(id, { signal: over });
  if (answered.ok) return toOutput(answered.value);
  if (!over.aborted) return notAsked(failureText(answered.error));
  // Nobody reads the answer any more, so nobody is asked for it; an answer that came first counts.
  const withdrawn = await impatient.inquiries.withdraw(id);
  if (withdrawn.ok)
    return ended.aborted ? {} : notAsked("nobody answered in Askback in time, and the question was withdrawn there");
  const winner = await impatient.inquiries.get(id);
  if (winner.ok && winner.value.resolution) return toOutput(winner.value);
  return notAsked("nobody answered in Askback in time, and the server cannot be reached");

  function toOutput(inquiry: Inquiry): HookOutput {
    return inquiry.resolution ? outputFor(call, inquiry, inquiry.resolution) : {};
  }
}

function waitWithin(timeoutMs: number): number {
  return Math.max(timeoutMs - marginMs, timeoutMs / 2);
}

/** The deadline is early where an earlier hook for the call has set it. */
async function postponeDeadline({ inquiries, now }: Client, inquiry: Inquiry, timeoutMs: number): Promise<void> {
  const { id, deadline, resolution } = inquiry;
  if (resolution || deadline === undefined || Date.parse(deadline) >= now() + waitWithin(timeoutMs)) return;
  await inquiries.extend(id, { until: new Date(now() + timeoutMs).toISOString() });
}

function notAsked(reason: string): HookOutput {
  return { systemMessage: `Askback: ${reason}. Claude Code asks here instead.` };
}

function failureText({ title, detail, hint }: Failure): string {
  return [title, detail, hint]
    .filter(Boolean)
    .map((part) => part?.replace(/\.$/, ""))
    .join(". ");
}

/** The pauses between tries are shorter than the client's own, and end with the hook; a response may take as long as ever. */
function impatientWait(over: AbortSignal): (ms: number, signal: AbortSignal) => Promise<void> {
  return (ms, signal) => {
    const isPause = ms < requestMs;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, isPause ? ms / shorterPause : ms);
    const ends = isPause ? AbortSignal.any([signal, over]) : signal;
    if (ends.aborted) resolve();
    ends.addEventListener("abort", () => resolve());
    return promise.finally(() => clearTimeout(timer));
  };
}
