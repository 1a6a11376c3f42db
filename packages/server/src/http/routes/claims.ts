import * as wire from "@askback/core/wire";
import { sha256Of } from "../../sha256.ts";
import type { ReplyKey } from "../../store/store.ts";
import { recordConsumed } from "../audited-reads.ts";
import { actorOf } from "../commands.ts";
import { type Problem, problems } from "../problems/problem.ts";
import { type App, addRoute } from "../route.ts";
import { IdParams } from "../schemas.ts";
import { personalInquiryView, type Services, visibleInquiry } from "../services.ts";

/** The route by which one of several processes of a program becomes the one that continues with a resolution. */
export function addClaimRoute(app: App, services: Services): void {
  const { store, runtime } = services;
  const claim = {
    tag: "Inquiries",
    scope: "ask",
    method: "post",
    path: "/v1/inquiries/{id}/claim",
    summary: "Continue with the resolution, as the only one",
    description:
      "The first `claimant` of an inquiry that you asked, and that is resolved, may continue with it. The same claimant may ask again, for example after a lost response; any other is refused. With `claim` something else is claimed, by a name that your processes agree on, also while the inquiry is open; a refusal says who has it.",
    params: IdParams,
    body: wire.ClaimInquiry,
    response: wire.Inquiry,
    status: 200,
  } as const;
  addRoute(app, claim, async (context, { params: { id }, body: { claimant, claim: name } }) => {
    const principal = context.get("principal");
    const found = await visibleInquiry(store, context, id);
    if (!found || found.origin?.by !== principal.id) return problems.inquiryUnknown;
    if (!found.resolution && name === undefined) return { ...unresolved, inquiryId: id };
    const key: ReplyKey = {
      principal: JSON.stringify([principal.project, principal.id]),
      route: "claim",
      // A database takes no name with every character, and a hash has only some.
      key: name === undefined ? id : sha256Of(JSON.stringify([id, name])),
    };
    const fingerprint = sha256Of(claimant);
    const body = name === undefined ? "" : JSON.stringify(claimant);
    // Nothing is recorded in the log: the commit stores the claim, and fails where there is one.
    const performed = await runtime.perform(
      found.conversationId,
      { type: "wake", at: actorOf(context, services).at },
      { reply: () => ({ ...key, fingerprint, status: 200, body, lasting: true }) },
    );
    if (!performed.ok && performed.error.code !== "already-replied") return problems.inquiryUnknown;
    if (!performed.ok && performed.error.code === "already-replied") {
      const { reply } = performed.error;
      if (reply.fingerprint !== fingerprint)
        return { ...claimed, inquiryId: id, ...(reply.body !== "" && { claimant: JSON.parse(reply.body) as string }) };
    }
    const now = name === undefined ? found : ((await store.inquiry(id)) ?? found);
    await recordConsumed(services, context, now);
    return { status: 200, body: await personalInquiryView(services, principal, now) };
  });
}

const unresolved: Problem = {
  status: 409,
  code: "inquiry-unresolved",
  title: "Nobody has resolved this inquiry yet",
  hint: "Wait with GET /v1/inquiries/{id}?wait=60, and claim it then.",
};

const claimed: Problem = {
  status: 409,
  code: "already-claimed",
  title: "Another claimant has claimed this",
  hint: "Do not continue: what follows a claim is done once.",
};
