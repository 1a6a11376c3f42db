import * as wire from "@askback/core/wire";
import { drafterOf, type PersonalKey, type SealedDraft } from "../store/personal.ts";
import { respond } from "./idempotency.ts";
import { problemResponse, problems } from "./problem.ts";
import { type App, type AppContext, addRoute } from "./route.ts";
import { IdParams } from "./schemas.ts";
import type { Seal } from "./seal.ts";
import { resolvedMeanwhile, type Services, visibleInquiry } from "./services.ts";
import { iso } from "./views.ts";

const common = { tag: "People", path: "/v1/inquiries/{id}/draft", scope: "answer", params: IdParams } as const;
const Written = wire.SavedDraft.omit({ savedAt: true });

/** The caller's own draft of an answer. It is sealed before it is stored, and nobody else gets it. */
export function addDraftRoutes(app: App, { store, presence }: Pick<Services, "store" | "presence">, seal: Seal): void {
  addRoute(
    app,
    {
      ...common,
      method: "get",
      summary: "Read your draft of an answer",
      status: 200,
      response: wire.SavedDraft,
      nothing: "There is no draft of yours",
    },
    async (context, { params: { id } }) => {
      const record = await visibleInquiry(store, context, id);
      if (!record) return problemResponse(context, problems.inquiryUnknown);
      const key = keyOf(context, id);
      const { draft } = (await store.personal.recordsOf(key.principal, [id])).get(id) ?? {};
      // A draft may have been saved in the very moment in which its author's answer was recorded.
      const saved = draft && drafterOf(record) !== key.principal && opened(draft, key);
      return saved ? respond(context, { status: 200, body: saved }) : context.body(null, 204);
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "put",
      summary: "Keep your draft of an answer",
      description:
        "Only you can read it, on every device. Whoever follows is told by `draft.saved` that you write, and not what.",
      body: Written,
      status: 200,
      response: wire.SavedDraft,
    },
    async (context, { params: { id }, body }) => {
      const record = await visibleInquiry(store, context, id);
      if (!record) return problemResponse(context, problems.inquiryUnknown);
      const key = keyOf(context, id);
      const saved = await store.personal.saveDraft(key, seal.close(JSON.stringify(body), placeOf(key)));
      if (!saved) return resolvedMeanwhile(store, context, id);
      const { conversationId, project } = record;
      presence.tell({ conversationId, project, inquiryId: id, by: key.principal, device: body.device });
      return respond(context, { status: 200, body: { ...body, savedAt: iso(saved.savedAt) } });
    },
  );

  addRoute(
    app,
    { ...common, method: "delete", summary: "Discard your draft of an answer", status: 204 },
    async (context, { params: { id } }) => {
      if (!(await visibleInquiry(store, context, id))) return problemResponse(context, problems.inquiryUnknown);
      await store.personal.discardDraft(keyOf(context, id));
      return context.body(null, 204);
    },
  );

  /** A draft that cannot be opened, or is of a form that is not known here, is as good as none. */
  function opened({ sealed, savedAt }: SealedDraft, key: PersonalKey): wire.SavedDraft | undefined {
    const text = seal.open(sealed, placeOf(key));
    const written = text === undefined ? undefined : Written.safeParse(JSON.parse(text));
    return written?.success ? { ...written.data, savedAt: iso(savedAt) } : undefined;
  }
}

function keyOf(context: AppContext, inquiryId: string): PersonalKey {
  return { principal: context.var.principal.id, inquiryId };
}

function placeOf({ principal, inquiryId }: PersonalKey): string {
  return JSON.stringify([principal, inquiryId]);
}
