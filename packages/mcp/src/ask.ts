import type { Contract, Json } from "@askback/core";
import type { CallToolResult, Result } from "@modelcontextprotocol/server";
import { type Asking, type AskOnceOptions, askOnce } from "./ask-once.ts";
import type { Call } from "./call.ts";
import type { Callers } from "./callers.ts";
import { showsCards } from "./card/apps.ts";
import type { Cards } from "./card/cards.ts";
import { type Asked, askDigests, claimAnswer, toAsked, toBody } from "./inquiries.ts";
import { failureResult, isResolved, resolutionResult, textResult } from "./resolution.ts";
import { keepForHandle, noteReturned } from "./take-over.ts";
import { taskResult } from "./tasks.ts";
import { elicitAnswer } from "./tiers/elicitation.ts";
import { handleKey, openResult, waitForAnswer } from "./tiers/handle.ts";
import { continueRound, requestInput } from "./tiers/input-required.ts";
import { type Askers, toTask } from "./tiers/inquiry-tasks.ts";
import type { RequestStates } from "./tiers/request-states.ts";
import { takesTasks, tierOf } from "./tiers/tier.ts";
import { GetAnswer, getAnswerName } from "./tools.ts";

export interface AskOptions extends Askers, AskOnceOptions {
  readonly states: RequestStates;
  readonly cards: Cards;
}

/** A call of a tool that asks: the inquiry is stored first, then the client gets the answer as well as it can. */
export async function callAsk(options: AskOptions, contract: Contract, input: Json, call: Call): Promise<Result> {
  const digests = askDigests(contract.name, input);
  if (call.context.mcpReq.requestState() !== undefined) return continueRound(options, options.states, call, digests);
  const read = contract.read(input);
  if (!read.ok) return textResult(read.error, true);
  const asking = { contract, body: toBody(read.value), digests };
  const name = call.id === undefined ? options.callers?.begin(call.agent) : undefined;
  if (name !== undefined && options.callers) return callOnceNamed(options, { ...asking, name }, options.callers, call);
  const asked = await askOnce(options, { ...asking, name }, call);
  return "content" in asked ? asked : resultOf(options, asked, call);
}

/** A call without an id: its name says whose the answer is, until the client has got it. */
async function callOnceNamed(
  options: AskOptions,
  { name, ...asking }: Asking & { readonly name: string },
  callers: Callers,
  call: Call,
): Promise<Result> {
  let hasReturned = false;
  try {
    const asked = await askOnce(options, { ...asking, name }, call);
    if ("content" in asked) return asked;
    const result = await resultOf(options, asked, call);
    if (call.signal.aborted) return result;
    const { id } = asked.inquiry;
    if (!isContinued(result)) hasReturned = await claimAnswer(options.client, id, name, call.signal);
    else hasReturned = callers.endWithProcess || (await keepForHandle(options.client, id, name, call.signal));
    return result;
  } finally {
    if (hasReturned) callers.end(name);
    else callers.giveUp(name);
  }
}

/** Whether the client has what it needs to wait on: a handle, a task or a form. */
function isContinued(result: Result): boolean {
  return result.resultType === "task" || result.resultType === "input_required" || handleKey in (result._meta ?? {});
}

async function resultOf(options: AskOptions, asked: Asked, call: Call): Promise<Result> {
  const { client, answers, states, cards } = options;
  const { contract } = asked;
  if (isResolved(asked.inquiry)) {
    const result = resolutionResult(contract, asked.inquiry);
    return showsCards(call.capabilities) ? withMeta(result, await cards.metaOf(asked, call)) : result;
  }
  switch (tierOf(call, answers !== undefined)) {
    case "card":
      return withMeta(openResult(asked, true), await cards.metaOf(asked, call));
    case "task":
      return taskResult(toTask(asked, call, answers !== undefined));
    case "input-required":
      return requestInput(asked, states, call);
    case "elicitation":
      return answers ? elicitAnswer(client, answers, asked, call) : waitForAnswer(client, asked, call);
    case "handle":
      // A contract that ends the step returns at once, as its answer comes in another way.
      return contract.delivery.asked ? openResult(asked) : waitForAnswer(client, asked, call);
  }
}

function withMeta(result: CallToolResult, meta: Readonly<Record<string, unknown>>): CallToolResult {
  return { ...result, _meta: { ...result._meta, ...meta } };
}

/** A call of `get_answer`: the answer, or after the wait the handle again; a task for a client that polls tasks. */
export async function getAnswer({ client, answers }: AskOptions, input: unknown, call: Call): Promise<Result> {
  const parsed = GetAnswer.safeParse(input);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "input"}: ${message}`);
    return textResult(
      `The input of ${getAnswerName} is not valid. ${issues.join("; ")}. Correct it and call again.`,
      true,
    );
  }
  const { handle, wait } = parsed.data;
  const found = await client.inquiries.get(handle, {}, { signal: call.signal });
  if (!found.ok && found.error.status !== 404) return failureResult(found.error);
  const asked = found.ok ? toAsked(found.value) : undefined;
  if (!asked)
    return textResult(
      "There is no question of yours with this handle. Give the handle exactly as it was returned.",
      true,
    );
  const isTask = wait > 0 && takesTasks(call) && !isResolved(asked.inquiry);
  if (isTask) return taskResult(toTask(asked, call, answers !== undefined));
  const result = await waitForAnswer(client, asked, call, wait);
  if (!isContinued(result) && !call.signal.aborted) await noteReturned(client, asked, call.signal);
  return result;
}
