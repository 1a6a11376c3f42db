import { contractNamed } from "../contracts/contract-by-name.ts";
import type { Acting, Conversation, RunError } from "../conversation.ts";
import { askFingerprint } from "../evolve.ts";
import { derivedId } from "../id.ts";
import type { ToolResult } from "../tool-call.ts";
import type { Ledger } from "./ledger.ts";

/** Goes on as far as no outside work is needed: asks, refuses asks, delivers the mailbox, pauses at the step limit. */
export function proceed(ledger: Ledger, at: number): void {
  for (let acting = askToMake(ledger.conversation); acting; acting = askToMake(ledger.conversation))
    ask(ledger, acting, at);
  const conversation = ledger.conversation;
  if (conversation.status !== "thinking") return;
  const { run } = conversation;
  if (run.steps >= run.pauseAt) ledger.record({ type: "run.paused", at, runId: run.id, reason: "step-limit" });
  else deliverMailbox(ledger, at);
}

export function deliverMailbox(ledger: Ledger, at: number): void {
  const messageIds = ledger.conversation.mailbox;
  if (messageIds.length > 0) ledger.record({ type: "messages.delivered", at, messageIds });
}

/** Gives the call at hand, and then the whole queue, results that say they were not run. */
export function skipCalls(ledger: Ledger, reason: string, at: number): void {
  for (let acting = actingOf(ledger.conversation); acting; acting = actingOf(ledger.conversation)) {
    finishCall(ledger, acting, { status: "not-run", text: `Not run: ${reason}` }, at);
  }
}

export function finishCall(
  ledger: Ledger,
  { run, call }: Acting,
  result: Omit<ToolResult, "callId" | "name">,
  at: number,
): void {
  ledger.record({
    type: "tool.finished",
    at,
    runId: run.id,
    step: run.steps,
    result: { callId: call.id, name: call.name, ...result },
  });
}

/** Ends the run with an error, after every open call got its result. */
export function failRun(ledger: Ledger, error: RunError, at: number): void {
  const acting = actingOf(ledger.conversation);
  if (acting?.started) finishCall(ledger, acting, interruptedResult, at);
  skipCalls(ledger, "the run failed before its turn.", at);
  const { conversation } = ledger;
  if (conversation.status === "thinking") ledger.record({ type: "run.failed", at, runId: conversation.run.id, error });
}

export const interruptedResult = {
  status: "error",
  text: "This tool was interrupted; it may or may not have happened. Check before you repeat it.",
} as const;

function ask(ledger: Ledger, acting: Acting, at: number): void {
  const { run, call, counts, id } = acting;
  const refuse = (text: string) => finishCall(ledger, acting, { status: "error", text }, at);
  if (call.unreadable !== undefined)
    return refuse(`Invalid input: it is not valid JSON (${call.unreadable}). Call ${call.name} again.`);
  const contract = contractNamed(run.terms.contract);
  const reading = contract.read(call.input);
  if (!reading.ok) return refuse(reading.error);
  const { questions, warnings } = reading.value;
  if (run.lastAsk?.asked === askFingerprint(questions)) return refuse(repeatWords(run.lastAsk.told));
  if (run.asks >= run.terms.askLimit) {
    return refuse(
      `Not asked: this run has asked ${run.asks} times, which is its limit. Go on with what you know, or finish and say what is missing.`,
    );
  }
  ledger.record({
    type: "inquiry.asked",
    at,
    runId: run.id,
    inquiry: {
      id: derivedId("inq", id, counts.inquiries + 1),
      revision: 1,
      contract: contract.name,
      callId: call.id,
      questions,
      askedAt: at,
      ...(run.terms.deadlineMs !== undefined && { deadline: at + run.terms.deadlineMs }),
      ...(warnings.length > 0 && { warnings }),
    },
  });
}

function repeatWords(told: string): string {
  return `Not asked again: you asked exactly this before, and nothing has been done since. What you were told then:\n${told}\nGo on with that, or ask something else.`;
}

function askToMake(conversation: Conversation): Acting | undefined {
  const acting = actingOf(conversation);
  return acting && !acting.started && acting.call.name === contractNamed(acting.run.terms.contract).name
    ? acting
    : undefined;
}

function actingOf(conversation: Conversation): Acting | undefined {
  return conversation.status === "acting" ? conversation : undefined;
}
