import type { Contract, Reading } from "../contract.ts";
import { contractNamed } from "../contracts/contract-by-name.ts";
import type { Acting } from "../conversation.ts";
import { derivedId } from "../id.ts";
import { askFingerprint, type Inquiry } from "../inquiry.ts";
import { resolutionWords } from "../resolution-words.ts";
import { err, type Result } from "../result.ts";
import type { ToolCall } from "../tool-call.ts";
import { actingOf, finishCall, skipCalls } from "./calls.ts";
import type { Ledger } from "./ledger.ts";

/** Puts the call at hand to people, or tells the model why not. */
export function ask(ledger: Ledger, acting: Acting, contract: Contract, at: number): void {
  const reading = toAsk(acting, contract, acting.call);
  if (!reading.ok) return finishCall(ledger, acting, { status: "error", text: reading.error }, at);
  const inquiry = inquiryOf(acting, contract, reading.value, at);
  if (contract.turn === "asks-last" && acting.queue.some((later) => toAsk(acting, contract, later).ok))
    return supersede(ledger, acting, inquiry, at);
  const { run } = acting;
  const told = contract.delivery.asked?.(inquiry);
  if (told) {
    finishCall(ledger, acting, told, at);
    closeStep(ledger, contract, at);
  }
  ledger.record({ type: "inquiry.asked", at, runId: run.id, inquiry });
}

function inquiryOf(
  { run, call, counts, id }: Acting,
  contract: Contract,
  { questions, context, warnings }: Reading,
  at: number,
): Inquiry {
  return {
    id: derivedId("inq", id, counts.inquiries + 1),
    revision: 1,
    contract: contract.name,
    callId: call.id,
    ...(context !== undefined && { context }),
    questions,
    askedAt: at,
    ...(run.terms.deadlineMs !== undefined && { deadline: at + run.terms.deadlineMs }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** What a call of the step puts to people, or the words that tell the model why it is not asked. */
function toAsk(acting: Acting, contract: Contract, { input, name, unreadable }: ToolCall): Result<Reading, string> {
  if (unreadable !== undefined) return err(unreadableWords(name, unreadable));
  const reading = contract.read(input);
  const why = reading.ok ? whyNot(acting, contract, reading.value) : undefined;
  return why === undefined ? reading : err(why);
}

export function unreadableWords(name: string, why: string): string {
  return `Invalid input: it is not valid JSON (${why}). Call ${name} again.`;
}

/** Why a well-formed ask is refused. */
function whyNot({ run, calls }: Acting, { turn, name }: Contract, { questions }: Reading): string | undefined {
  if (turn === "alone" && calls > 1)
    return `Not asked: ${name} must be the only tool call of a turn. Let the other calls finish first, then call ${name} alone.`;
  if (run.lastAsk?.asked === askFingerprint(questions)) return repeatWords(run.lastAsk.told);
  if (run.asks >= run.terms.askLimit)
    return `Not asked: this run has asked ${run.asks} times, which is its limit. Go on with what you know, or finish and say what is missing.`;
  return undefined;
}

function repeatWords(told: string): string {
  return `Not asked again: you asked exactly this before, and nothing has been done since. What you were told then:\n${told}\nGo on with that, or ask something else.`;
}

/** A later ask of the step takes this one's place before anybody has seen it. */
function supersede(ledger: Ledger, acting: Acting, inquiry: Inquiry, at: number): void {
  const newer = derivedId("inq", acting.id, acting.counts.inquiries + 2);
  ledger.record({ type: "inquiry.superseded", at, runId: acting.run.id, inquiry, newer });
  const text = resolutionWords({ type: "superseded", at, inquiryId: newer });
  finishCall(ledger, acting, { status: "error", text }, at);
}

/** Gives the calls behind an ask that ends the step their results. */
function closeStep(ledger: Ledger, contract: Contract, at: number): void {
  if (contract.turn === "ends-step") return skipCalls(ledger, "the question before it ended the turn.", at);
  for (let rest = actingOf(ledger.conversation); rest; rest = actingOf(ledger.conversation)) {
    const reading = toAsk(rest, contract, rest.call);
    if (reading.ok) throw new Error("a later ask that can be made was not seen");
    finishCall(ledger, rest, { status: "error", text: reading.error }, at);
  }
}

/** The contract by which the call at hand asks, if it does. */
export function contractOf({ run: { terms }, call }: Acting): Contract | undefined {
  return terms.contract === call.name ? contractNamed(terms.contract) : undefined;
}
