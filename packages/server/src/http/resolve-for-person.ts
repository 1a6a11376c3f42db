import { type AnswerSet, conversationIdOf } from "@askback/core";
import type { Reader } from "../store/notifications.ts";
import { boundElsewhere } from "./access/agent-access.ts";
import { type ResolveResult, resolveInquiry } from "./commands.ts";
import { withoutIdempotencyKey } from "./middleware/idempotency.ts";
import { keepSecrets, type SecretBox, takeSecrets } from "./secrets.ts";
import type { Services } from "./services.ts";

/** What a person decided by a link or in another app. */
export type GivenResolution =
  | { readonly type: "answer"; readonly set: AnswerSet }
  | { readonly type: "delegate" | "decline"; readonly comment?: string };

export interface PersonalAnswer {
  readonly who: Reader;
  readonly inquiryId: string;
  /** The revision that the person has seen. */
  readonly revision: number;
  readonly given: GivenResolution;
  /** By which way, as the audit records it. */
  readonly via: "link" | "slack";
}

type ResolveServices = Pick<Services, "runtime" | "store" | "answering" | "clock" | "agents"> & {
  readonly secretBox: SecretBox;
};

/** Resolves an inquiry for a person who is known by something else than a key, with the same command as `/v1`; what they typed as a secret is sealed. */
export async function resolveForPerson(
  services: ResolveServices,
  { who: { project, person }, inquiryId, revision, given, via }: PersonalAnswer,
): Promise<ResolveResult> {
  const record = await services.store.inquiry(inquiryId);
  if (!record || record.project !== project || conversationIdOf(inquiryId) === undefined) return { type: "unknown" };
  if (boundElsewhere(services.agents, record)) return { type: "unknown" };
  const groups = await services.answering.groupsOf(project, person);
  if (!groups) return { type: "unknown" };
  const access = await services.store.directory.access(person);
  // What a backend says of its people counts no more by what is sent to them than by its token.
  const byKey = !access || (record.quorum && (await services.store.directory.vouchedFor(project)).has(person));
  const who = {
    by: person,
    groups,
    ...(access && { name: access.person.name }),
    ...(byKey && { byKey: true as const }),
  };
  const common = { inquiryId, revision, ...who, at: services.clock.now(), via };
  const sealed = given.type === "answer" ? takeSecrets(services.secretBox, record, { ...given, ...common }) : undefined;
  if (sealed && !(await keepSecrets({ runtime: services.runtime, box: services.secretBox }, record, sealed)))
    return { type: "unknown" };
  const command = sealed?.command ?? { ...given, ...common };
  const outcome = await resolveInquiry(services, withoutIdempotencyKey, command, (result) => ({
    status: 200,
    body: result,
  }));
  return "body" in outcome ? (outcome.body as ResolveResult) : { type: "unknown" };
}
