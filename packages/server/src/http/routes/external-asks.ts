import type { AskedElsewhere, InquiryRecord, Json } from "@askback/core";
import * as wire from "@askback/core/wire";
import { readAsk, readChange } from "../asks/ask-body.ts";
import { askFingerprint } from "../asks/ask-fingerprint.ts";
import { askOriginView, sealState } from "../asks/ask-origin.ts";
import type { InquiryWaits } from "../asks/inquiry-waits.ts";
import { createRecordAsk } from "../asks/record-ask.ts";
import { recordConsumed } from "../audited-reads.ts";
import { actorOf, performCommand } from "../commands.ts";
import type { SchemaChecks } from "../edits/schema-checks.ts";
import { readIdempotencyKey } from "../middleware/idempotency.ts";
import { storeOutcome } from "../outcome.ts";
import { invalidRequest, type Problem, problems } from "../problems/problem.ts";
import { refusalProblem } from "../problems/refusal-problem.ts";
import { type App, addRoute } from "../route.ts";
import { IdParams, WaitQuery } from "../schemas.ts";
import { personalInquiryView, type Services, visibleInquiry } from "../services.ts";
import { inquiryView, winnerView } from "../views.ts";

const common = { tag: "Inquiries", scope: "ask", response: wire.Inquiry } as const;
const path = "/v1/inquiries";

/** The routes of programs that run elsewhere: they ask, and change what they asked. */
export function addExternalAsks(
  app: App,
  services: Services,
  {
    waits,
    checks,
    stopping,
  }: { readonly waits: InquiryWaits; readonly checks: SchemaChecks; readonly stopping: AbortSignal },
): void {
  const { store, stateCipher, webhooks } = services;
  const recordAsk = createRecordAsk(services);

  const ask = {
    ...common,
    method: "post",
    path,
    summary: "Ask, from a program that runs elsewhere",
    description:
      "Give `question`, `questions` or `approval`. Under the same `key`, or the same Idempotency-Key, the same inquiry is returned for as long as it exists, also when it is resolved; the status is 201 where it is new. `wait` holds the request until somebody resolves it.",
    query: WaitQuery,
    body: wire.AskInquiry,
    status: 201,
  } as const;
  addRoute(app, ask, async (context, { body, query: { wait } }) => {
    const asked = await readAsk(checks, context, body);
    if (!asked.ok) return asked.error;
    const deadline = deadlineOf(body, services.clock.now());
    const key = body.key ?? context.req.header("idempotency-key");
    if (key !== undefined && (key === "" || key.length > 255)) return problems.keyMalformed;
    const { thread, state, webhook } = body;
    const misfit = webhook === undefined ? undefined : webhooks.addresses.misfit(webhook);
    if (misfit !== undefined) return invalidRequest("body", [{ path: ["webhook"], message: misfit }]);
    if (state !== undefined && Buffer.byteLength(JSON.stringify(state)) > wire.maxStateBytes) return stateTooLong;
    const principal = context.get("principal");
    const inquiry: AskedElsewhere = {
      ...asked.value,
      ...(asked.value.quorum && { quorum: { ...asked.value.quorum, excludes: [principal.id] } }),
      ...(deadline !== undefined && { deadline }),
      origin: {
        by: principal.id,
        fingerprint: askFingerprint(asked.value, thread),
        ...(thread !== undefined && { thread }),
        ...(key !== undefined && { key }),
        ...(state !== undefined && { state: sealState(state as Json, principal, stateCipher) }),
        ...(webhook !== undefined && { webhook }),
      },
    };
    const result = await recordAsk({
      principal,
      ...body,
      inquiry,
      content: asked.value,
      ...actorOf(context, services),
    });
    if (!result.ok) return result.error;
    const { id, isNew } = result.value;
    const signal = AbortSignal.any([context.req.raw.signal, stopping]);
    const record = wait > 0 ? await waits.untilResolved(id, wait * 1000, signal) : await store.inquiry(id);
    if (!record) return problems.inquiryUnknown;
    // The key may have been revoked meanwhile.
    if (wait > 0 && !(await context.get("isStillAllowed")())) return problems.unauthorized;
    await recordConsumed(services, context, record);
    return { status: isNew ? 201 : 200, body: await personalInquiryView(services, principal, record) };
  });

  const amend = {
    ...common,
    method: "patch",
    path: `${path}/{id}`,
    summary: "Change what you asked, while it is open",
    description:
      "The revision goes up, and answers to an older one are refused. What is left out stays. While an answer can be taken back nothing can be changed.",
    params: IdParams,
    body: wire.AmendInquiry,
    status: 200,
  } as const;
  addRoute(app, amend, async (context, { params: { id }, body }) => {
    const found = await visibleInquiry(store, context, id);
    if (!found) return problems.inquiryUnknown;
    const change = await readChange(checks, context, found, body);
    if (!change.ok) return change.error;
    const command = {
      type: "amend",
      inquiryId: id,
      inquiry: change.value,
      ...(body.revision !== undefined && { revision: body.revision }),
      ...actorOf(context, services),
    } as const;
    const outcome = await performCommand<wire.Inquiry>(services, await readIdempotencyKey(context, store), {
      conversationId: found.conversationId,
      command,
      onCommit: ({ projection }) => {
        const record = projection?.inquiries.find((changed) => changed.id === id) ?? found;
        return record.resolution ? tooLate(record) : { status: 200, body: inquiryView(record) };
      },
      onRefusal: async (refusal) =>
        refusal.code === "inquiry-not-open" ? tooLate((await store.inquiry(id)) ?? found) : refusalProblem(refusal),
    });
    if (outcome.status !== 200) return outcome;
    // An outcome is stored with its commit, and the caller's state is stored nowhere but sealed.
    const { json } = "json" in outcome ? outcome : storeOutcome(outcome);
    return {
      status: 200,
      body: { ...JSON.parse(json), ...askOriginView(found, context.get("principal"), stateCipher) },
    };
  });
}

function tooLate(record: InquiryRecord): Problem {
  return { ...refusalProblem({ code: "inquiry-not-open", inquiryId: record.id }), ...winnerView(record) };
}

const stateTooLong = invalidRequest("body", [
  { path: ["state"], message: `allows at most ${wire.maxStateBytes} bytes as JSON` },
]);

function deadlineOf({ deadline, deadlineInMs }: wire.AskInquiry, now: number): number | undefined {
  if (deadlineInMs !== undefined) return now + deadlineInMs;
  return deadline === undefined ? undefined : Date.parse(deadline);
}
