import { type AnswerSet, answerFiles, answerMisfit } from "./answer.ts";
import { askFingerprint, asksSecret, type Inquiry } from "./inquiry.ts";
import type { Resolution } from "./resolution.ts";

/**
 * A person said that exactly this question of one agent always gets this answer, until somebody revokes it. It is an act of
 * that person, and never derived from what they did before.
 */
export interface StandingAnswer {
  readonly id: string;
  readonly by: string;
  /** The questions for which it was made. */
  readonly questions: Inquiry["questions"];
  readonly set: AnswerSet;
}

/** Why an inquiry cannot have a standing answer; undefined where it can. */
export function standingMisfit(
  inquiry: Pick<Inquiry, "approval" | "audience" | "questions">,
  resolution: Resolution | undefined,
): "approval" | "secret" | "audience" | "unanswered" | "files" | undefined {
  if (inquiry.approval) return "approval";
  if (asksSecret(inquiry)) return "secret";
  // The person who made it may not be one of those whom a later ask is for.
  if (inquiry.audience) return "audience";
  if (resolution?.type !== "answered") return "unanswered";
  return answerFiles(resolution).length > 0 ? "files" : undefined;
}

/** The standing answer for exactly what an inquiry asks, if there is one that fits. */
export function standingFor(inquiry: Inquiry, standing: readonly StandingAnswer[]): StandingAnswer | undefined {
  if (standing.length === 0 || inquiry.approval || inquiry.audience || asksSecret(inquiry)) return undefined;
  const asked = askFingerprint(inquiry.questions);
  return standing.find(
    ({ questions, set }) => askFingerprint(questions) === asked && answerMisfit(inquiry, set) === undefined,
  );
}
