import * as wire from "@askback/core/wire";
import type { AuditEntry } from "../../store/audit/audit.ts";
import { problems } from "../problems/problem.ts";
import { type App, addRoute } from "../route.ts";
import { IdParams, LongPageQuery } from "../schemas.ts";
import { type Services, visibleInquiry } from "../services.ts";
import { toIsoTime } from "../views.ts";

/** Who asked, was told, saw and answered, for the people of the project. */
export function addAuditRoute(app: App, { store }: Pick<Services, "store">): void {
  addRoute(
    app,
    {
      tag: "Inquiries",
      method: "get",
      path: "/v1/inquiries/{id}/audit",
      summary: "List what happened to an inquiry",
      description:
        "In the order in which it was recorded: who asked, was told, saw and answered, and when the agent read it.",
      scope: "read",
      params: IdParams,
      status: 200,
      query: LongPageQuery,
      response: wire.pageOf(wire.AuditEntry),
    },
    async (context, { params: { id }, query }) => {
      if (!(await visibleInquiry(store, context, id))) return problems.inquiryUnknown;
      const page = await store.audit.ofInquiry({ ...query, inquiryId: id });
      return { status: 200, body: { ...page, items: page.items.map(auditEntryView) } };
    },
  );
}

export function auditEntryView({ type, at, by, facts, seal }: AuditEntry): wire.AuditEntry {
  const { via, ...rest } = facts;
  return {
    type,
    at: toIsoTime(at),
    ...(by !== undefined && { by }),
    ...(typeof via === "string" && { via }),
    facts: rest,
    ...(seal && { seal }),
  };
}
