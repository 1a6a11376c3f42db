/** The types of facts that the audit records. The list grows, and no name in it ever gets another meaning. */
export const auditTypes = [
  "asked",
  "amended",
  "extended",
  "notified",
  "seen",
  "taken",
  "released",
  "assigned",
  "reminded",
  "escalated",
  "agreed",
  "agreement-retracted",
  "held",
  "retracted",
  "resolved",
  "consumed",
  "call-started",
  "call-finished",
  "permission-granted",
  "permission-used",
  "permission-revoked",
  "standing-made",
  "standing-revoked",
  "secret-read",
  "deleted",
] as const;
export type AuditType = (typeof auditTypes)[number];

/** Small values that say what happened: names, times and numbers, and never words that somebody wrote. */
export type AuditFacts = Readonly<Record<string, string | number | boolean>>;

/** One thing that happened, as the audit records it. It stays when the content of the conversation is erased. */
export interface AuditFact {
  readonly type: AuditType;
  readonly at: number;
  /** Absent where it is about the conversation as a whole. */
  readonly inquiryId?: string;
  /** The person or the key that did it; absent where time or the agent did. */
  readonly by?: string;
  readonly facts: AuditFacts;
}
