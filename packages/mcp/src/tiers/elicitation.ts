import type { Client } from "@askback/client";
import type * as wire from "@askback/core/wire";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { type Call, withProgress } from "../call.ts";
import { toForm } from "../form.ts";
import { type Asked, takenBack, untilUnheld } from "../inquiries.ts";
import { failureResult, isResolved, resolutionResult } from "../resolution.ts";
import { respond, toFormResponse } from "../respond.ts";
import { untilAnswered } from "../until-answered.ts";
import { waitForAnswer } from "./handle.ts";

/** The longest time that a timer takes: the form stays for as long as the client keeps it. */
const noTimeoutMs = 2 ** 31 - 1;

/**
 * Shows a form in the client while the call waits. If somebody answers elsewhere first, the form is taken back; a client
 * that fails to show it waits for the answer without one.
 */
export async function elicitAnswer(asker: Client, answers: Client, asked: Asked, call: Call): Promise<CallToolResult> {
  const result = await withProgress(call, async () => {
    let { inquiry } = asked;
    let problem: string | undefined;
    for (;;) {
      if (inquiry.status === "held") {
        const unheld = await untilUnheld(asker, inquiry, call.signal);
        if (!unheld.ok) return failureResult(unheld.error);
        inquiry = unheld.value;
        if (isResolved(inquiry)) return resolutionResult(asked.contract, inquiry);
        problem = takenBack;
      }
      const first = await formOrResolution(asker, inquiry, call, problem);
      if (first.type === "form-failed") return undefined;
      if (first.type === "resolution") {
        if (!first.read.ok) return failureResult(first.read.error);
        inquiry = first.read.value;
      } else {
        problem = await respond(answers, inquiry, first.response, call.signal);
        const { id } = inquiry;
        const read = await untilAnswered(() => asker.inquiries.get(id, {}, { signal: call.signal }), call.signal);
        if (!read.ok) return failureResult(read.error);
        inquiry = read.value;
      }
      if (isResolved(inquiry)) return resolutionResult(asked.contract, inquiry);
    }
  });
  return result ?? waitForAnswer(asker, asked, call);
}

/** What comes first: the person's response in the client, the resolution from elsewhere, or the failure of the form. */
async function formOrResolution(asker: Client, inquiry: wire.Inquiry, call: Call, problem: string | undefined) {
  const done = new AbortController();
  const signal = AbortSignal.any([call.signal, done.signal]);
  const { hasTitledChoices, context } = call;
  const params = { mode: "form" as const, ...toForm(inquiry, { hasTitledChoices, problem }) };
  const form = context.mcpReq
    .send(
      { method: "elicitation/create", params: legacyParams(params, hasTitledChoices) },
      { signal, timeout: noTimeoutMs },
    )
    .then(
      (value) => {
        const response = toFormResponse(value);
        return response ? { type: "response" as const, response } : { type: "form-failed" as const };
      },
      () => ({ type: "form-failed" as const }),
    );
  const resolution = asker
    .untilResolved(inquiry.id, { signal })
    .then((read) => ({ type: "resolution" as const, read }));
  try {
    return await Promise.race([form, resolution]);
  } finally {
    done.abort();
  }
}

/** Before 2025-11-25 there was one mode, without a name. */
function legacyParams<Params extends { readonly mode: string }>({ mode, ...params }: Params, hasModes: boolean) {
  return hasModes ? { mode, ...params } : params;
}
