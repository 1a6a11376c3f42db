import { createHash } from "node:crypto";
import { askFingerprint, type StandingAnswer } from "@askback/core";
import type { NewAuditEntry } from "./audit/audit.ts";

/** People said that these questions always get these answers. A person makes and revokes each, and the audit records both in the same commit. */
export interface StandingStore {
  make(record: StandingRecord, audit: NewAuditEntry): Promise<StandingMade>;
  /** False where it is unknown or was revoked before. */
  revoke(id: string, audit: NewAuditEntry): Promise<boolean>;
  find(id: string): Promise<StandingRecord | undefined>;
  /** Lists the standing answers of a project that are not revoked, newest first. */
  list(project: string): Promise<readonly StandingRecord[]>;
  /** Lists the standing answers that apply to asks under an agent's name. */
  ofAgent(project: string, agent: string): Promise<readonly StandingRecord[]>;
}

/** `exists` where one with the same fingerprint is not revoked, and `full` where the project has as many as it can. */
export type StandingMade = "made" | "exists" | "full";

export interface StandingRecord extends StandingAnswer {
  readonly project: string;
  readonly agent: string;
  /** Equal for asks of the same asker that look the same to a person. */
  readonly fingerprint: string;
  readonly at: number;
  /** The answered inquiry from which it was made, which may be erased. */
  readonly inquiryId: string;
  readonly conversationId: string;
}

/** A project has no more of them, since each ask of an agent reads all of the agent. */
export const maxStanding = 500;

/** The asker is the caller of an ask from elsewhere: agents are named by their askers, so that a name may be of several. */
export function standingFingerprint(questions: StandingAnswer["questions"], asker: string | undefined): string {
  const asked = askFingerprint(questions);
  const text = asker === undefined ? asked : JSON.stringify([asker, asked]);
  return createHash("sha256").update(text).digest("hex");
}

export const standingColumns =
  "id, project, agent, fingerprint, made_by, at, inquiry_id, conversation_id, questions, answers" as const;

/** Leaves of a revoked one who made it of which inquiry, and when, without anybody's words. */
export const withoutWordsSql = "questions = '[]', answers = '{}', fingerprint = ''";

export const revokedWordsMigration = {
  title: "no words of what is answered so no more",
  isSafeUnderOlder: true,
  sql: `update standing_answers set ${withoutWordsSql} where revoked_at is not null;`,
} as const;

export function standingValues(record: StandingRecord) {
  const { id, project, agent, fingerprint, by, at, inquiryId, conversationId, questions, set } = record;
  const content = [JSON.stringify(questions), JSON.stringify(set)] as const;
  return [id, project, agent, fingerprint, by, at, inquiryId, conversationId, ...content] as const;
}

export function rowToStanding(row: Readonly<Record<string, unknown>>): StandingRecord {
  return {
    id: String(row.id),
    project: String(row.project),
    agent: String(row.agent),
    fingerprint: String(row.fingerprint),
    by: String(row.made_by),
    at: Number(row.at),
    inquiryId: String(row.inquiry_id),
    conversationId: String(row.conversation_id),
    questions: JSON.parse(String(row.questions)) as StandingRecord["questions"],
    set: JSON.parse(String(row.answers)) as StandingRecord["set"],
  };
}
