import { canonicalAnswers, misfit, sameAnswers } from "./answer.ts";
import type { CommandOf } from "./command.ts";
import { isAllowed } from "./contracts/approval.ts";
import type { InquiryRecord } from "./inquiry.ts";
import type { Resolution } from "./resolution.ts";

/** What the person who resolved an inquiry is given, and what everybody else is shown of the winner. */
export interface Receipt {
  readonly inquiryId: string;
  readonly resolution: Resolution["type"];
  readonly by?: string;
  readonly at: number;
  /** The run that goes on with it. */
  readonly runId: string;
  readonly heldUntil?: number;
  /** For an approval: whether the call may run. */
  readonly allowed?: boolean;
}

export type SettlingCommand = CommandOf<"answer" | "delegate" | "decline" | "dismiss" | "deliver" | "withdraw">;

export function receiptOf(record: InquiryRecord): Receipt | undefined {
  const resolution = record.resolution ?? record.held?.resolution;
  if (!resolution) return undefined;
  return {
    inquiryId: record.id,
    resolution: resolution.type,
    ...("by" in resolution && { by: resolution.by }),
    at: resolution.at,
    runId: record.nextRunId ?? record.runId,
    ...(!record.resolution && record.held && { heldUntil: record.held.until }),
    ...(record.approval && { allowed: isAllowed(resolution) }),
  };
}

/** Whether an inquiry ended just as this command wished, by the same person: then it gets the same receipt. */
export function isGranted(record: InquiryRecord, command: SettlingCommand): boolean {
  const resolution = record.resolution ?? record.held?.resolution;
  if (!resolution || !("by" in resolution) || resolution.by !== command.by) return false;
  switch (command.type) {
    case "answer":
      return (
        resolution.type === "answered" &&
        misfit(record, command.set) === undefined &&
        sameAnswers(resolution, canonicalAnswers(record, command.set))
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
