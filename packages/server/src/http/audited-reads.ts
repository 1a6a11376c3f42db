import type { AuditType, InquiryRecord } from "@askback/core";
import { requestSource } from "./request-source.ts";
import type { AppContext } from "./route.ts";
import type { Services } from "./services.ts";

/** Records that the caller has seen an inquiry; once for each person. */
export function recordSeen(services: Pick<Services, "store" | "clock">, context: AppContext, record: InquiryRecord) {
  return recordRead(services, context, record, "seen");
}

/** Records that the program that asked has read the resolution; once. */
export async function recordConsumed(
  services: Pick<Services, "store" | "clock">,
  context: AppContext,
  record: InquiryRecord,
): Promise<void> {
  if (record.resolution && record.origin?.by === context.get("principal").id)
    await recordRead(services, context, record, "consumed");
}

async function recordRead(
  { store, clock }: Pick<Services, "store" | "clock">,
  context: AppContext,
  { id, conversationId, project }: InquiryRecord,
  type: AuditType,
): Promise<void> {
  const by = context.get("principal").id;
  const facts = { ...requestSource(context) };
  await store.audit.recordOnce({ project, conversationId, inquiryId: id, type, at: clock.now(), by, facts });
}
