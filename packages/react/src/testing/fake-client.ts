import type { Client, CommandOptions, Reply } from "@askback/client";
import type { Conversation, Inquiry, Me, Message, Page, SavedDraft } from "@askback/core/wire";
import { createFakeEvents, type FakeEvents } from "./fake-events.ts";
import { fakePeople } from "./fake-people.ts";
import { ana, conversationOf, inquiryOf, problemOf } from "./samples.ts";

/** A call that the fake was asked to do. */
export interface Call {
  readonly name: string;
  readonly id: string;
  readonly body?: unknown;
  readonly key?: string | undefined;
}

/** A server in memory. A test sets what it knows, and may hold its answers back. */
export interface FakeClient extends Client {
  readonly stream: FakeEvents;
  readonly calls: readonly Call[];
  calledFor(name: string): readonly Call[];
  me(): Reply<Me>;
  known: { me: Me; conversation: Conversation; inquiry: Inquiry; messages: readonly Message[]; draft?: SavedDraft };
  /** What the next call of a name comes to instead. */
  answerWith(name: string, reply: () => Awaited<Reply<unknown>> | Reply<unknown>): void;
}

const unused = () => Promise.reject(new Error("this test does not call it"));

export function createFakeClient(): FakeClient {
  const stream = createFakeEvents();
  const calls: Call[] = [];
  const replies = new Map<string, (() => Awaited<Reply<unknown>> | Reply<unknown>)[]>();
  const known: FakeClient["known"] = {
    me: ana,
    conversation: conversationOf(),
    inquiry: inquiryOf(),
    messages: [],
  };

  /** What is known is copied when the call is made, as a server reads its state and then answers. */
  async function answer<Value>(call: Call, value: Value): Reply<Value> {
    calls.push(call);
    const other = replies.get(call.name)?.shift();
    const own = { ok: true, value: structuredClone(value) } as const;
    if (!other) return own;
    const reply = await other();
    return (reply.ok && reply.value === undefined ? own : reply) as Awaited<Reply<Value>>;
  }

  const refused = problemOf("not-in-this-test");
  const command =
    (name: string) =>
    <Value>(id: string, body?: unknown, options?: CommandOptions): Reply<Value> =>
      answer<Value>({ name, id, body, key: options?.key }, undefined as Value).then((reply) =>
        reply.ok && reply.value === undefined ? { ok: false, error: refused } : reply,
      );
  const bodiless =
    (name: string) =>
    <Value>(id: string, options?: CommandOptions): Reply<Value> =>
      command(name)<Value>(id, undefined, options);

  function transcript(limit: number, cursor: string | undefined): Page<Message> {
    const end = cursor === undefined ? known.messages.length : Number(cursor);
    const start = Math.max(0, end - limit);
    return { items: known.messages.slice(start, end), ...(start > 0 && { next: String(start) }) };
  }

  return {
    stream,
    calls,
    known,
    ...fakePeople((name) => answer({ name, id: "" }, { items: [] }), command),
    calledFor: (name) => calls.filter((call) => call.name === name),
    answerWith(name, reply) {
      replies.set(name, [...(replies.get(name) ?? []), reply]);
    },
    now: () => Date.now(),
    me: () => answer({ name: "me", id: "" }, known.me),
    agents: () => answer({ name: "agents", id: "" }, { items: [] }),
    conversations: {
      list: unused,
      get: (id) => answer({ name: "conversation", id }, known.conversation),
      transcript: (id, { limit = 100, cursor } = {}) =>
        answer({ name: "transcript", id, body: cursor }, transcript(limit, cursor)),
      runs: unused,
      start: unused,
      send: (id, body, options) => answer({ name: "send", id, body, key: options?.key }, known.conversation),
      rename: unused,
      stop: unused,
      resume: unused,
      retry: unused,
      export: unused,
      fork: unused,
      revokePermission: unused,
      delete: unused,
    },
    files: {
      upload: (file, { name }) =>
        answer({ name: "upload", id: name }, { id: `file_${name}`, name, type: "image/png", size: file.size }),
      read: unused,
    },
    runs: { get: unused },
    insight: unused,
    audit: { list: unused, verify: unused, export: unused },
    standingAnswers: { list: unused, make: unused, revoke: unused },
    ask: unused,
    askMany: unused,
    untilResolved: unused,
    inquiries: {
      ask: unused,
      amend: unused,
      startCall: unused,
      finishCall: unused,
      claim: unused,
      list: unused,
      get: (id) => answer({ name: "inquiry", id }, known.inquiry),
      answer: command("answer"),
      delegate: command("delegate"),
      decline: command("decline"),
      dismiss: command("dismiss"),
      withdraw: unused,
      deliver: bodiless("deliver"),
      retract: bodiless("retract"),
      extend: command("extend"),
      take: unused,
      release: unused,
      assign: unused,
      snooze: unused,
      see: unused,
      draft: (id) => answer({ name: "draft", id }, known.draft),
      saveDraft: (id, body) =>
        answer({ name: "saveDraft", id, body }, { ...body, savedAt: "2026-11-15T09:00:00.000Z" }),
      discardDraft: (id) => answer({ name: "discardDraft", id }, undefined),
      notices: unused,
      audit: unused,
    },
    secrets: { open: unused },
    notifications: {
      list: unused,
      get: unused,
      count: unused,
      markRead: unused,
      markUnread: unused,
      markAllRead: unused,
      deliveries: unused,
    },
    contact: { get: unused, save: unused, addSubscription: unused, removeSubscription: unused, test: unused },
    notices: { get: unused, resend: unused },
    webhooks: { secrets: unused },
    inbox: { count: unused },
    events: () => stream,
  };
}
