import * as wire from "@askback/core/wire";
import type { Notice } from "../../../store/notices.ts";
import { hasScope, type Principal, seesProject } from "../../access/principal.ts";
import { problems } from "../../problems/problem.ts";
import { type App, type AppContext, addRoute } from "../../route.ts";
import { IdParams, PageQuery } from "../../schemas.ts";
import { type Services, visibleInquiry } from "../../services.ts";
import { toIsoTime } from "../../views.ts";

const common = { tag: "Webhooks", scope: "any", status: 200 } as const;

/** What was sent to webhooks: people see that of their project, a key that asks what tells itself. */
export function addNoticeRoutes(app: App, { store, webhooks }: Pick<Services, "store" | "webhooks">): void {
  addRoute(
    app,
    {
      ...common,
      method: "get",
      path: "/v1/inquiries/{id}/notices",
      summary: "List what webhooks were told of an inquiry",
      description: "In the order of the events, with every attempt.",
      params: IdParams,
      query: PageQuery,
      response: wire.pageOf(wire.Notice),
    },
    async (context, { params: { id }, query }) => {
      if (!(await visibleInquiry(store, context, id))) return problems.inquiryUnknown;
      const principal = context.get("principal");
      const recipient = seesProject(principal) ? undefined : principal.id;
      const page = await store.notices.ofInquiry({ ...query, inquiryId: id, recipient });
      return { status: 200, body: { ...page, items: page.items.map((notice) => noticeView(notice, principal)) } };
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "get",
      path: "/v1/notices/{id}",
      summary: "Read a notice and its attempts",
      params: IdParams,
      response: wire.Notice,
    },
    async (context, { params: { id } }) => {
      const notice = await visibleNotice(context, id);
      return notice ? { status: 200, body: noticeView(notice, context.get("principal")) } : problems.noticeUnknown;
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "post",
      path: "/v1/notices/{id}/resend",
      summary: "Send a notice again",
      description:
        "Under the same `webhook-id`, and with all its tries. One that waits for its next try is sent at once; one that is being sent stays as it is.",
      isRepeatable: true,
      params: IdParams,
      response: wire.Notice,
    },
    async (context, { params: { id } }) => {
      if (!(await visibleNotice(context, id))) return problems.noticeUnknown;
      await store.notices.resend(id);
      webhooks.sender.wake();
      const notice = await store.notices.find(id);
      return notice ? { status: 200, body: noticeView(notice, context.get("principal")) } : problems.noticeUnknown;
    },
  );

  addRoute(
    app,
    {
      ...common,
      scope: "ask",
      method: "get",
      path: "/v1/webhooks/secret",
      summary: "Read the secrets that sign your webhooks",
      response: wire.WebhookSecrets,
    },
    (context) => {
      const { id, project } = context.get("principal");
      return { status: 200, body: { secrets: webhooks.keys.secretsOf({ project, name: id }) } };
    },
  );

  async function visibleNotice(context: AppContext, id: string): Promise<Notice | undefined> {
    const principal = context.get("principal");
    const notice = await store.notices.find(id);
    // People see the deliveries of their project.
    if (notice?.notificationId !== undefined)
      return hasScope(principal, "answer") && notice.project === principal.project ? notice : undefined;
    // One that tells of a deletion has no inquiry left, and nobody sees it.
    if (notice?.inquiryId === undefined) return undefined;
    if (!seesProject(principal) && notice.recipient !== principal.id) return undefined;
    return (await visibleInquiry(store, context, notice.inquiryId)) ? notice : undefined;
  }
}

export function noticeView(notice: Notice, principal: Principal): wire.Notice {
  const { id, record, channel, type, recipient, url, why, status, createdAt, dueAt, attempts } = notice;
  const inquiryId = record?.id ?? notice.inquiryId;
  return {
    id,
    ...(inquiryId !== undefined && { inquiryId }),
    channel,
    type,
    recipient,
    ...(url !== undefined && recipient === principal.id && { url }),
    ...(why !== undefined && { why }),
    status,
    createdAt: toIsoTime(createdAt),
    ...(dueAt !== undefined && { nextAttemptAt: toIsoTime(dueAt) }),
    attempts: attempts.map((attempt) => ({
      ...attempt,
      at: toIsoTime(attempt.at),
      failure: wire.attemptFailures.find((known) => known === attempt.failure),
    })),
  };
}
