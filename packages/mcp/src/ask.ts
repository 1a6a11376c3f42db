import type { Contract, Json } from "@askback/core";
import type { CallToolResult, Result } from "@modelcontextprotocol/server";
import type { Call } from "./call.ts";
import { showsCards } from "./card/apps.ts";
import type { Cards } from "./card/cards.ts";
import { type Asked, base64DigestOf, findOpen, keyOfCall, toAsked, toBody } from "./inquiries.ts";
import { failureResult, isResolved, resolutionResult, textResult } from "./resolution.ts";
import { taskResult } from "./tasks.ts";
import { elicitAnswer } from "./tiers/elicitation.ts";
import { openResult, waitForAnswer } from "./tiers/handle.ts";
import { continueRound, type RequestStates, requestInput } from "./tiers/input-required.ts";
import { type Askers, toTask } from "./tiers/inquiry-tasks.ts";
import { takesTasks, tierOf } from "./tiers/tier.ts";
import { GetAnswer, getAnswerName } from "./tools.ts";

/** The processes that ask under one key, so that one can take over the open question of another that has ended. */
export interface AskingProcesses {
  readonly self: string;
  /** Whether a call may take over this inquiry of a process: only if that has ended, and only one call. */
  takeOver(inquiryId: string, process: string): boolean;
}

export interface AskOptions extends Askers {
  readonly states: RequestStates;
  readonly cards: Cards;
  /** Asks of one thread are one conversation. */
  readonly thread?: string | undefined;
  readonly processes?: AskingProcesses | undefined;
}

/** A call of a tool that asks: the inquiry is stored first, then the client gets the answer as well as it can. */
export async function callAsk(options: AskOptions, contract: Contract, input: Json, call: Call): Promise<Result> {
  const { client, answers, states, cards } = options;
  const digest = base64DigestOf(contract.name, input);
  if (call.context.mcpReq.requestState() !== undefined) return continueRound(options, states, call, digest);
  const read = contract.read(input);
  if (!read.ok) return textResult(read.error, true);
  const asked = await askOnce(options, contract, toBody(read.value), digest, call);
  if ("content" in asked) return asked;
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

/** Stores the inquiry, or finds that of the same call, or that of a process that has ended and asked the same. */
async function askOnce(
  { client, thread, processes }: AskOptions,
  contract: Contract,
  body: ReturnType<typeof toBody>,
  digest: string,
  { id, agent, signal }: Call,
): Promise<Asked | CallToolResult> {
  const isRepeatable = id !== undefined;
  if (!isRepeatable && processes) {
    const take = ({ inquiry, state: { asker } }: Asked) => asker !== undefined && processes.takeOver(inquiry.id, asker);
    const orphan = await findOpen(client, digest, take, signal);
    if (!orphan.ok) return failureResult(orphan.error);
    if (orphan.value) return orphan.value;
  }
  const state = { tool: contract.name, digest, ...(!isRepeatable && processes && { asker: processes.self }) };
  const asked = await client.inquiries.ask({ ...body, key: keyOfCall(id), agent, thread, state }, { signal });
  if (!asked.ok) return failureResult(asked.error);
  return { inquiry: asked.value, contract, state };
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
  return isTask ? taskResult(toTask(asked, call, answers !== undefined)) : waitForAnswer(client, asked, call, wait);
}
