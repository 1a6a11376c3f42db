import { randomBytes } from "node:crypto";
import { answerText, standingMisfit } from "@askback/core";
import * as wire from "@askback/core/wire";
import type { NewAuditEntry } from "../../store/audit/audit.ts";
import { maxStanding, type StandingRecord, standingFingerprint } from "../../store/standing-answers.ts";
import { type Problem, problems } from "../problems/problem.ts";
import { requestSource } from "../request-source.ts";
import { type App, type AppContext, addRoute } from "../route.ts";
import { IdParams } from "../schemas.ts";
import { type Services, visibleInquiry } from "../services.ts";
import { toIsoTime } from "../views.ts";

const common = { tag: "People", path: "/v1/standing-answers", scope: "answer" } as const;

/** What people say is always answered so: made from an answer, listed, and revoked. */
export function addStandingRoutes(app: App, { store, clock }: Pick<Services, "store" | "clock">): void {
  addRoute(
    app,
    {
      ...common,
      scope: "read",
      method: "get",
      summary: "List the standing answers of the project",
      status: 200,
      response: wire.listOf(wire.StandingAnswer),
    },
    async (context) => {
      const records = await store.standing.list(context.get("principal").project);
      return { status: 200, body: { items: records.map(standingView) } };
    },
  );

  const make = {
    ...common,
    method: "post",
    summary: "Always answer this so",
    description:
      "From now on exactly the same questions of the same agent, or of the same caller that asks from elsewhere, are answered as this inquiry was, in your name, for as long as you may answer and nobody revokes it. Approvals and secrets cannot be answered so. Every use is shown and recorded.",
    body: wire.MakeStandingAnswer,
    isRepeatable: true,
    status: 201,
    response: wire.StandingAnswer,
  } as const;
  addRoute(app, make, async (context, { body: { inquiry } }) => {
    const found = await visibleInquiry(store, context, inquiry);
    if (!found) return problems.inquiryUnknown;
    const { id: inquiryId, conversationId, project, agent, questions, resolution } = found;
    const misfit = standingMisfit(found, resolution);
    if (misfit !== undefined || resolution?.type !== "answered")
      return { ...standingMisfits, inquiryId, hint: hints[misfit ?? "unanswered"] };
    const { answers, comment } = resolution;
    const record: StandingRecord = {
      id: `sta_${randomBytes(12).toString("hex")}`,
      project,
      agent,
      fingerprint: standingFingerprint(questions, found.origin?.by),
      by: context.get("principal").id,
      at: clock.now(),
      inquiryId,
      conversationId,
      questions,
      set: { answers, ...(comment !== undefined && { comment }) },
    };
    switch (await store.standing.make(record, entryOf(context, record, "standing-made", record.at))) {
      case "made":
        return { status: 201, body: standingView(record) };
      case "exists":
        return { ...standingExists, inquiryId };
      case "full":
        return { ...standingFull, inquiryId };
    }
  });

  addRoute(
    app,
    {
      ...common,
      path: `${common.path}/{id}`,
      method: "delete",
      summary: "Revoke a standing answer",
      description: "From the next question on people are asked again.",
      params: IdParams,
      status: 204,
    },
    async (context, { params: { id } }) => {
      const record = await store.standing.find(id);
      if (!record || record.project !== context.get("principal").project) return standingUnknown;
      await store.standing.revoke(id, entryOf(context, record, "standing-revoked", clock.now()));
      return { status: 204 };
    },
  );
}

function entryOf(
  context: AppContext,
  { id, project, agent, conversationId, inquiryId }: StandingRecord,
  type: "standing-made" | "standing-revoked",
  at: number,
): NewAuditEntry {
  const facts = { standing: id, agent, ...requestSource(context) };
  return { project, conversationId, inquiryId, type, at, by: context.get("principal").id, facts };
}

function standingView({ id, agent, by, at, inquiryId, questions, set }: StandingRecord): wire.StandingAnswer {
  return {
    id,
    agent,
    by,
    at: toIsoTime(at),
    inquiryId,
    questions,
    ...viewOfSet(set),
    text: answerText({ questions }, set, ", "),
  };
}

/** There are no files in it. */
function viewOfSet({ answers, comment }: StandingRecord["set"]): Pick<wire.StandingAnswer, "answers" | "comment"> {
  const plain = answers.map((answer) => ("skipped" in answer ? answer : { ...answer, files: undefined }));
  return { answers: plain, comment };
}

const hints = {
  approval: "An approval is about one exact call, which somebody has to look at each time.",
  secret: "A secret is given each time it is needed.",
  audience: "It is asked of named people, and who makes a standing answer answers for everybody.",
  unanswered: "Only an answer can be repeated: give an inquiry whose status is `answered`.",
  files: "An answer with files cannot be repeated.",
} as const;

const standingMisfits: Problem = {
  status: 422,
  code: "standing-misfit",
  title: "This cannot be answered always so",
  hint: hints.unanswered,
};

const standingExists: Problem = {
  status: 409,
  code: "standing-exists",
  title: "There is a standing answer for exactly this question already",
  hint: "Revoke it first, if another one is wanted.",
};

const standingFull: Problem = {
  status: 409,
  code: "standing-full",
  title: `The project has ${maxStanding} standing answers, and can have no more`,
  hint: "Revoke those that are no longer needed. GET /v1/standing-answers lists them.",
};

const standingUnknown: Problem = {
  status: 404,
  code: "standing-unknown",
  title: "There is no such standing answer",
  hint: "It may be revoked. GET /v1/standing-answers lists those that are in force.",
};
