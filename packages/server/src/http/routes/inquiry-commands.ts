import {
  type Answer,
  type CommandOf,
  type FileReference,
  type InquiryRecord,
  isResolvedBy,
  type Json,
  ok,
  type ResolvingCommand,
  receiptOf,
} from "@askback/core";
import * as wire from "@askback/core/wire";
import { boundElsewhere } from "../access/agent-access.ts";
import { changeInquiry, tooLate } from "../change-inquiry.ts";
import { actorOf, type ResolveResult, resolveInquiry } from "../commands.ts";
import { checkEdit } from "../edits/check-edit.ts";
import type { SchemaChecks } from "../edits/schema-checks.ts";
import { usableFiles } from "../files/file-access.ts";
import { readIdempotencyKey } from "../middleware/idempotency.ts";
import type { Outcome } from "../outcome.ts";
import { type Problem, problems } from "../problems/problem.ts";
import { refusalProblem } from "../problems/refusal-problem.ts";
import { type App, type AppContext, addRoute } from "../route.ts";
import { IdParams } from "../schemas.ts";
import { keepSecrets, type SecretBox, takeSecrets } from "../secrets.ts";
import { type Services, visibleInquiry } from "../services.ts";
import { inquiryView, receiptView, winnerView } from "../views.ts";

const common = { tag: "Inquiries", method: "post", params: IdParams, status: 202, scope: "answer" } as const;
const resolving = { ...common, response: wire.Receipt } as const;
const path = "/v1/inquiries/{id}";

const resolutions = [
  { type: "delegate", summary: "Let the agent decide" },
  { type: "decline", summary: "Decline to answer; the agent continues without an answer" },
  { type: "dismiss", summary: "Dismiss it; the agent waits for the next message" },
] as const;

/** The routes that resolve an inquiry, and those that change an open one. */
export function addInquiryCommands(app: App, services: Services, box: SecretBox, checks: SchemaChecks): void {
  const { store, agents } = services;
  const answer = {
    ...resolving,
    path: `${path}/answer`,
    summary: "Answer",
    description:
      "Each question is answered or skipped. With `hold` the answer can be taken back for that many seconds.",
    body: wire.AnswerInquiry,
  } as const;
  addRoute(app, answer, async (context, { params: { id }, body: { answers, comment, input, revision, hold } }) => {
    const ids = answers.flatMap((given) => ("skipped" in given ? [] : (given.files ?? [])));
    const found = await usableFiles(store, context, ids);
    if (!found.ok) return found.error;
    return resolve(context, {
      type: "answer",
      set: {
        answers: answers.map((given) => withFiles(given, found.value)),
        ...(comment !== undefined && { comment }),
        ...(input !== undefined && { input: input as Json }),
      },
      ...target(context, id),
      ...(revision !== undefined && { revision }),
      ...(hold !== undefined && { holdMs: Math.round(hold * 1000) }),
    });
  });

  for (const { type, summary } of resolutions)
    addRoute(
      app,
      { ...resolving, path: `${path}/${type}`, summary, body: wire.ResolveInquiry },
      (context, { params: { id }, body: { comment, revision } }) =>
        resolve(context, {
          type,
          ...target(context, id),
          ...(comment !== undefined && { comment }),
          ...(revision !== undefined && { revision }),
        }),
    );

  addRoute(
    app,
    { ...resolving, path: `${path}/withdraw`, summary: "Withdraw the inquiry, as the asking side", scope: "ask" },
    (context, { params: { id } }) => resolve(context, { type: "withdraw", ...target(context, id) }),
  );

  addRoute(
    app,
    { ...resolving, path: `${path}/deliver`, summary: "Deliver a held answer at once" },
    (context, { params: { id } }) => {
      const command = { type: "deliver", ...target(context, id) } as const;
      return changeInquiry(services, context, command, (record) => {
        const receipt = receiptOf(record);
        return receipt && isResolvedBy(record, command)
          ? { status: 202, body: receiptView(receipt) }
          : tooLate("inquiry-not-held", record);
      });
    },
  );

  addRoute(
    app,
    { ...common, path: `${path}/retract`, summary: "Take back a held answer", response: wire.Inquiry },
    (context, { params: { id } }) =>
      changeInquiry(services, context, { type: "retract", ...target(context, id) }, (record, isCommitted) =>
        isCommitted ? { status: 202, body: inquiryView(record) } : tooLate("inquiry-not-held", record),
      ),
  );

  const extend = {
    ...common,
    path: `${path}/extend`,
    scope: "any",
    summary: "Extend the deadline",
    description: "To `until`, or to none where that is null, any number of times. The agent is not told.",
    body: wire.ExtendInquiry,
    response: wire.Inquiry,
  } as const;
  addRoute(app, extend, (context, { params: { id }, body: { until } }) => {
    const deadline = until === null ? null : Date.parse(until);
    // After the deadline the command finds that the inquiry has expired, and records that.
    return changeInquiry(
      services,
      context,
      { type: "extend", deadline, ...target(context, id) },
      (record, isCommitted) =>
        isCommitted && !record.resolution
          ? { status: 202, body: inquiryView(record) }
          : tooLate("inquiry-not-open", record),
    );
  });

  async function resolve(context: AppContext, given: ResolvingCommand) {
    const record = await visibleInquiry(store, context, given.inquiryId);
    if (!record) return problems.inquiryUnknown;
    const sealed = given.type === "answer" ? takeSecrets(box, record, given) : undefined;
    const command = sealed?.command ?? given;
    const hasSecrets = sealed !== undefined && sealed.secrets.length > 0;
    const request = await readIdempotencyKey(context, store, hasSecrets ? contentOf(sealed.command) : undefined);
    const bound = !request.earlier && letsGoOn(command) && boundElsewhere(agents, record);
    if (bound) return bound;
    const checked =
      command.type === "answer" && !request.earlier ? await checkEdit(checks, context, record, command) : ok(command);
    if (!checked.ok) return checked.error;
    if (hasSecrets && !request.earlier)
      if (!(await keepSecrets({ runtime: services.runtime, box }, record, sealed))) return problems.inquiryUnknown;
    return resolveInquiry(services, request, checked.value, (result) => receiptOutcome(result, command));
  }

  function target(context: AppContext, inquiryId: string) {
    return { inquiryId, ...actorOf(context, services) };
  }
}

/** What makes two answers with secrets equal; their handles stand for what was typed. */
function contentOf({ set, revision, holdMs }: CommandOf<"answer">): string {
  return JSON.stringify([set, revision, holdMs]);
}

/** Whether the agent goes on with this resolution; one that no longer belongs to the project can only be dismissed. */
function letsGoOn({ type }: ResolvingCommand): boolean {
  return type !== "dismiss" && type !== "withdraw";
}

type GivenAnswer = wire.AnswerInquiry["answers"][number];

/** The answer with the files that it names by their ids. */
function withFiles(given: GivenAnswer, fileById: ReadonlyMap<string, FileReference>): Answer {
  if ("skipped" in given) return given;
  const { files, ...answer } = given;
  return files ? { ...answer, files: files.flatMap((id) => fileById.get(id) ?? []) } : answer;
}

function receiptOutcome(result: ResolveResult, command: ResolvingCommand): Outcome<wire.Receipt> {
  switch (result.type) {
    case "resolved":
      return { status: 202, body: receiptView(result.receipt) };
    case "unknown":
      return problems.inquiryUnknown;
    case "conflict":
      return alreadyResolved(result.record);
    case "refused": {
      const { refusal } = result;
      const isFuture = refusal.code === "revision-changed" && isFutureRevision(command, refusal.revision);
      return { ...refusalProblem(refusal), ...(isFuture && revisionUnknown) };
    }
  }
}

const revisionUnknown = {
  title: "There is no such revision",
  hint: "Give the current one, which is in `revision`, or leave it out.",
};

function isFutureRevision(command: ResolvingCommand, current: number): boolean {
  return "revision" in command && command.revision !== undefined && command.revision > current;
}

function alreadyResolved(record: InquiryRecord): Problem {
  const winner = winnerView(record);
  const { heldUntil } = winner.receipt ?? {};
  return {
    status: 409,
    code: "already-resolved",
    title: `This inquiry is ${heldUntil === undefined ? record.status : "answered"} already`,
    hint:
      heldUntil === undefined
        ? "Nothing of yours was recorded. `receipt` shows who resolved it and when."
        : `Nothing of yours was recorded. Who gave the answer can take it back until ${heldUntil}.`,
    ...winner,
  };
}
