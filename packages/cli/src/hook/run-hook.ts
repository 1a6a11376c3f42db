import { createClient, type Failure } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import { errorMessage } from "../settings/setting-error.ts";
import { CommandError } from "../terminal/exit-code.ts";
import { askFromCall } from "./ask-from-call.ts";
import { type HookedCall, readCall } from "./call.ts";
import { type HookOutput, outputFor } from "./output.ts";

export interface HookRun {
  /** What Claude Code wrote to the standard input. */
  readonly stdin: string;
  /** How long the hook may wait: less than the time after which Claude Code ends it. */
  readonly waitMs: number;
  /** Aborted when Claude Code ends the hook. */
  readonly ended: AbortSignal;
  connect(call: HookedCall): { readonly url: string; readonly key: string };
}

/** A server that does not take the ask within these tries is not waited for: the person who waits is at the terminal. */
const shorterPause = 4;
const requestMs = 30_000;

/** Asks in Askback and returns what Claude Code is told. Without a decision of a person it decides nothing. */
export async function runHook({ stdin, waitMs, ended, connect }: HookRun): Promise<HookOutput> {
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
  const asked = await createClient({ ...connection, via: "hook", wait: impatientWait }).inquiries.ask(body, {
    signal: ended,
  });
  if (!asked.ok) return ended.aborted ? {} : notAsked(failureText(asked.error));
  const client = createClient({ ...connection, via: "hook" });
  const tooLate = AbortSignal.timeout(waitMs);
  const answered = await client.ask(body, { signal: AbortSignal.any([ended, tooLate]) });
  const { id } = asked.value;
  if (answered.ok) return toOutput(answered.value);
  if (!ended.aborted && !tooLate.aborted) return notAsked(failureText(answered.error));
  // Nobody reads the answer any more, so nobody is asked for it; an answer that came first counts.
  const impatient = createClient({ ...connection, via: "hook", wait: impatientWait });
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

function notAsked(reason: string): HookOutput {
  return { systemMessage: `Askback: ${reason}. Claude Code asks here instead.` };
}

function failureText({ title, detail, hint }: Failure): string {
  return [title, detail, hint]
    .filter(Boolean)
    .map((part) => part?.replace(/\.$/, ""))
    .join(". ");
}

/** The pauses between tries are shorter than the client's own; a response may take as long as ever. */
function impatientWait(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms < requestMs ? ms / shorterPause : ms);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    resolve();
  });
  return promise;
}
