import { type Conversation, type InquiryRecord, isWaitedFor, waitsFor } from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import type { Feed } from "../feed/feed.ts";
import type { Notifier } from "../notify/deliver/notifier.ts";
import type { NoticeSender } from "../notify/notice-sender.ts";
import type { AddressPolicy } from "../notify/webhook/address-policy.ts";
import type { WebhookKeys } from "../notify/webhook/webhook-keys.ts";
import type { AgentDefinition } from "../runtime/agent.ts";
import type { LiveTexts } from "../runtime/live-texts.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { Unavailable } from "../runtime/unavailable.ts";
import type { Answerable } from "../store/people/answerable.ts";
import type { Answering } from "../store/people/answering-groups.ts";
import { type PersonalRecord, personWithEndedDraft } from "../store/personal-records.ts";
import type { Presence } from "../store/presence.ts";
import type { Store, StoredConversation } from "../store/store.ts";
import { managesInquiries, mayAnswer, maySee, memberOf, type Principal, seesProject } from "./access/principal.ts";
import { askOriginView } from "./asks/ask-origin.ts";
import type { Cipher } from "./cipher.ts";
import { type Problem, problems } from "./problems/problem.ts";
import { refusalProblem } from "./problems/refusal-problem.ts";
import type { AppContext } from "./route.ts";
import { inquiryView, toIsoTime, winnerView } from "./views.ts";

/** What the routes work with. */
export interface Services {
  readonly store: Store;
  readonly answering: Answering;
  readonly answerable: Answerable;
  readonly runtime: Runtime;
  readonly feed: Feed;
  readonly liveTexts: LiveTexts;
  readonly presence: Presence;
  readonly clock: Clock;
  /** Seals the data that askers give with their asks. */
  readonly stateCipher: Cipher;
  readonly webhooks: {
    readonly keys: WebhookKeys;
    readonly addresses: AddressPolicy;
    readonly sender: Pick<NoticeSender, "wake">;
  };
  /** How people are reached besides the app. */
  readonly notifier: Pick<Notifier, "channels">;
  readonly agents: ReadonlyMap<string, AgentDefinition>;
  /** Why an agent cannot work right now; undefined where it can. */
  whyUnavailable(agent: AgentDefinition): Unavailable | undefined;
}

/** A conversation that is not deleted; only such a one is ever shown. */
export type ShownConversation = Exclude<Conversation, { readonly status: "deleted" }>;

export interface ShownStored extends StoredConversation {
  readonly conversation: ShownConversation;
}

export function isShown<Row extends StoredConversation>(row: Row): row is Row & ShownStored {
  return row.conversation.status !== "deleted";
}

/** A conversation that the caller may see; one that they may not see does not exist for them. */
export async function visibleConversation(
  store: Store,
  context: AppContext,
  id: string,
): Promise<ShownStored | undefined> {
  const found = await store.load(id);
  return found && isShown(found) && maySee(context.get("principal"), found.conversation) ? found : undefined;
}

export async function visibleInquiry(
  store: Store,
  context: AppContext,
  id: string,
): Promise<InquiryRecord | undefined> {
  const record = await store.inquiry(id);
  // An inquiry is erased with its conversation, and whoever sees the project sees all of both.
  const principal = context.get("principal");
  if (record && seesProject(principal)) return record.project === principal.project ? record : undefined;
  return record && (await visibleConversation(store, context, record.conversationId)) ? record : undefined;
}

/** The problem of a request about an open inquiry that was resolved before; `receipt` shows by whom. */
export async function resolvedProblem(store: Store, context: AppContext, id: string): Promise<Problem> {
  const record = await visibleInquiry(store, context, id);
  if (!record) return problems.inquiryUnknown;
  return { ...refusalProblem({ code: "inquiry-not-open", inquiryId: id }), ...winnerView(record) };
}

/** Inquiries as the caller sees them, each with the caller's own draft time, snooze and time of reading. */
export async function personalInquiryViews(
  { store: { personal }, stateCipher, answerable }: ViewServices,
  principal: Principal,
  records: readonly InquiryRecord[],
  isListed = true,
): Promise<readonly wire.Inquiry[]> {
  const { id } = principal;
  // Where several people must allow a call, all of them wait for whoever is missing.
  const open = records.filter(({ status, quorum }) => status === "open" && (quorum || managesInquiries(principal)));
  const stuck = await answerable.unanswerableAmong(open);
  const recordById = await personal.recordsOf(
    id,
    records.map((record) => record.id),
  );
  return records.map((record) => {
    const personalRecord = recordById.get(record.id);
    return {
      ...inquiryView(record),
      ...askOriginView(record, principal, stateCipher, isListed),
      ...mayAnswerView(record, principal),
      ...(stuck.has(record.id) && { isUnanswerable: true as const }),
      ...(personalRecord && { mine: mineView(record, id, personalRecord) }),
    };
  });
}

type ViewServices = Pick<Services, "store" | "stateCipher" | "answerable">;

export async function personalInquiryView(
  services: ViewServices,
  principal: Principal,
  record: InquiryRecord,
): Promise<wire.Inquiry> {
  const [view = inquiryView(record)] = await personalInquiryViews(services, principal, [record], false);
  return view;
}

/** Whether an answer of the caller would count, where that depends on who it is. */
function mayAnswerView(
  record: InquiryRecord,
  principal: Principal,
): Pick<wire.Inquiry, "mayAnswer" | "waitsForCaller"> {
  const waiting = waitsFor(record);
  if (!waiting) return {};
  const { audience } = record;
  const { except } = waiting;
  // Whoever is of a group that is complete can still refuse, and agree for the case that somebody takes theirs back.
  const may = mayAnswer(principal) && isWaitedFor({ ...audience, ...(except && { except }) }, memberOf(principal));
  const isWaiting = isWaitedFor(waiting, memberOf(principal));
  return { mayAnswer: may, ...(may && !isWaiting && { waitsForCaller: false }) };
}

/** Empty where the caller has removed everything, so that a client replaces an older view by it. */
function mineView(record: InquiryRecord, principal: string, { draft, snoozedUntil, seenAt }: PersonalRecord) {
  return {
    ...(draft && personWithEndedDraft(record) !== principal && { draftedAt: toIsoTime(draft.savedAt) }),
    ...(snoozedUntil !== undefined && { snoozedUntil: toIsoTime(snoozedUntil) }),
    ...(seenAt !== undefined && { seenAt: toIsoTime(seenAt) }),
  };
}
