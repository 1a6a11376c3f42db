import { type Client, createIdempotencyKey, type Failure } from "@askback/client";
import { type Json, type Result, visibleText } from "@askback/core";
import type { AskInquiry, Inquiry } from "@askback/core/wire";
import { withSortedKeys } from "../inquiries.ts";
import type { AskingProcesses } from "../processes.ts";
import { takeOver } from "../take-over.ts";
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

type Asking = Pick<Client, "inquiries" | "untilResolved">;

/** What an ask of the proxy carries: the process that waits for its answer. */
interface ProxyState {
  readonly asker: string;
}

export function createGatedCalls(client: Asking, processes: AskingProcesses): GatedCalls {
  const counts = createCallCounts();
  const runs = createApprovedRuns(client, processes);
  /** The same for all claims of this process, so that it may repeat one whose caller gave up. */
  const claimant = createIdempotencyKey();

  /** Whether a caller of another process was told how the approval ended; from now on a caller of this one counts as told. */
  async function wasToldElsewhere({ id }: Inquiry, signal: AbortSignal): Promise<boolean> {
    const claimed = await untilAnswered(() => client.inquiries.claim(id, { claimant }, { signal }), signal);
    return !claimed.ok && claimed.error.code === "already-claimed";
  }

  async function callOnce(call: GatedCall, signal: AbortSignal, count: number): Promise<Attempt> {
    const isRepeatable = callIdOf(call.params._meta) !== undefined;
    const asked = await ask(client, call, { count, asker: processes.self }, signal);
    if (signal.aborted) return "gave-up";
    if (!asked.ok) return { result: notAsked(asked.error) };
    // An equal call of another proxy that still runs has an approval of its own.
    if (!isRepeatable && !(await isOwn(asked.value, signal))) return signal.aborted ? "gave-up" : "one-more";
    const resolved = await client.untilResolved(asked.value.id, { signal });
    if (signal.aborted) return "gave-up";
    if (!resolved.ok) return { result: notAsked(resolved.error) };
    const inquiry = resolved.value;
    if (!inquiry.receipt?.allowed) {
      // An equal call without an id of its own is a new one, once an earlier caller was told.
      if (!isRepeatable && (await wasToldElsewhere(inquiry, signal))) return "one-more";
      return signal.aborted ? "gave-up" : { result: notAllowed(inquiry) };
    }
    const settled = await runs.settle(inquiry, call.run, signal);
    if (settled === "ran-before") return isRepeatable ? ranBefore(await latest(inquiry, signal)) : "one-more";
    // An equal call without an id of its own is a new one, once this was told.
    if (!isRepeatable && settled !== "gave-up" && isInterrupted(settled))
      await untilAnswered(() => client.inquiries.finishCall(inquiry.id, { interrupted: true }), signal);
    return settled;
  }

  async function isOwn({ id: inquiryId, origin }: Inquiry, signal: AbortSignal): Promise<boolean> {
    const { asker } = (origin?.state ?? {}) as Partial<ProxyState>;
    return takeOver(client, processes, { inquiryId, asker }, signal);
  }

  /** The inquiry with the end of its call, which may have been reported while this process waited. */
  async function latest(inquiry: Inquiry, signal: AbortSignal): Promise<Inquiry> {
    const read = await untilAnswered(() => client.inquiries.get(inquiry.id, {}, { signal }), signal);
    return read.ok ? read.value : inquiry;
  }

  return {
    async call(call, signal) {
      const { tool, asker, params } = call;
      if (tool.length > maxNameLength || visibleText(tool) !== tool)
        return { result: errorResult("Not run: the name of this tool is too long, or has characters that hide text.") };
      const digest = digestOf([asker.session, tool, withSortedKeys((params.arguments ?? {}) as Json)]);
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
  { inquiries }: Asking,
  { tool, params, asker: { session, agent, title }, schema }: GatedCall,
  { count, asker }: ProxyState & { readonly count: number },
  signal: AbortSignal,
): Promise<Result<Inquiry, Failure>> {
  const callId = callIdOf(params._meta);
  const bodyOf = (approval: NonNullable<AskInquiry["approval"]>): AskInquiry => ({
    approval,
    // The order of the keys in the input does not count.
    key: askKey({ session, approval: { ...approval, input: withSortedKeys(approval.input as Json) }, callId }, count),
    thread: `mcp-${digestOf(session).slice(0, 32)}`,
    agent,
    title,
    state: { asker } satisfies ProxyState,
  });
  const send = (body: AskInquiry) => untilAnswered(() => inquiries.ask(body, { signal }), signal);
  const approval = { tool, input: params.arguments ?? {}, singleUse: true } as const;
  if (!schema) return send(bodyOf(approval));
  const asked = await send(bodyOf({ ...approval, editable: { schema } }));
  // A schema that the server cannot check, or that the input does not fit, is no reason not to ask.
  return !asked.ok && asked.error.code === "invalid-request" ? send(bodyOf(approval)) : asked;
}
