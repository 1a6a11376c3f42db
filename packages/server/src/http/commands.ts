import {
  agreementReceipt,
  type Command,
  type CommandOf,
  conversationIdOf,
  type InquiryRecord,
  isResolvedBy,
  openInquiriesOf,
  type Receipt,
  type Refusal,
  type ResolvingCommand,
  receiptOf,
} from "@askback/core";
import { findPartialReply } from "../runtime/partial-reply.ts";
import type { Performed } from "../runtime/perform.ts";
import { fileUnknown } from "./files/file-access.ts";
import type { IdempotentRequest } from "./middleware/idempotency.ts";
import type { Outcome, StoredOutcome } from "./outcome.ts";
import type { Problem } from "./problems/problem.ts";
import { requestSource } from "./request-source.ts";
import type { AppContext } from "./route.ts";
import type { Services, ShownConversation } from "./services.ts";

type CommitResult = Pick<Performed, "conversation" | "version" | "projection">;

export interface CommandRequest<Body, Failure> {
  readonly conversationId: string;
  readonly command: Command;
  /** The outcome of the commit, which is stored with it for an `Idempotency-Key`. */
  onCommit(committed: CommitResult): Outcome<Body, Failure>;
  onRefusal(refusal: Refusal): Outcome<Body, Failure> | Promise<Outcome<Body, Failure>>;
}

/** Who gives a command, their groups and name, when, and by which way. */
export function actorOf(context: AppContext, { clock }: Pick<Services, "clock">) {
  const { id: by, groups, name, kind } = context.get("principal");
  return {
    by,
    ...(groups.length > 0 && { groups }),
    ...(name !== undefined && { name }),
    ...(kind !== "person" && { byKey: true as const }),
    at: clock.now(),
    ...requestSource(context),
  };
}

/** Performs a command of a request; an equal request that was performed before, here or on another server, is not repeated. */
export async function performCommand<Body, Failure = never>(
  { runtime }: Pick<Services, "runtime">,
  request: IdempotentRequest,
  { conversationId, command, onCommit, onRefusal }: CommandRequest<Body, Failure>,
): Promise<Outcome<Body, Failure> | StoredOutcome | Problem> {
  if (request.earlier) return request.earlier;
  const performed = await runtime.perform(conversationId, command, request.storeWith(onCommit));
  if (performed.ok) return onCommit(performed.value);
  const { error } = performed;
  if (error.code === "already-replied") return request.replay(error.reply);
  if (error.code === "lease-lost") throw new Error("a command from outside has no lease to lose");
  if (error.code === "file-unknown") return { ...fileUnknown, status: 422 };
  return (await request.findEarlier()) ?? onRefusal(error);
}

/** How an attempt to resolve an inquiry ended. */
export type ResolveResult =
  /** This command resolved it, or an equal one of the same person did; or it is one of several agreements. */
  | { readonly type: "resolved"; readonly receipt: Receipt }
  /** It was resolved otherwise. */
  | { readonly type: "conflict"; readonly record: InquiryRecord }
  | { readonly type: "refused"; readonly refusal: Refusal }
  | { readonly type: "unknown" };

/** Resolves an inquiry. One command wins; the same again gets the same receipt, and every other one a conflict. */
export function resolveInquiry<Body, Failure = never>(
  services: Pick<Services, "runtime" | "store">,
  request: IdempotentRequest,
  command: ResolvingCommand,
  toOutcome: (result: ResolveResult) => Outcome<Body, Failure>,
): Promise<Outcome<Body, Failure> | StoredOutcome | Problem> {
  const { inquiryId } = command;
  const resultOf = (record: InquiryRecord | undefined): ResolveResult => {
    if (!record) return { type: "unknown" };
    const agreed = command.type === "answer" ? agreementReceipt(record, command) : undefined;
    if (agreed) return { type: "resolved", receipt: agreed };
    const receipt = receiptOf(record);
    return receipt && isResolvedBy(record, command) ? { type: "resolved", receipt } : { type: "conflict", record };
  };
  return performCommand(services, request, {
    conversationId: conversationIdOf(inquiryId) ?? "",
    command,
    // An answer that is held already records nothing new: then the conversation still has the inquiry.
    onCommit: ({ conversation, projection }) =>
      toOutcome(
        resultOf(
          [...(projection?.inquiries ?? []), ...openInquiriesOf(conversation)].find(({ id }) => id === inquiryId),
        ),
      ),
    onRefusal: async (refusal) =>
      toOutcome(
        refusal.code === "inquiry-not-open"
          ? resultOf(await services.store.inquiry(inquiryId))
          : { type: "refused", refusal },
      ),
  });
}

/** The command that stops a run, with what the model has written of its reply, here or on another server. */
export async function stopCommand(
  context: AppContext,
  services: Pick<Services, "store" | "liveTexts" | "clock">,
  conversation: ShownConversation,
): Promise<CommandOf<"stop">> {
  const partial = await findPartialReply(services, conversation);
  return { type: "stop", ...actorOf(context, services), ...(partial && { partial: partial.text }) };
}
