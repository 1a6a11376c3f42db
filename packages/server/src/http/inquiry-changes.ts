import { type CommandOf, type InquiryRecord, isGranted, receiptOf } from "@askback/core";
import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import { type Outcome, once, respond } from "./idempotency.ts";
import { problemBody, problemResponse, problems, refusalProblem } from "./problem.ts";
import { type App, type AppContext, addRoute } from "./route.ts";
import { IdParams } from "./schemas.ts";
import { type Services, unperformed, visibleInquiry } from "./services.ts";
import { inquiryView, receiptView, winnerView } from "./views.ts";

type Change = CommandOf<"retract"> | CommandOf<"deliver"> | CommandOf<"extend">;

const common = { tag: "Inquiries", method: "post", params: IdParams, status: 202, scope: "answer" } as const;
const path = "/v1/inquiries/{id}";

/** What people do to an inquiry without deciding it anew. */
export function addInquiryChanges(app: App, { store, runtime, clock }: Services): void {
  addRoute(
    app,
    { ...common, path: `${path}/retract`, summary: "Take back a held answer", response: wire.Inquiry },
    (context, { params: { id } }) => change(context, { type: "retract", ...actor(context, id) }),
  );

  addRoute(
    app,
    { ...common, path: `${path}/deliver`, summary: "Deliver a held answer at once", response: wire.Receipt },
    (context, { params: { id } }) => change(context, { type: "deliver", ...actor(context, id) }),
  );

  const extend = {
    ...common,
    path: `${path}/extend`,
    summary: "Move the deadline to later",
    description: "To `until`, or away where that is null; as often as people like. The agent is told nothing of it.",
    body: z.strictObject({ until: z.iso.datetime().nullable() }),
    response: wire.Inquiry,
  } as const;
  addRoute(app, extend, (context, { params: { id }, body: { until } }) =>
    change(context, {
      type: "extend",
      deadline: until === null ? null : Date.parse(until),
      ...actor(context, id),
    }),
  );

  async function change(context: AppContext, command: Change): Promise<Response> {
    const { inquiryId: id } = command;
    const found = await visibleInquiry(store, context, id);
    if (!found) return problemResponse(context, problems.inquiryUnknown);
    const request = await once(context, store, context.var.principal);
    if (request.replayed) return request.replayed;
    const changed = (records: readonly InquiryRecord[]) =>
      outcomeOf(records.find((record) => record.id === id) ?? found, command);
    const reply = request.replyWith(({ projection }) => changed(projection.inquiries));
    const done = await runtime.perform(found.conversationId, command, reply);
    if (done.ok) return respond(context, changed(done.value.projection?.inquiries ?? []));
    if (done.error.code !== "inquiry-not-open" && done.error.code !== "inquiry-not-held")
      return unperformed(context, done.error, request);
    const replayed = await request.replayedMeanwhile();
    if (replayed) return replayed;
    const current = (await store.inquiry(id)) ?? found;
    const isDone = command.type === "deliver" && isGranted(current, command);
    return respond(context, isDone ? outcomeOf(current, command) : tooLate(current, command));
  }

  function actor(context: AppContext, inquiryId: string) {
    return { inquiryId, by: context.var.principal.id, at: clock.now() };
  }
}

function outcomeOf(record: InquiryRecord, command: Change): Outcome {
  switch (command.type) {
    case "retract":
      return { status: 202, body: inquiryView(record) };
    case "deliver": {
      const receipt = receiptOf(record);
      return receipt ? { status: 202, body: receiptView(receipt) } : tooLate(record, command);
    }
    case "extend":
      // Who asks for more time after the deadline finds that it has expired.
      return record.resolution ? tooLate(record, command) : { status: 202, body: inquiryView(record) };
  }
}

function tooLate(record: InquiryRecord, { type, inquiryId }: Change): Outcome {
  const refusal = refusalProblem({ code: type === "extend" ? "inquiry-not-open" : "inquiry-not-held", inquiryId });
  return { status: refusal.status, body: problemBody({ ...refusal, ...winnerView(record) }) };
}
