import type { Ask, Contract } from "../contracts/contract.ts";
import { contractByName } from "../contracts/contract-by-name.ts";
import { resolutionText } from "../deliveries/resolution-text.ts";
import type { Acting } from "../model/conversation.ts";
import { derivedId } from "../model/id.ts";
import { askFingerprint, contextFingerprint, type Inquiry, inquiryTerms } from "../model/inquiry.ts";
import { err, type Result } from "../model/result.ts";
import type { LastAsk } from "../model/run.ts";
import type { ToolCall } from "../model/tool-call.ts";
import { actingOf, finishCall, skipCalls } from "./finish-calls.ts";
import type { Recorder } from "./recorder.ts";

/** Asks people the questions of the current call, or tells the model why not. */
export function ask(recorder: Recorder, acting: Acting, contract: Contract, at: number): void {
  const reading = readCall(acting, contract, acting.call);
  if (!reading.ok) return finishCall(recorder, acting, { status: "error", text: reading.error }, at);
  const inquiry = inquiryOf(recorder, acting, contract, reading.value, at);
  if (contract.turn === "asks-last" && acting.queue.some((later) => readCall(acting, contract, later).ok))
    return supersede(recorder, acting, inquiry, at);
  const { run } = acting;
  const result = contract.delivery.asked?.(inquiry);
  if (result) {
    finishCall(recorder, acting, result, at);
    finishStep(recorder, contract, at);
  }
  recorder.record({ type: "inquiry.asked", at, runId: run.id, inquiry });
}

function inquiryOf(
  { nonce }: Recorder,
  { run, call, counts, id }: Acting,
  contract: Contract,
  { questions, context, warnings }: Ask,
  at: number,
): Inquiry {
  return {
    id: derivedId("inq", id, counts.inquiries + 1, nonce),
    revision: 1,
    contract: contract.name,
    callId: call.id,
    ...(context !== undefined && { context }),
    questions,
    askedAt: at,
    ...inquiryTerms(run.terms, at),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** What a call of the step asks, or the text that tells the model why it is not asked. */
function readCall(acting: Acting, contract: Contract, { input, name, unreadable }: ToolCall): Result<Ask, string> {
  if (unreadable !== undefined) return err(unreadableText(name, unreadable));
  const reading = contract.read(input);
  const reason = reading.ok ? refusalReason(acting, contract, reading.value) : undefined;
  return reason === undefined ? reading : err(reason);
}

export function unreadableText(name: string, why: string): string {
  return `Invalid input: it is not valid JSON (${why}). Call ${name} again.`;
}

/** Why a well-formed ask is refused. */
function refusalReason({ run, calls }: Acting, { turn, name }: Contract, asked: Ask): string | undefined {
  if (turn === "alone" && calls > 1)
    return `Not asked: ${name} must be the only tool call of a turn. Let the other calls finish first, then call ${name} alone.`;
  if (run.lastAsk && isRepeat(run.lastAsk, asked)) return repeatText(run.lastAsk.told);
  const { unanswered = 0 } = run;
  if (unanswered >= run.terms.askLimit)
    return `Not asked: ${unanswered} of your questions got no answer since the user last gave one, which is the limit. Go on with what you know, or finish and say what is missing.`;
  return undefined;
}

function isRepeat({ asked, context }: LastAsk, ask: Ask): boolean {
  if (asked !== askFingerprint(ask.questions)) return false;
  return context === undefined || context === contextFingerprint(ask);
}

function repeatText(notice: string): string {
  return `Not asked again: you asked exactly this before, and nothing has been done since. What you were told then:\n${notice}\nGo on with that, or ask something else.`;
}

/** Replaces this ask by a later one of the step, before anybody has seen it. */
function supersede(recorder: Recorder, acting: Acting, inquiry: Inquiry, at: number): void {
  const newer = derivedId("inq", acting.id, acting.counts.inquiries + 2, recorder.nonce);
  recorder.record({ type: "inquiry.superseded", at, runId: acting.run.id, inquiry, newer });
  const text = resolutionText({ type: "superseded" });
  finishCall(recorder, acting, { status: "error", text }, at);
}

/** Gives results to the calls that follow an ask which ends the step. */
function finishStep(recorder: Recorder, contract: Contract, at: number): void {
  if (contract.turn === "ends-step") return skipCalls(recorder, "the question before it ended the turn.", at);
  for (let rest = actingOf(recorder.conversation); rest; rest = actingOf(recorder.conversation)) {
    const reading = readCall(rest, contract, rest.call);
    if (reading.ok) throw new Error("a later valid ask of the step was not superseded");
    finishCall(recorder, rest, { status: "error", text: reading.error }, at);
  }
}

/** The contract by which the current call asks, if it does. */
export function contractOf({ run: { terms }, call }: Acting): Contract | undefined {
  return terms.contract === call.name ? contractByName(terms.contract) : undefined;
}
