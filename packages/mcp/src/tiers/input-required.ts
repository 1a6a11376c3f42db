import type { Client } from "@askback/client";
import {
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
} from "@modelcontextprotocol/server";
import { type Call, withProgress } from "../call.ts";
import { toForm } from "../form.ts";
import { type AskDigests, type Asked, isOfDigest, takenBack, toAsked, untilUnheld } from "../inquiries.ts";
import { failureResult, isResolved, type Resolved, resolutionResult } from "../resolution.ts";
import { type FormResponse, respond, toFormResponse } from "../respond.ts";
import { noteReturned } from "../take-over.ts";
import { maxWaitSeconds } from "../tools.ts";
import { untilAnswered } from "../until-answered.ts";
import { openResult, waitForAnswer } from "./handle.ts";
import type { Askers } from "./inquiry-tasks.ts";
import { newForm, type RequestState, type RequestStates, useForm } from "./request-states.ts";

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
    requestState: await states.mint({ inquiryId, revision, digest: state.digest, form: newForm() }, context),
  });
}

/**
 * A call that comes back with a state. Each form brings one response: a state that is used again changes nothing, and gets the result
 * that is recorded or a new form.
 */
export async function continueRound(
  { client, answers }: Askers,
  states: RequestStates,
  call: Call,
  digests: AskDigests,
): Promise<Result> {
  const { context, signal } = call;
  const state = context.mcpReq.requestState<RequestState>();
  if (!state || !isOfDigest(digests, state.digest)) throw otherCall();
  // The person has filled in the form: what they wrote is not given up because the server restarts.
  const read = () => untilAnswered(() => client.inquiries.get(state.inquiryId, {}, { signal }), signal);
  const before = await read();
  if (!before.ok) return failureResult(before.error);
  const asked = toAsked(before.value);
  if (!asked) throw otherCall();
  if (isResolved(before.value)) return recordedResult(client, { ...asked, inquiry: before.value }, signal);
  const response = toFormResponse(context.mcpReq.inputResponses?.[inputKey]);
  // A process that was started again without the key that answers can only wait.
  if (!answers) return waitForAnswer(client, asked, call);
  if (!response) return requestInput(asked, states, call);
  const isFirst = await useForm(client, state, signal);
  const problem = isFirst ? await sendResponse(answers, asked, { state, response }, signal) : usedBefore;
  // The other request with this state may be about to answer.
  const after = isFirst
    ? await read()
    : await client.inquiries.get(state.inquiryId, { wait: usedWaitSeconds }, { signal });
  if (!after.ok) return failureResult(after.error);
  if (isResolved(after.value)) return recordedResult(client, { ...asked, inquiry: after.value }, signal);
  const open = { ...asked, inquiry: after.value };
  return after.value.status === "held"
    ? settleHeld(client, open, states, call)
    : requestInput(open, states, call, problem);
}

const usedBefore = "This form was used before, so that nothing was sent. Please answer again.";
const usedWaitSeconds = 1;

function otherCall(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, "The request state belongs to another call");
}

/** Sends the response to the revision that the form showed. Returns what is wrong, for the next form. */
async function sendResponse(
  answers: Client,
  { inquiry }: Asked,
  { state, response }: { readonly state: RequestState; readonly response: FormResponse },
  signal: AbortSignal,
): Promise<string | undefined> {
  return state.revision === inquiry.revision
    ? respond(answers, inquiry, response, signal)
    : "The question was changed meanwhile. Please answer it as it is now.";
}

async function recordedResult(
  client: Client,
  asked: Asked & { readonly inquiry: Resolved },
  signal: AbortSignal,
): Promise<Result> {
  await noteReturned(client, asked, signal);
  return resolutionResult(asked.contract, asked.inquiry);
}

/** A held answer has won: the call waits for it, and shows a form again if it is taken back. */
async function settleHeld(client: Client, asked: Asked, states: RequestStates, call: Call): Promise<Result> {
  const limit = AbortSignal.any([call.signal, AbortSignal.timeout(maxWaitSeconds * 1000)]);
  const unheld = await withProgress(call, () => untilUnheld(client, asked.inquiry, limit));
  if (!unheld.ok) return limit.aborted ? openResult(asked) : failureResult(unheld.error);
  if (isResolved(unheld.value)) return recordedResult(client, { ...asked, inquiry: unheld.value }, call.signal);
  return requestInput({ ...asked, inquiry: unheld.value }, states, call, takenBack);
}
