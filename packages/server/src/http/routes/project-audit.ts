import { auditTypes } from "@askback/core";
import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import type { ChainedEntry } from "../../store/audit/audit.ts";
import { readAuditPage } from "../../store/audit/audit-page.ts";
import { auditFormats, auditText } from "../../store/audit/audit-text.ts";
import { verifyAudit } from "../../store/audit/audit-verify.ts";
import { type App, addRoute } from "../route.ts";
import { PageQuery, searchDescription } from "../schemas.ts";
import type { Services } from "../services.ts";
import { auditEntryView } from "./audit.ts";

const common = { tag: "People", method: "get", scope: "admin", status: 200 } as const;
const path = "/v1/audit";
const contentTypes = { jsonl: "application/x-ndjson", csv: "text/csv; charset=utf-8" } as const;

const AuditQuery = PageQuery.extend({
  type: z.enum(auditTypes).optional().openapi({ description: "Only what happened so" }),
  by: z.string().max(200).optional().openapi({ description: "Only what this person or key did" }),
  inquiry: z.string().max(200).optional().openapi({ description: "Only what happened to this inquiry" }),
});

/** Everything that happened in a project, for its owners: as a list, as a file, and whether somebody has changed it. */
export function addProjectAuditRoutes(app: App, { store: { audit } }: Pick<Services, "store">): void {
  addRoute(
    app,
    {
      ...common,
      path,
      summary: "List what happened in the project, newest first",
      description: `An entry is here once it is in the chain, which takes a second or two where several servers share a store. ${searchDescription}`,
      query: AuditQuery,
      response: wire.pageOf(wire.ProjectAuditEntry),
    },
    async (context, { query: { inquiry: inquiryId, ...query } }) => {
      const { project } = context.var.principal;
      const page = await readAuditPage(audit, { ...query, project, inquiryId });
      return { status: 200, body: { ...page, items: page.items.map(projectEntryView) } };
    },
  );

  addRoute(
    app,
    {
      ...common,
      path: `${path}/export`,
      summary: "Read all that happened in the project as a file",
      description:
        "Oldest first, with the hashes of the chain: JSON Lines or CSV, as `askback audit export` writes them.",
      query: z.object({ format: z.enum(auditFormats).default("jsonl") }),
      bytes: "response",
    },
    (context, { query: { format } }) => {
      const { project } = context.var.principal;
      const text = auditText(audit, format, project);
      const headers = {
        "content-type": contentTypes[format],
        "content-disposition": `attachment; filename="audit.${format}"`,
        "cache-control": "no-store",
      };
      return new Response(ReadableStream.from(text).pipeThrough(new TextEncoderStream()), { headers });
    },
  );

  const running = new Map<string, Promise<wire.AuditReport>>();

  addRoute(
    app,
    {
      ...common,
      path: `${path}/verify`,
      summary: "Check whether somebody has changed the audit of the project",
      description: "Reads every entry of its chain, as `askback audit verify` does.",
      response: wire.AuditReport,
    },
    async (context) => {
      const { project } = context.var.principal;
      // Those who ask at once share one reading.
      const report = running.get(project) ?? verifyProject(project).finally(() => running.delete(project));
      running.set(project, report);
      return { status: 200, body: await report };
    },
  );

  async function verifyProject(project: string): Promise<wire.AuditReport> {
    const chains = async () => (await audit.chains()).filter((chain) => chain.project === project);
    const { entries, faults } = await verifyAudit({ ...audit, chains });
    const { number, hash } = await audit.chainOf(project);
    return {
      entries,
      end: { number, hash },
      faults: faults.map((fault) => ({ number: fault.number, problem: fault.problem })),
    };
  }
}

function projectEntryView(entry: ChainedEntry): wire.ProjectAuditEntry {
  const { conversationId, inquiryId } = entry;
  return { ...auditEntryView(entry), conversationId, ...(inquiryId !== undefined && { inquiryId }) };
}
