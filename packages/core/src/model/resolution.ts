import type { AnswerSet } from "./answer.ts";
import type { Decider } from "./quorum.ts";

/** Every way in which an inquiry can end. This is the one list: the wire, the stores and the UI use it. */
export const resolutionTypes = [
  "answered",
  "answered-in-chat",
  "delegated",
  "declined",
  "dismissed",
  "expired",
  "superseded",
  "withdrawn",
] as const;
export type ResolutionType = (typeof resolutionTypes)[number];

/** The statuses of an inquiry: it waits, an answer is held, or it has ended. */
export const inquiryStatuses = ["open", "held", ...resolutionTypes] as const;
export type InquiryStatus = (typeof inquiryStatuses)[number];

/** The name and groups are set where several people had to allow a call. */
interface ByPerson extends Decider {
  readonly by: string;
  readonly at: number;
}

interface WithComment extends ByPerson {
  readonly comment?: string;
}

/** Each type of resolution records these fields. */
interface FieldsByType {
  /** `standing` is the standing answer by which it was answered: the person was not asked this time. */
  readonly answered: ByPerson & AnswerSet & { readonly standing?: string };
  /** `text` is that of the message; records of earlier versions have none. */
  readonly "answered-in-chat": ByPerson & { readonly messageId: string; readonly text?: string };
  readonly delegated: WithComment;
  readonly declined: WithComment;
  readonly dismissed: WithComment;
  readonly expired: { readonly at: number };
  /** `inquiryId` is the newer inquiry. */
  readonly superseded: { readonly at: number; readonly inquiryId: string };
  readonly withdrawn: ByPerson;
}

/** Whether a person gave an answer, by the card or by a message. */
export function isAnswer({ type }: Resolution): boolean {
  return type === "answered" || type === "answered-in-chat";
}

/** How an inquiry ended. It is final, and the model is told of each type in its own words. */
export type Resolution = { [Type in ResolutionType]: { readonly type: Type } & FieldsByType[Type] }[ResolutionType];
