import { type Client, createIdempotencyKey, type Failure } from "@askback/client";
import { type Result, visibleText } from "@askback/core";
import type { AskInquiry, Inquiry } from "@askback/core/wire";
import { untilAnswered } from "../until-answered.ts";
import { createApprovedRuns, type RunCall, ranBefore } from "./approved-runs.ts";
import { askKey, callIdOf, createCallCounts, digestOf } from "./ask-key.ts";
import type { Outcome, Params } from "./json-rpc.ts";
import { errorResult, interrupted, notAllowed, notAsked } from "./words.ts";

/** Who asks, as people see it. */
export interface Asker {
  /** The same for all calls of one client of one wrapped server, also after a restart. */
  readonly session: string;
  readonly agent: string;
  readonly title: string;
}

export interface GatedCall {
  readonly tool: string;
  readonly params: Params;
  readonly asker: Asker;
  /** The schema of the tool, where people may change the input. */
  readonly schema: { readonly [key: string]: unknown } | undefined;
  readonly run: RunCall;
}

export interface GatedCalls {
  /** Asks for approval, and runs the call once if a person allows it; undefined if the caller gave up meanwhile. */
  call(call: GatedCall, signal: AbortSignal): Promise<Outcome | undefined>;
}

const maxNameLength = 200;

export function createGatedCalls(client: Pick<Client, "ask" | "inquiries">): GatedCalls {
  const counts = createCallCounts();
  const runs = createApprovedRuns(client);
  /** The same for all claims of this process, so that it may repeat one whose caller gave up. */
  const claimant = createIdempotencyKey();

  /** Whether a caller of another process was told how the approval ended; from now on a caller of this one counts as told. */
  async function wasToldElsewhere({ id }: Inquiry, signal: AbortSignal): Promise<boolean> {
    const claimed = await untilAnswered(() => client.inquiries.claim(id, { claimant }, { signal }), signal);
    return !claimed.ok && claimed.error.code === "already-claimed";
  }

  async function callOnce(call: GatedCall, signal: AbortSignal, count: number): Promise<Attempt> {
    const isRepeatable = callIdOf(call.params._meta) !== undefined;
    const asked = await ask(client, call, count, signal);
    if (signal.aborted) return "gave-up";
    if (!asked.ok) return { result: notAsked(asked.error) };
    const inquiry = asked.value;
    if (!inquiry.receipt?.allowed) {
      // An equal call without an id of its own is a new one, once an earlier caller was told.
      if (!isRepeatable && (await wasToldElsewhere(inquiry, signal))) return "one-more";
      return signal.aborted ? "gave-up" : { result: notAllowed(inquiry) };
    }
    const settled = await runs.settle(inquiry, call.run, signal);
    if (settled === "ran-before") return isRepeatable ? ranBefore(inquiry) : "one-more";
    // An equal call without an id of its own is a new one, once this was told.
    if (!isRepeatable && settled !== "gave-up" && isInterrupted(settled)) await client.inquiries.finishCall(inquiry.id);
    return settled;
  }

  return {
    async call(call, signal) {
      const { tool, asker, params } = call;
      if (tool.length > maxNameLength || visibleText(tool) !== tool)
        return { result: errorResult("Not run: the name of this tool is too long, or has characters that hide text.") };
      const digest = digestOf([asker.session, tool, params.arguments]);
      for (;;) {
        const count = counts.take(digest);
        const attempt = await callOnce(call, signal, count);
        if (attempt === "one-more") continue;
        if (attempt !== "gave-up") return attempt;
        counts.release(digest, count);
        return undefined;
      }
    },
  };
}

/** `one-more` where an equal call used the approval before, or was told of its end. */
type Attempt = Outcome | "gave-up" | "one-more";

function isInterrupted(outcome: Outcome): boolean {
  return "result" in outcome && outcome.result === interrupted;
}

async function ask(
  client: Pick<Client, "ask">,
  { tool, params, asker: { session, agent, title }, schema }: GatedCall,
  count: number,
  signal: AbortSignal,
): Promise<Result<Inquiry, Failure>> {
  const callId = callIdOf(params._meta);
  const bodyOf = (approval: NonNullable<AskInquiry["approval"]>): AskInquiry => ({
    approval,
    key: askKey({ session, approval, callId }, count),
    thread: `mcp-${digestOf(session).slice(0, 32)}`,
    agent,
    title,
  });
  const approval = { tool, input: params.arguments ?? {}, singleUse: true } as const;
  if (!schema) return client.ask(bodyOf(approval), { signal });
  const asked = await client.ask(bodyOf({ ...approval, editable: { schema } }), { signal });
  // A schema that the server cannot check, or that the input does not fit, is no reason not to ask.
  return !asked.ok && asked.error.code === "invalid-request" ? client.ask(bodyOf(approval), { signal }) : asked;
}
