import type { Command, Conversation, Event, Terms } from "@askback/core";
import type { Reply } from "../../packages/server/src/store/store.ts";
import type { Random } from "../harness/fuzz/random.ts";
import type { CommitRecorder } from "./commit-recorder.ts";
import { type Host, SimulatedFault } from "./host.ts";
import type { Plan } from "./plan.ts";
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
  /** Requests that resolve every open inquiry. */
  answers(): readonly Request[];
  send(request: Request, server: SimulatedServer): void;
  connectionLost(host: Host): void;
}

interface ClientsOptions {
  readonly random: Random;
  readonly recorder: CommitRecorder;
  /** A prefix of conversation ids that no other history uses. */
  readonly prefix: string;
  readonly plan: Pick<Plan, "conversations">;
  readonly terms: Terms;
  violated(what: string): void;
}

const holdMs = 10_000;

export function createClients(options: ClientsOptions): Clients {
  const { random, recorder, plan, prefix, terms, violated } = options;
  const requests: Request[] = [];
  const acknowledgements: Acknowledgement[] = [];
  const replies = new Map<string, Reply>();
  let conversations = 0;

  function add(name: string, details: Omit<Request, "name" | "pendingOn" | "isDone">): Request {
    const request = { name, pendingOn: new Set<Host>(), isDone: false, ...details };
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
    const separate = random.below(3) === 0;
    return add("message", {
      conversationId,
      text: words,
      key: key(),
      command: (_, at) => ({ type: "send-message", text: words, separate, terms, by: "ana", at }),
    });
  }

  function answer({ id }: Conversation, inquiryId: string, isHeld: boolean): Request {
    const by = random.pick(["ana", "ben"]);
    const set = { answers: [{ question: "q1", options: [random.pick(["o1", "o2"])] }] };
    const hold = isHeld ? { holdMs } : {};
    return add(`answer by ${by}`, {
      conversationId: id,
      ...(random.below(2) === 0 && { key: key() }),
      command: (_, at) => ({ type: "answer", inquiryId, set, ...hold, by, at }),
    });
  }

  function onInquiry(conversation: Conversation, inquiryId: string): Request {
    const { id: conversationId } = conversation;
    if (conversation.status === "parked" && conversation.held) {
      const { by } = conversation.held.resolution;
      const type = random.pick(["retract", "deliver"] as const);
      return add(type, { conversationId, command: (_, at) => ({ type, inquiryId, by, at }) });
    }
    const type = random.pick(["answer", "answer", "answer", "delegate", "decline", "dismiss"] as const);
    if (type === "answer") return answer(conversation, inquiryId, random.below(3) === 0);
    return add(type, { conversationId, command: (_, at) => ({ type, inquiryId, by: "ana", at }) });
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
      acknowledge(request, { request, conversationId: id, version, events });
      if (replyKey) acknowledge(request, replied(version));
    } else if (performed.error.code === "already-replied") acknowledge(request, performed.error.reply);
    request.isDone = true;
  }

  let sent = 0;
  return {
    requests,
    acknowledgements,
    nextRequest() {
      const known = recorder.conversations().filter(({ parent }) => !parent);
      if (conversations < plan.conversations && (known.length === 0 || random.below(4) === 0))
        return startConversation();
      if (known.length === 0) return undefined;
      const conversation = random.pick(known);
      const { id: conversationId, status } = conversation;
      if (status === "parked" && random.below(4) > 0) return onInquiry(conversation, conversation.inquiry.id);
      if (status === "failed" && random.below(2) > 0)
        return add("retry", { conversationId, command: (_, at) => ({ type: "retry", terms, by: "ana", at }) });
      if (random.below(6) === 0)
        return add("stop", { conversationId, command: (_, at) => ({ type: "stop", by: "ana", at }) });
      const last = "run" in conversation ? conversation.run?.lastAsk?.inquiryId : undefined;
      if (last !== undefined && random.below(3) === 0) return onInquiry(conversation, last);
      return random.below(3) === 0 ? message(conversationId) : undefined;
    },
    message,
    unanswered: () => requests.filter(({ isDone, pendingOn }) => !isDone && pendingOn.size === 0),
    answers: () =>
      recorder
        .conversations()
        .flatMap((conversation) =>
          conversation.status === "parked" && !conversation.held
            ? [answer(conversation, conversation.inquiry.id, false)]
            : [],
        ),
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
  };
}
