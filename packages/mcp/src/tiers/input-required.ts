import type { Client } from "@askback/client";
import {
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type Result,
} from "@modelcontextprotocol/server";
import { type Call, withProgress } from "../call.ts";
import { toForm } from "../form.ts";
import { type Asked, takenBack, toAsked, untilUnheld } from "../inquiries.ts";
import { failureResult, isResolved, resolutionResult } from "../resolution.ts";
import { respond, toFormResponse } from "../respond.ts";
import { maxWaitSeconds } from "../tools.ts";
import { untilAnswered } from "../until-answered.ts";
import { openResult, waitForAnswer } from "./handle.ts";
import type { Askers } from "./inquiry-tasks.ts";

/** What a client brings back with its next call; it is signed, so that a client cannot make one up. */
export interface RequestState {
  readonly inquiryId: string;
  readonly revision: number;
  /** Of the call that asked: the state is for the same call alone. */
  readonly digest: string;
}

export type RequestStates = RequestStateCodec<RequestState>;

export interface RequestStateSecret {
  /** At least 32 bytes, the same after a restart. */
  readonly key: Uint8Array;
  /** Whose calls these are; a state of somebody else is refused. */
  readonly principal: string;
}

/** People may take their time. */
const lifetimeSeconds = 30 * 24 * 3600;

export function createRequestStates({ key, principal }: RequestStateSecret): RequestStates {
  return createRequestStateCodec({ key, ttlSeconds: lifetimeSeconds, bind: () => principal });
}

const inputKey = "answer";

/** Asks the client to show a form and to call again. The inquiry is stored already, and may be answered elsewhere first. */
export async function requestInput(
  { inquiry, state }: Asked,
  states: RequestStates,
  { context, hasTitledChoices }: Call,
  problem?: string,
): Promise<InputRequiredResult> {
  const { id: inquiryId, revision } = inquiry;
  return inputRequired({
    inputRequests: { [inputKey]: inputRequired.elicit(toForm(inquiry, { hasTitledChoices, problem })) },
    requestState: await states.mint({ inquiryId, revision, digest: state.digest }, context),
  });
}

/**
 * A call that comes back with a state. An inquiry is resolved once, so a state that is used again changes nothing and gets
 * the result that is recorded.
 */
export async function continueRound(
  { client, answers }: Askers,
  states: RequestStates,
  call: Call,
  digest: string,
): Promise<Result> {
  const { context, signal } = call;
  const state = context.mcpReq.requestState<RequestState>();
  if (!state || state.digest !== digest)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The request state belongs to another call");
  // The person has filled in the form: what they wrote is not given up because the server restarts.
  const before = await untilAnswered(() => client.inquiries.get(state.inquiryId, {}, { signal }), signal);
  if (!before.ok) return failureResult(before.error);
  const asked = toAsked(before.value);
  if (!asked) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The request state belongs to another call");
  if (isResolved(asked.inquiry)) return resolutionResult(asked.contract, asked.inquiry);
  const response = toFormResponse(context.mcpReq.inputResponses?.[inputKey]);
  // A process that was started again without the key that answers can only wait.
  if (!answers) return waitForAnswer(client, asked, call);
  if (!response) return requestInput(asked, states, call);
  if (state.revision !== asked.inquiry.revision)
    return requestInput(asked, states, call, "The question was changed meanwhile. Please answer it as it is now.");
  const problem = await respond(answers, asked.inquiry, response, signal);
  const after = await untilAnswered(() => client.inquiries.get(state.inquiryId, {}, { signal }), signal);
  if (!after.ok) return failureResult(after.error);
  if (isResolved(after.value)) return resolutionResult(asked.contract, after.value);
  const open = { ...asked, inquiry: after.value };
  return after.value.status === "held"
    ? settleHeld(client, open, states, call)
    : requestInput(open, states, call, problem);
}

/** A held answer has won: the call waits for it, and shows a form again if it is taken back. */
async function settleHeld(client: Client, asked: Asked, states: RequestStates, call: Call): Promise<Result> {
  const limit = AbortSignal.any([call.signal, AbortSignal.timeout(maxWaitSeconds * 1000)]);
  const unheld = await withProgress(call, () => untilUnheld(client, asked.inquiry, limit));
  if (!unheld.ok) return limit.aborted ? openResult(asked) : failureResult(unheld.error);
  if (isResolved(unheld.value)) return resolutionResult(asked.contract, unheld.value);
  return requestInput({ ...asked, inquiry: unheld.value }, states, call, takenBack);
}
