import type { Inquiry, SavedDraft } from "@askback/core/wire";
import { createFakeClient, type FakeClient } from "./fake-client.ts";
import { answeredBy, inquiryOf, problemOf, recorded } from "./samples.ts";

/** A server in memory for several pages of one person, with one inquiry and one draft. */
export interface SharedServer {
  inquiry: Inquiry;
  /** A client with a stream of its own. */
  connect(): FakeClient;
  /** Changes the inquiry, and sends every page an event. */
  become(inquiry: Inquiry): void;
}

export function createSharedServer(now: () => number): SharedServer {
  const clients = new Set<FakeClient>();
  let draft: SavedDraft | undefined;
  const done = async <Value>(value: Value) => ({ ok: true, value: structuredClone(value) }) as const;

  function connect(): FakeClient {
    const client = createFakeClient();
    clients.add(client);
    return Object.assign(client, {
      inquiries: {
        ...client.inquiries,
        get: () => done(server.inquiry),
        draft: () => done(draft),
        saveDraft: (inquiryId: string, body: Omit<SavedDraft, "savedAt">) => {
          draft = structuredClone({ ...body, savedAt: new Date(now()).toISOString() });
          const { conversationId } = server.inquiry;
          for (const { stream } of clients)
            stream.emit({ type: "draft.saved", conversationId, inquiryId, by: "ana", device: body.device });
          return done(draft);
        },
        discardDraft: () => {
          draft = undefined;
          return done(undefined);
        },
        answer: async (_: string, { answers, comment, revision }: Parameters<FakeClient["inquiries"]["answer"]>[1]) => {
          const { inquiry } = server;
          if (inquiry.status !== "open")
            return { ok: false, error: problemOf("inquiry-resolved", { receipt: inquiry.receipt }) };
          if (inquiry.revision !== revision) return { ok: false, error: problemOf("revision-changed") };
          const given = answers.map((answer) => ("skipped" in answer ? answer : { ...answer, files: undefined }));
          server.become(answered(inquiry, { answers: given, comment }));
          return done(server.inquiry.receipt);
        },
      },
    } as Partial<FakeClient>);
  }

  const server: SharedServer = {
    inquiry: inquiryOf(),
    connect,
    become(inquiry) {
      server.inquiry = inquiry;
      for (const { stream } of clients) stream.emit(recorded("inquiry.resolved", { inquiryId: inquiry.id }));
    },
  };
  return server;
}

type Said = Pick<NonNullable<Inquiry["resolution"]>, "answers" | "comment">;

/** An inquiry that ana has answered. */
export function answered({ questions, revision }: Inquiry, said: Said): Inquiry {
  const { resolution, ...rest } = answeredBy("ana", { questions, revision });
  return { ...rest, resolution: { type: "answered", at: rest.askedAt, ...resolution, ...said } };
}
