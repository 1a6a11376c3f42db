import {
  conversationIdOf,
  type InquiryRecord,
  isGranted,
  openInquiryOf,
  receiptOf,
  type SettlingCommand,
} from "@askback/core";
import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import { type Outcome, once, respond } from "./idempotency.ts";
import { type Problem, problemBody, problemResponse, problems, refusalProblem } from "./problem.ts";
import { type App, type AppContext, addRoute } from "./route.ts";
import { IdParams } from "./schemas.ts";
import { type Services, unperformed, visibleInquiry } from "./services.ts";
import { receiptView, winnerView } from "./views.ts";

const common = {
  tag: "Inquiries",
  method: "post",
  params: IdParams,
  status: 202,
  scope: "answer",
  response: wire.Receipt,
} as const;
const path = "/v1/inquiries/{id}";
const comment = wire.Comment;
/** Which one the caller has seen; with another the inquiry is left as it is. */
const revision = z.int().min(1).optional();

const settlings = [
  { type: "delegate", summary: "Let the agent decide" },
  { type: "decline", summary: "Decline to answer; the agent goes on without" },
  { type: "dismiss", summary: "Set it aside; the agent rests until the next message" },
] as const;

export function addInquiryCommands(app: App, { store, runtime, clock }: Services): void {
  const answer = {
    ...common,
    path: `${path}/answer`,
    summary: "Answer",
    description: "Each question is answered or skipped. With `hold` the answer can be taken back for so many seconds.",
    body: wire.AnswerSet.extend({
      revision,
      hold: z.number().min(0).max(30).optional(),
    }),
  } as const;
  addRoute(app, answer, (context, { params, body: { answers, comment: remark, revision: seen, hold } }) =>
    settle(context, {
      type: "answer",
      set: { answers, ...(remark !== undefined && { comment: remark }) },
      ...actor(context, params.id),
      ...(seen !== undefined && { revision: seen }),
      ...(hold !== undefined && { holdMs: hold * 1000 }),
    }),
  );

  for (const { type, summary } of settlings) {
    addRoute(
      app,
      { ...common, path: `${path}/${type}`, summary, body: z.strictObject({ comment, revision }) },
      (context, { params, body }) =>
        settle(context, {
          type,
          ...actor(context, params.id),
          ...(body.comment !== undefined && { comment: body.comment }),
          ...(body.revision !== undefined && { revision: body.revision }),
        }),
    );
  }

  addRoute(
    app,
    { ...common, path: `${path}/withdraw`, summary: "Withdraw the inquiry, as the asking side", scope: "ask" },
    (context, { params }) => settle(context, { type: "withdraw", ...actor(context, params.id) }),
  );

  /** One winner: the same wish again gets the same receipt, anything else gets the winner's as a conflict. */
  async function settle(context: AppContext, command: SettlingCommand): Promise<Response> {
    const { inquiryId: id } = command;
    if (!(await visibleInquiry(store, context, id))) return problemResponse(context, problems.inquiryUnknown);
    const request = await once(context, store, context.var.principal);
    if (request.replayed) return request.replayed;
    // Nothing new is recorded of an answer that is held already: the conversation still holds the inquiry then.
    const reply = request.replyWith(({ projection, conversation }) =>
      outcomeOf(recordOf(id, projection.inquiries) ?? openInquiryOf(conversation), command),
    );
    const done = await runtime.perform(conversationIdOf(id) ?? "", command, reply);
    if (!done.ok && done.error.code === "revision-changed" && isYetToCome(command, done.error.revision))
      return problemResponse(context, { ...refusalProblem(done.error), ...revisionUnknown });
    if (!done.ok && done.error.code !== "inquiry-not-open") return unperformed(context, done.error, request);
    const fresh = done.ok ? recordOf(id, done.value.projection?.inquiries ?? []) : undefined;
    return respond(context, outcomeOf(fresh ?? (await store.inquiry(id)), command));
  }

  function actor(context: AppContext, inquiryId: string) {
    return { inquiryId, by: context.var.principal.id, at: clock.now() };
  }
}

const revisionUnknown = {
  title: "There is no such revision yet",
  hint: "Give the current one, which is in `revision`, or leave it out.",
};

function isYetToCome(command: SettlingCommand, current: number): boolean {
  return "revision" in command && command.revision !== undefined && command.revision > current;
}

function recordOf(inquiryId: string, records: readonly InquiryRecord[]): InquiryRecord | undefined {
  return records.find(({ id }) => id === inquiryId);
}

function outcomeOf(record: InquiryRecord | undefined, command: SettlingCommand): Outcome {
  if (!record) return { status: problems.inquiryUnknown.status, body: problemBody(problems.inquiryUnknown) };
  const receipt = receiptOf(record);
  if (receipt && isGranted(record, command)) return { status: 202, body: receiptView(receipt) };
  const winner = winnerView(record);
  const { heldUntil } = winner.receipt ?? {};
  const problem: Problem = {
    status: 409,
    code: "already-resolved",
    title: `This inquiry is ${heldUntil === undefined ? record.status : "answered"} already`,
    hint:
      heldUntil === undefined
        ? "Nothing of yours was recorded. `receipt` shows who resolved it and when."
        : `Nothing of yours was recorded. Who gave the answer can take it back until ${heldUntil}.`,
    ...winner,
  };
  return { status: 409, body: problemBody(problem) };
}
