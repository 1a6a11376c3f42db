import { type Command, type Conversation, type Event, openInquiriesOf, type Terms } from "@askback/core";
import type { Reply } from "../../packages/server/src/store/store.ts";
import type { CommitRecorder } from "./commit-recorder.ts";
import { type Host, SimulatedFault } from "./host.ts";
import type { Plan } from "./plan.ts";
import type { Choices } from "./script/choices.ts";
import type { SimulatedServer } from "./simulated-server.ts";

/** A request of a person, which is sent until a server replies, and at times once more. */
export interface Request {
  readonly name: string;
  /** Undefined in a request to start a conversation, which names a new one at each attempt. */
  readonly conversationId?: string;
  /** The text of a message, which no other request has. */
  readonly text?: string;
  readonly key?: string;
  readonly pendingOn: Set<Host>;
  isDone: boolean;
  /** Whether it was made before an older state was restored. */
  mayBeLost: boolean;
  /** What the inquiry asked that the person of this request saw. */
  readonly about?: string | undefined;
  command(conversationId: string, at: number): Command;
}

/** What a server replied to a request. */
export interface Acknowledgement {
  readonly request: Request;
  readonly conversationId: string;
  readonly version: number;
  readonly events: readonly Event[];
}

export interface Clients {
  readonly requests: readonly Request[];
  readonly acknowledgements: readonly Acknowledgement[];
  /** A new request that is possible now. */
  nextRequest(): Request | undefined;
  /** A message. */
  message(conversationId: string): Request;
  /** Requests without a reply that are under way at no server. */
  unanswered(): readonly Request[];
  /** Whether an inquiry waits for an answer. */
  readonly hasOpenInquiry: boolean;
  /** Adds a request for each open inquiry that resolves it. */
  answerAll(): void;
  send(request: Request, server: SimulatedServer): void;
  connectionLost(host: Host): void;
  /** Returns a function that forgets the replies since; requests until then may be lost, and answers are sent again. */
  backUp(): () => void;
}

interface ClientsOptions {
  readonly choices: Choices;
  readonly recorder: CommitRecorder;
  /** A prefix of conversation ids that no other history uses. */
  readonly prefix: string;
  readonly plan: Pick<Plan, "conversations">;
  readonly terms: Terms;
  readonly unboundAnswers: boolean;
  readonly unnamedRevisions: boolean;
  readonly countedRevisions: boolean;
  violated(what: string): void;
}

const holdMs = 10_000;

export function createClients(options: ClientsOptions): Clients {
  const { choices, recorder, plan, prefix, terms, violated } = options;
  const requests: Request[] = [];
  const acknowledgements: Acknowledgement[] = [];
  const replies = new Map<string, Reply>();
  let conversations = 0;

  function add(name: string, details: Omit<Request, "name" | "pendingOn" | "isDone" | "mayBeLost">): Request {
    const request = { name, pendingOn: new Set<Host>(), isDone: false, mayBeLost: false, ...details };
    requests.push(request);
    return request;
  }

  const text = () => `Message ${requests.length}`;
  const key = () => `${prefix}-${requests.length}`;

  function startConversation(): Request {
    const message = text();
    conversations += 1;
    return add("start", {
      text: message,
      key: key(),
      command: (conversationId, at) => ({
        type: "start",
        conversationId,
        agent: "lead",
        project: "default",
        message,
        terms,
        by: "ana",
        at,
      }),
    });
  }

  function message(conversationId: string): Request {
    const words = text();
    const separate = choices.oneIn(3);
    return add("message", {
      conversationId,
      text: words,
      key: key(),
      command: (_, at) => ({ type: "send-message", text: words, separate, terms, by: "ana", at }),
    });
  }

  /** The words of an inquiry, up to an event; the simulated models never ask the same twice. */
  function askedBy(conversationId: string, inquiryId: string, until?: Event): string | undefined {
    let asked: string | undefined;
    for (const event of recorder.log(conversationId)) {
      if (event === until) break;
      if (event.type === "inquiry.asked" && event.inquiry.id === inquiryId)
        asked = JSON.stringify([event.inquiry.questions, event.inquiry.callId]);
      if (event.type === "inquiry.amended" && event.inquiryId === inquiryId)
        asked = JSON.stringify([event.amended.questions, event.amended.revision]);
    }
    return asked;
  }

  function lastInquiryOf(conversationId: string): string | undefined {
    const asked = recorder.log(conversationId).findLast((event) => event.type === "inquiry.asked");
    return asked?.type === "inquiry.asked" ? asked.inquiry.id : undefined;
  }

  /** The answer of a person must not resolve another inquiry than the one that the person saw. */
  function checkAnswered({ about }: Request, conversationId: string, events: readonly Event[]): void {
    for (const event of events) {
      if (about === undefined || (event.type !== "inquiry.resolved" && event.type !== "inquiry.held")) continue;
      // What expired meanwhile was answered by nobody.
      if (event.type === "inquiry.resolved" && event.resolution.type === "expired") continue;
      const asked = askedBy(conversationId, event.inquiryId, event);
      if (asked !== about) violated(`an answer to ${about} resolved ${asked} (${event.inquiryId})`);
    }
  }

  /** The revision that a person sees now, by which their request names it whenever it is sent. */
  function seenOf({ id }: Conversation, inquiryId: string): () => { readonly revision?: number } {
    const current = () => openIn(id, inquiryId)?.revision;
    const seen = current();
    const count = amendmentsOf(id, inquiryId);
    if (seen === undefined || options.unnamedRevisions) return () => ({});
    if (!options.countedRevisions) return () => ({ revision: seen });
    return () => ({ revision: amendmentsOf(id, inquiryId) === count ? (current() ?? seen) : seen });
  }

  function openIn(conversationId: string, inquiryId: string) {
    const conversation = recorder.conversations().find(({ id }) => id === conversationId);
    return conversation && openInquiriesOf(conversation).find(({ id }) => id === inquiryId);
  }

  function amendmentsOf(conversationId: string, inquiryId: string): number {
    return recorder
      .log(conversationId)
      .filter((event) => event.type === "inquiry.amended" && event.inquiryId === inquiryId).length;
  }

  function answer(conversation: Conversation, inquiryId: string, isHeld: boolean): Request {
    const { id } = conversation;
    const seen = seenOf(conversation, inquiryId);
    const by = choices.pick(["ana", "ben"]);
    const set = { answers: [{ question: "q1", options: [choices.pick(["o1", "o2"])] }] };
    const hold = isHeld ? { holdMs } : {};
    const answered = () => (options.unboundAnswers ? lastInquiryOf(id) : undefined) ?? inquiryId;
    return add(`answer by ${by}`, {
      conversationId: id,
      about: askedBy(id, inquiryId),
      ...(choices.oneIn(2) && { key: key() }),
      command: (_, at) => ({ type: "answer", inquiryId: answered(), set, ...seen(), ...hold, by, at }),
    });
  }

  function onInquiry(conversation: Conversation, inquiryId: string): Request {
    const { id: conversationId } = conversation;
    const about = askedBy(conversationId, inquiryId);
    const held = openInquiriesOf(conversation).find((open) => open.id === inquiryId)?.held;
    if (held) {
      const { by } = held.resolution;
      const type = choices.pick(["retract", "deliver"] as const);
      return add(type, { conversationId, about, command: (_, at) => ({ type, inquiryId, by, at }) });
    }
    const type = choices.pick(["answer", "answer", "answer", "delegate", "decline", "dismiss"] as const);
    if (type === "answer") return answer(conversation, inquiryId, choices.oneIn(3));
    const seen = seenOf(conversation, inquiryId);
    return add(type, { conversationId, about, command: (_, at) => ({ type, inquiryId, ...seen(), by: "ana", at }) });
  }

  function acknowledge(request: Request, reply: Acknowledgement | Reply): void {
    request.isDone = true;
    if ("version" in reply) acknowledgements.push(reply);
    if (request.key === undefined || !("body" in reply)) return;
    const earlier = replies.get(request.key);
    if (earlier && earlier.body !== reply.body) violated(`two replies to one key: ${earlier.body} and ${reply.body}`);
    replies.set(request.key, reply);
  }

  async function perform(request: Request, { runtime, store, clock }: SimulatedServer, tries: number): Promise<void> {
    const replyKey = request.key === undefined ? undefined : { principal: "ana", route: "simulated", key: request.key };
    const earlier = replyKey && (await store.reply(replyKey));
    if (earlier) return acknowledge(request, earlier);
    const id = request.conversationId ?? `${prefix}${requests.indexOf(request)}t${tries}`;
    const replied = (version: number) => ({ fingerprint: "", status: 202, body: JSON.stringify({ id, version }) });
    const how = replyKey && { reply: ({ version }: { version: number }) => ({ ...replyKey, ...replied(version) }) };
    const performed = await runtime.perform(id, request.command(id, clock.now()), how);
    if (performed.ok) {
      const { version, events } = performed.value;
      checkAnswered(request, id, events);
      acknowledge(request, { request, conversationId: id, version, events });
      if (replyKey) acknowledge(request, replied(version));
    } else if (performed.error.code === "already-replied") acknowledge(request, performed.error.reply);
    request.isDone = true;
  }

  const openOnes = () =>
    recorder.conversations().flatMap((conversation) =>
      openInquiriesOf(conversation)
        .filter(({ held }) => !held)
        .map(({ id }) => ({ conversation, id })),
    );

  let sent = 0;
  return {
    requests,
    acknowledgements,
    nextRequest() {
      const known = recorder.conversations().filter(({ parent }) => !parent);
      if (conversations < plan.conversations && (known.length === 0 || choices.oneIn(4))) return startConversation();
      if (known.length === 0) return undefined;
      const conversation = choices.pick(known);
      const { id: conversationId, status } = conversation;
      const last = lastInquiryOf(conversationId);
      if (status === "external") {
        const [open, ...others] = openInquiriesOf(conversation);
        return open && onInquiry(conversation, choices.pick([open, ...others]).id);
      }
      if (status === "parked" && !choices.oneIn(4)) return onInquiry(conversation, conversation.inquiry.id);
      if (status === "failed" && !choices.oneIn(2))
        return add("retry", { conversationId, command: (_, at) => ({ type: "retry", terms, by: "ana", at }) });
      if (choices.oneIn(6))
        return add("stop", { conversationId, command: (_, at) => ({ type: "stop", by: "ana", at }) });
      if (last !== undefined && choices.oneIn(3)) return onInquiry(conversation, last);
      return choices.oneIn(3) ? message(conversationId) : undefined;
    },
    message,
    unanswered: () => requests.filter(({ isDone, pendingOn }) => !isDone && pendingOn.size === 0),
    get hasOpenInquiry() {
      return openOnes().length > 0;
    },
    answerAll() {
      for (const { conversation, id } of openOnes()) answer(conversation, id, false);
    },
    send(request, server) {
      sent += 1;
      request.pendingOn.add(server.host);
      const over = () => request.pendingOn.delete(server.host);
      void perform(request, server, sent)
        .catch((error) => error instanceof SimulatedFault || violated(`${request.name} failed: ${String(error)}`))
        .finally(over);
    },
    connectionLost(host) {
      for (const { pendingOn } of requests) pendingOn.delete(host);
    },
    backUp() {
      const then = { acknowledgements: acknowledgements.length, replies: [...replies] };
      return () => {
        acknowledgements.length = then.acknowledgements;
        replies.clear();
        for (const [key, reply] of then.replies) replies.set(key, reply);
        for (const request of requests) {
          request.mayBeLost = true;
          // Whoever still sees the question answers it again.
          if (request.about !== undefined) request.isDone = false;
        }
      };
    },
  };
}
