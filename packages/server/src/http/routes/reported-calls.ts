import * as wire from "@askback/core/wire";
import { actorOf, performCommand } from "../commands.ts";
import { readIdempotencyKey } from "../middleware/idempotency.ts";
import { problems } from "../problems/problem.ts";
import { refusalProblem } from "../problems/refusal-problem.ts";
import { type App, addRoute } from "../route.ts";
import { IdParams } from "../schemas.ts";
import { type Services, visibleInquiry } from "../services.ts";
import { inquiryView } from "../views.ts";

const reports = [
  {
    type: "start-call",
    summary: "Start the call that a person allowed, as its asker",
    description:
      "Granted once, for an approval with `singleUse`: ask for it right before the call. If it is refused, the call was started before and may have happened. Repeat a request that got no response with the same Idempotency-Key.",
    body: wire.StartCall,
  },
  {
    type: "finish-call",
    summary: "Report that the call has ended, as its asker",
    description:
      "After this the call is known to have run, or to be `interrupted`. Only its `starter` says that it ran.",
    body: wire.FinishCall,
  },
] as const;

/** The routes by which a program that runs elsewhere runs its allowed call at most once. */
export function addReportedCalls(app: App, services: Services): void {
  const { store } = services;
  for (const { type, summary, description, body } of reports) {
    const route = {
      tag: "Inquiries",
      scope: "ask",
      method: "post",
      path: `/v1/inquiries/{id}/${type}`,
      summary,
      description,
      params: IdParams,
      body,
      response: wire.Inquiry,
      status: 202,
    } as const;
    addRoute(app, route, async (context, { params: { id }, body: report }) => {
      const found = await visibleInquiry(store, context, id);
      if (!found) return problems.inquiryUnknown;
      const { starter } = report;
      const isInterrupted = "interrupted" in report && report.interrupted === true;
      return performCommand<wire.Inquiry>(services, await readIdempotencyKey(context, store), {
        conversationId: found.conversationId,
        command: {
          type,
          inquiryId: id,
          ...(starter !== undefined && { starter }),
          ...(isInterrupted && { interrupted: true }),
          ...actorOf(context, services),
        },
        onCommit: ({ projection }) => ({
          status: 202,
          body: inquiryView(projection?.inquiries.find((record) => record.id === id) ?? found),
        }),
        onRefusal: refusalProblem,
      });
    });
  }
}
