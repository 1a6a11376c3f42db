import type { CommandOf, InquiryRecord } from "@askback/core";
import * as wire from "@askback/core/wire";
import { managesInquiries, mayAnswer } from "../../access/principal.ts";
import { changeInquiry, tooLate } from "../../change-inquiry.ts";
import { actorOf } from "../../commands.ts";
import type { Outcome } from "../../outcome.ts";
import { forbidden, type Problem, problems } from "../../problems/problem.ts";
import { type App, addRoute } from "../../route.ts";
import { IdParams } from "../../schemas.ts";
import { type Services, visibleInquiry } from "../../services.ts";
import { inquiryView } from "../../views.ts";

const common = { tag: "Inquiries", method: "post", params: IdParams, status: 200, response: wire.Inquiry } as const;
const path = "/v1/inquiries/{id}";

const holding = [
  {
    type: "take",
    summary: "Show that you are answering",
    description: "Everybody sees it. It locks nothing: others may answer all the same, and may take it from you.",
  },
  { type: "release", summary: "Show that nobody is answering any more", description: "Anybody who may answer can." },
] as const;

/** The routes that say who is answering. */
export function addHolderRoutes(app: App, services: Services): void {
  for (const { type, summary, description } of holding)
    addRoute(
      app,
      { ...common, scope: "answer", path: `${path}/${type}`, summary, description },
      (context, { params: { id: inquiryId } }) =>
        changeInquiry(services, context, { type, inquiryId, ...actorOf(context, services) }, changedOutcome),
    );

  const assign = {
    ...common,
    scope: "any",
    path: `${path}/assign`,
    summary: "Assign it to a person",
    description:
      "Who may answer can assign it to others who may, and who asked it, or an owner of the project, to anybody who answers in the project, who may answer it from then on. Whoever had taken it has it no longer.",
    body: wire.AssignInquiry,
  } as const;
  addRoute(app, assign, async (context, { params: { id: inquiryId }, body: { to } }) => {
    const principal = context.get("principal");
    const found = await visibleInquiry(services.store, context, inquiryId);
    if (!found) return problems.inquiryUnknown;
    const isAsker = found.origin?.by === principal.id;
    if (!isAsker && !mayAnswer(principal)) return forbidden("answer");
    const toGroups = to === null ? undefined : await services.answering.groupsOf(principal.project, to);
    if (to !== null && !toGroups) return { ...assigneeCannotAnswer, inquiryId };
    const command: CommandOf<"assign"> = {
      type: "assign",
      inquiryId,
      to,
      ...(toGroups && { toGroups }),
      ...((isAsker || managesInquiries(principal)) && { widens: true }),
      ...actorOf(context, services),
    };
    return changeInquiry(services, context, command, changedOutcome);
  });
}

/** A command after the deadline finds that the inquiry has expired, and records that. */
function changedOutcome(record: InquiryRecord, isCommitted: boolean): Outcome<wire.Inquiry> {
  return isCommitted && !record.resolution
    ? { status: 200, body: inquiryView(record) }
    : tooLate("inquiry-not-open", record);
}

const assigneeCannotAnswer: Problem = {
  status: 422,
  code: "assignee-cannot-answer",
  title: "Who it would be assigned to cannot answer here",
  hint: "GET /v1/members lists the members: assign it to one who is no viewer and is not disabled.",
  errors: [{ pointer: "/to", message: "must be somebody who may answer in the project" }],
};
