import type { InquiryRecord, Refusal } from "@askback/core";
import type { Clock } from "../clock.ts";
import type { Feed } from "../feed/feed.ts";
import type { AgentDefinition } from "../runtime/agent.ts";
import type { LiveTexts } from "../runtime/live-text.ts";
import type { Unperformed } from "../runtime/perform.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { Presence } from "../store/presence.ts";
import type { Store, Stored } from "../store/store.ts";
import type { Once } from "./idempotency.ts";
import { maySee } from "./principal.ts";
import { problemResponse, problems, refusalProblem } from "./problem.ts";
import type { AppContext } from "./route.ts";
import { winnerView } from "./views.ts";

/** What the routes work with. */
export interface Services {
  readonly store: Store;
  readonly runtime: Runtime;
  readonly feed: Feed;
  readonly liveTexts: LiveTexts;
  readonly presence: Presence;
  readonly clock: Clock;
  readonly agents: ReadonlyMap<string, AgentDefinition>;
}

/** The response to a command that was not performed. */
export async function unperformed(context: AppContext, problem: Unperformed, request: Once): Promise<Response> {
  if (problem.code === "already-replied") return request.replay(problem.reply);
  if (problem.code === "lease-lost") throw new Error("a command from outside has no lease to lose");
  const refused = () => problemResponse(context, refusalProblem(problem satisfies Refusal));
  return (await request.replayedMeanwhile()) ?? refused();
}

/** A conversation that the caller may see; what it may not see does not exist for it. */
export async function visibleConversation(store: Store, context: AppContext, id: string): Promise<Stored | undefined> {
  const found = await store.load(id);
  if (!found || found.conversation.status === "deleted") return undefined;
  return maySee(context.var.principal, found.conversation) ? found : undefined;
}

export async function visibleInquiry(
  store: Store,
  context: AppContext,
  id: string,
): Promise<InquiryRecord | undefined> {
  const record = await store.inquiry(id);
  return record && (await visibleConversation(store, context, record.conversationId)) ? record : undefined;
}

/** The response to somebody who comes too late with what concerns an open inquiry; `receipt` shows who resolved it. */
export async function resolvedMeanwhile(store: Store, context: AppContext, id: string): Promise<Response> {
  const record = await visibleInquiry(store, context, id);
  if (!record) return problemResponse(context, problems.inquiryUnknown);
  return problemResponse(context, {
    ...refusalProblem({ code: "inquiry-not-open", inquiryId: id }),
    ...winnerView(record),
  });
}
