import { isAllowed } from "../contracts/approval.ts";
import { answerMisfit, areSameAnswers, canonicalAnswers } from "../model/answer.ts";
import type { CommandOf } from "../model/command.ts";
import type { InquiryRecord } from "../model/inquiry.ts";
import { agreementProgress, type QuorumRule } from "../model/quorum.ts";
import type { ResolutionType } from "../model/resolution.ts";

/** Confirms a resolution to the person who gave it, and shows everybody else who resolved the inquiry. */
export interface Receipt {
  readonly inquiryId: string;
  readonly resolution: ResolutionType;
  readonly by?: string;
  readonly at: number;
  /** The run that continues with it; absent where the agent runs elsewhere. */
  readonly runId?: string;
  readonly heldUntil?: number;
  /** For an approval: whether the call may run. Absent while the answer is held, since it may be taken back. */
  readonly allowed?: boolean;
  /** The standing answer by which it was answered. */
  readonly standing?: string;
  /** Whether the person changed the input of the allowed call. */
  readonly edited?: true;
  /** Everybody who allowed a call that several people had to allow. */
  readonly agreedBy?: readonly string[];
  /** Set while others have to agree too: then the inquiry is still open. */
  readonly agreement?: {
    /** How many of the needed people have agreed: more of a group than it needs are not counted. */
    readonly given: number;
    readonly needed: number;
    readonly agreedBy: readonly string[];
    readonly missing: readonly QuorumRule[];
  };
}

export type ResolvingCommand = CommandOf<"answer" | "delegate" | "decline" | "dismiss" | "deliver" | "withdraw">;

export function receiptOf(record: InquiryRecord): Receipt | undefined {
  const resolution = record.resolution ?? record.held?.resolution;
  if (!resolution) return undefined;
  const runId = record.nextRunId ?? record.runId;
  return {
    inquiryId: record.id,
    resolution: resolution.type,
    ...("by" in resolution && { by: resolution.by }),
    at: resolution.at,
    ...(runId !== undefined && { runId }),
    ...(!record.resolution && record.held && { heldUntil: record.held.until }),
    ...(record.approval && record.resolution && { allowed: isAllowed(record, record.resolution) }),
    ...(resolution.type === "answered" && resolution.standing !== undefined && { standing: resolution.standing }),
    ...(record.resolution?.type === "answered" && record.resolution.input !== undefined && { edited: true as const }),
    ...(record.quorum &&
      record.resolution &&
      isAllowed(record, record.resolution) && { agreedBy: (record.agreements ?? []).map(({ by }) => by) }),
  };
}

/** Confirms to a person that they allowed a call which others have to allow too; undefined if they have not, or it is resolved. */
export function agreementReceipt(record: InquiryRecord, { by }: Pick<ResolvingCommand, "by">): Receipt | undefined {
  const { id, runId, quorum, agreements = [], resolution, held } = record;
  const own = agreements.find((agreement) => agreement.by === by);
  if (!quorum || !own || resolution || held) return undefined;
  return {
    inquiryId: id,
    resolution: "answered",
    by,
    at: own.at,
    ...(runId !== undefined && { runId }),
    agreement: { ...agreementProgress(quorum, agreements), agreedBy: agreements.map(({ by: one }) => one) },
  };
}

/** Whether the inquiry is already resolved as this command asks, by the same person; a repeat gets the same receipt. */
export function isResolvedBy(record: InquiryRecord, command: ResolvingCommand): boolean {
  const resolution = record.resolution ?? record.held?.resolution;
  if (!resolution || !("by" in resolution)) return false;
  if (command.type === "answer" && hasAgreed(record, command)) return true;
  if (resolution.by !== command.by) return false;
  switch (command.type) {
    case "answer":
      return (
        resolution.type === "answered" &&
        answerMisfit(record, command.set) === undefined &&
        areSameAnswers(resolution, canonicalAnswers(record, command.set))
      );
    case "deliver":
      return resolution.type === "answered" && record.resolution !== undefined;
    case "delegate":
      return resolution.type === "delegated" && resolution.comment === command.comment;
    case "decline":
      return resolution.type === "declined" && resolution.comment === command.comment;
    case "dismiss":
      return resolution.type === "dismissed" && resolution.comment === command.comment;
    case "withdraw":
      return resolution.type === "withdrawn";
  }
}

/** Whether the command allows the call as its author did before, and everybody else who was needed. */
function hasAgreed(record: InquiryRecord, { by, at, set }: CommandOf<"answer">): boolean {
  const { agreements = [], resolution } = record;
  return (
    resolution !== undefined &&
    isAllowed(record, resolution) &&
    agreements.some((agreement) => agreement.by === by) &&
    answerMisfit(record, set) === undefined &&
    isAllowed(record, { type: "answered", by, at, ...set })
  );
}
