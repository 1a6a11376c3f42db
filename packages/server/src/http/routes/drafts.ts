import type { InquiryRecord } from "@askback/core";
import * as wire from "@askback/core/wire";
import { type EncryptedDraft, type PersonalKey, personWithEndedDraft } from "../../store/personal-records.ts";
import type { Cipher } from "../cipher.ts";
import { keepDraftFiles } from "../files/file-access.ts";
import { problems } from "../problems/problem.ts";
import { type App, type AppContext, addRoute } from "../route.ts";
import { IdParams } from "../schemas.ts";
import { resolvedProblem, type Services, visibleInquiry } from "../services.ts";
import { toIsoTime } from "../views.ts";

const common = { tag: "People", path: "/v1/inquiries/{id}/draft", scope: "answer", params: IdParams } as const;

/** The caller's own draft of an answer. It is encrypted before it is stored, and nobody else can read it. */
export function addDraftRoutes(
  app: App,
  { store, presence }: Pick<Services, "store" | "presence">,
  cipher: Cipher,
): void {
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
      if (!record) return problems.inquiryUnknown;
      const key = keyOf(context, id);
      const { draft } = (await store.personal.recordsOf(key.principal, [id])).get(id) ?? {};
      // A draft may have been saved at the same time as its author's answer was recorded.
      const saved = draft && personWithEndedDraft(record) !== key.principal && decryptDraft(draft, key);
      return saved ? { status: 200, body: saved } : { status: 204 };
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "put",
      summary: "Save your draft of an answer",
      description:
        "Only you can read it, on every device. Followers of the events learn by `draft.saved` that you write, and not what.",
      body: wire.SaveDraft,
      status: 200,
      response: wire.SavedDraft,
    },
    async (context, { params: { id }, body: given }) => {
      const record = await visibleInquiry(store, context, id);
      if (!record) return problems.inquiryUnknown;
      const body = withoutSecrets(record, given);
      const key = keyOf(context, id);
      const saved = await store.personal.saveDraft(key, cipher.encrypt(JSON.stringify(body), ownerOf(key)));
      if (!saved) return resolvedProblem(store, context, id);
      await keepDraftFiles(store, context, body.draft);
      const { conversationId, project } = record;
      presence.publish({ conversationId, project, inquiryId: id, by: key.principal, device: body.device });
      return { status: 200, body: { ...body, savedAt: toIsoTime(saved.savedAt) } };
    },
  );

  addRoute(
    app,
    { ...common, method: "delete", summary: "Discard your draft of an answer", status: 204 },
    async (context, { params: { id } }) => {
      if (!(await visibleInquiry(store, context, id))) return problems.inquiryUnknown;
      await store.personal.discardDraft(keyOf(context, id));
      return { status: 204 };
    },
  );

  /** Undefined for a draft of another secret, or of a form that this version does not know. */
  function decryptDraft({ ciphertext, savedAt }: EncryptedDraft, key: PersonalKey): wire.SavedDraft | undefined {
    const text = cipher.decrypt(ciphertext, ownerOf(key));
    const written = text === undefined ? undefined : wire.SaveDraft.safeParse(JSON.parse(text));
    return written?.success ? { ...written.data, savedAt: toIsoTime(savedAt) } : undefined;
  }
}

/** A secret is stored only when it is sent. */
function withoutSecrets({ questions }: InquiryRecord, saved: wire.SaveDraft): wire.SaveDraft {
  const answers = Object.entries(saved.draft.answers).map(([id, answer]) => {
    const isSecret = questions.some((question) => question.id === id && question.secret);
    return [id, isSecret ? { ...answer, text: "" } : answer] as const;
  });
  return { ...saved, draft: { ...saved.draft, answers: Object.fromEntries(answers) } };
}

function keyOf(context: AppContext, inquiryId: string): PersonalKey {
  return { principal: context.get("principal").id, inquiryId };
}

function ownerOf({ principal, inquiryId }: PersonalKey): string {
  return JSON.stringify([principal, inquiryId]);
}
