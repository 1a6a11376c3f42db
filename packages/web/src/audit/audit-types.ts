import type { AuditEntry } from "@askback/core/wire";

const labelled: Readonly<Record<AuditEntry["type"], true>> = {
  asked: true,
  amended: true,
  extended: true,
  notified: true,
  seen: true,
  taken: true,
  released: true,
  assigned: true,
  agreed: true,
  "agreement-retracted": true,
  reminded: true,
  escalated: true,
  held: true,
  retracted: true,
  resolved: true,
  consumed: true,
  "call-started": true,
  "call-finished": true,
  "permission-granted": true,
  "permission-used": true,
  "permission-revoked": true,
  "standing-made": true,
  "standing-revoked": true,
  "secret-read": true,
  deleted: true,
};

/** What the audit records, each with a word of its own. */
export const auditTypes = Object.keys(labelled) as AuditEntry["type"][];
