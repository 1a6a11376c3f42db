import type { Connection, Failure, Reply } from "@askback/client";
import type { Conversation } from "@askback/core/wire";
import { atom } from "nanostores";
import { createUploads } from "../data/files/uploads.ts";
import { createOutbox, type Outbox } from "../data/outbox/outbox.ts";
import { createFakeBrowser } from "./fake-browser.ts";
import { createFakeClient, type FakeClient } from "./fake-client.ts";
import { createFakeClock } from "./fake-clock.ts";
import { flushPromises } from "./flush-promises.ts";

type Sent = Parameters<FakeClient["conversations"]["send"]>;

export type SentReply = Awaited<Reply<Conversation>>;

export const unreachable: Failure = { type: "", status: 0, code: "unreachable", title: "No connection", hint: "" };

export const refused: Failure = { ...unreachable, status: 404, code: "conversation-unknown", title: "There is none" };

export const done = { ok: true, value: { id: "c1", version: 7 } as Conversation } as const;

/** A server that answers each message when the test says so, and a browser that stores messages through a reload. */
export function setUp() {
  const browser = createFakeBrowser();
  const clock = createFakeClock();
  const connection = atom<Connection>("live");
  const requests: { readonly sent: Sent; answer(reply: SentReply): Promise<void> }[] = [];
  let keys = 0;
  const client = createFakeClient();
  client.conversations.send = (...sent) =>
    new Promise<SentReply>((resolve) => {
      requests.push({
        sent,
        async answer(reply) {
          resolve(reply);
          await flushPromises();
        },
      });
    });
  const openTab = (storage = browser.openTab(), owner = Promise.resolve("ana")) => {
    const uploads = createUploads({
      client,
      database: storage.database,
      owner,
      newKey: () => `file-${++keys}`,
      now: clock.now,
      namedUnder: [],
    });
    const outbox = createOutbox({
      client,
      uploads,
      storage,
      owner,
      inquiries: { get: () => undefined, show() {}, refetch: async () => undefined },
      connection,
      network: { isOnline: () => true, onChange: () => () => {} },
      clock,
      newKey: () => `key-${++keys}`,
    });
    return { stop: outbox.start(), outbox, uploads };
  };
  const open = () => openTab().outbox;
  return { browser, client, clock, connection, requests, openTab, open };
}

type Options = { readonly isSeparate?: boolean; readonly answers?: { inquiry: string; revision: number } };

export function send(outbox: Outbox, text: string, { isSeparate = false, answers }: Options = {}) {
  const message = { type: "message", conversationId: "c1", text, isSeparate } as const;
  return outbox.submit({ ...message, ...(answers && { answers }) });
}

export const shown = (outbox: Outbox) =>
  outbox.entries.get().map(({ submission, status }) => [submission.type === "message" && submission.text, status]);
