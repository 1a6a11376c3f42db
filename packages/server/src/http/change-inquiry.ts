import type { CommandOf, InquiryRecord } from "@askback/core";
import { performCommand } from "./commands.ts";
import { readIdempotencyKey } from "./middleware/idempotency.ts";
import type { Outcome } from "./outcome.ts";
import { type Problem, problems } from "./problems/problem.ts";
import { refusalProblem } from "./problems/refusal-problem.ts";
import type { AppContext } from "./route.ts";
import { type Services, visibleInquiry } from "./services.ts";
import { winnerView } from "./views.ts";

type ChangingCommand = CommandOf<"retract" | "deliver" | "extend" | "take" | "release" | "assign">;

/** Performs a command on an inquiry that is open, or held by the caller; `isCommitted` is false where it came too late. */
export async function changeInquiry<Body>(
  services: Services,
  context: AppContext,
  command: ChangingCommand,
  toOutcome: (record: InquiryRecord, isCommitted: boolean) => Outcome<Body>,
) {
  const { store } = services;
  const { inquiryId: id } = command;
  const found = await visibleInquiry(store, context, id);
  if (!found) return problems.inquiryUnknown;
  return performCommand(services, await readIdempotencyKey(context, store), {
    conversationId: found.conversationId,
    command,
    onCommit: ({ projection }) => toOutcome(projection?.inquiries.find((record) => record.id === id) ?? found, true),
    onRefusal: async (refusal) =>
      refusal.code === "inquiry-not-open" || refusal.code === "inquiry-not-held"
        ? toOutcome((await store.inquiry(id)) ?? found, false)
        : refusalProblem(refusal),
  });
}

/** The problem of a command that came after the inquiry had been resolved, with who resolved it. */
export function tooLate(code: "inquiry-not-open" | "inquiry-not-held", record: InquiryRecord): Problem {
  return { ...refusalProblem({ code, inquiryId: record.id }), ...winnerView(record) };
}
