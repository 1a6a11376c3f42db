import type { Command, Conversation, Event, Terms } from "@askback/core";
import type { Reply } from "../../packages/server/src/store/store.ts";
import type { Random } from "../support/random.ts";
import { type Host, SimulatedFault } from "./host.ts";
import type { Plan } from "./plan.ts";
import type { SimulatedServer } from "./simulated-server.ts";
import type { Witness } from "./witness.ts";

/** Something a person wants, which is sent until somebody says what came of it, and at times once more. */
export interface Wish {
  readonly name: string;
  /** The conversation it concerns; a request to start one names it at each try. */
  readonly conversationId?: string;
  /** The words of a message, which no other wish has. */
  readonly text?: string;
  readonly key?: string;
  readonly pendingOn: Set<Host>;
  isSettled: boolean;
  command(conversationId: string, at: number): Command;
}

/** What a server told a person. */
export interface Acknowledgement {
  readonly wish: Wish;
  readonly conversationId: string;
  readonly version: number;
  readonly events: readonly Event[];
}

export interface People {
  readonly wishes: readonly Wish[];
  readonly acknowledgements: readonly Acknowledgement[];
  /** Something new that somebody wants. */
  wish(): Wish | undefined;
  /** A message. */
  say(conversationId: string): Wish;
  /** Wishes that nobody has answered, and whose request is not under way any more. */
  unanswered(): readonly Wish[];
  /** What has to be said for every open inquiry to be resolved. */
  answers(): readonly Wish[];
  send(wish: Wish, server: SimulatedServer): void;
  connectionLost(host: Host): void;
}

interface PeopleOptions {
  readonly random: Random;
  readonly witness: Witness;
  /** A name for conversations that no other history uses. */
  readonly prefix: string;
  readonly plan: Pick<Plan, "conversations">;
  readonly terms: Terms;
  violated(what: string): void;
}

const holdMs = 10_000;

export function createPeople(options: PeopleOptions): People {
  const { random, witness, plan, prefix, terms, violated } = options;
  const wishes: Wish[] = [];
  const acknowledgements: Acknowledgement[] = [];
  const replies = new Map<string, Reply>();
  let conversations = 0;

  function add(name: string, wish: Omit<Wish, "name" | "pendingOn" | "isSettled">): Wish {
    const made = { name, pendingOn: new Set<Host>(), isSettled: false, ...wish };
    wishes.push(made);
    return made;
  }

  const text = () => `Words ${wishes.length}`;
  const key = () => `${prefix}-${wishes.length}`;

  function startOne(): Wish {
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

  function say(conversationId: string): Wish {
    const words = text();
    const separate = random.below(3) === 0;
    return add("say", {
      conversationId,
      text: words,
      key: key(),
      command: (_, at) => ({ type: "send-message", text: words, separate, terms, by: "ana", at }),
    });
  }

  function answer({ id }: Conversation, inquiryId: string, isHeld: boolean): Wish {
    const by = random.pick(["ana", "ben"]);
    const set = { answers: [{ question: "q1", options: [random.pick(["o1", "o2"])] }] };
    const hold = isHeld ? { holdMs } : {};
    return add(`answer by ${by}`, {
      conversationId: id,
      ...(random.below(2) === 0 && { key: key() }),
      command: (_, at) => ({ type: "answer", inquiryId, set, ...hold, by, at }),
    });
  }

  function onInquiry(conversation: Conversation, inquiryId: string): Wish {
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

  function acknowledge(wish: Wish, told: Acknowledgement | Reply): void {
    wish.isSettled = true;
    if ("version" in told) acknowledgements.push(told);
    if (wish.key === undefined || !("body" in told)) return;
    const earlier = replies.get(wish.key);
    if (earlier && earlier.body !== told.body) violated(`two replies to one key: ${earlier.body} and ${told.body}`);
    replies.set(wish.key, told);
  }

  async function request(wish: Wish, { runtime, store, clock }: SimulatedServer, tries: number): Promise<void> {
    const replyKey = wish.key === undefined ? undefined : { principal: "ana", route: "simulated", key: wish.key };
    const earlier = replyKey && (await store.reply(replyKey));
    if (earlier) return acknowledge(wish, earlier);
    const id = wish.conversationId ?? `${prefix}${wishes.indexOf(wish)}t${tries}`;
    const replied = (version: number) => ({ fingerprint: "", status: 202, body: JSON.stringify({ id, version }) });
    const how = replyKey && { reply: ({ version }: { version: number }) => ({ ...replyKey, ...replied(version) }) };
    const performed = await runtime.perform(id, wish.command(id, clock.now()), how);
    if (performed.ok) {
      const { version, events } = performed.value;
      acknowledge(wish, { wish, conversationId: id, version, events });
      if (replyKey) acknowledge(wish, replied(version));
    } else if (performed.error.code === "already-replied") acknowledge(wish, performed.error.reply);
    wish.isSettled = true;
  }

  let sent = 0;
  return {
    wishes,
    acknowledgements,
    wish() {
      const known = witness.conversations().filter(({ parent }) => !parent);
      if (conversations < plan.conversations && (known.length === 0 || random.below(4) === 0)) return startOne();
      if (known.length === 0) return undefined;
      const conversation = random.pick(known);
      const { id: conversationId, status, counts } = conversation;
      if (status === "parked" && random.below(4) > 0) return onInquiry(conversation, conversation.inquiry.id);
      if (status === "failed" && random.below(2) > 0)
        return add("retry", { conversationId, command: (_, at) => ({ type: "retry", terms, by: "ana", at }) });
      if (random.below(6) === 0)
        return add("stop", { conversationId, command: (_, at) => ({ type: "stop", by: "ana", at }) });
      if (counts.inquiries > 0 && random.below(3) === 0)
        return onInquiry(conversation, `inq_${conversationId.slice("conv_".length)}_${counts.inquiries}`);
      return random.below(3) === 0 ? say(conversationId) : undefined;
    },
    say,
    unanswered: () => wishes.filter(({ isSettled, pendingOn }) => !isSettled && pendingOn.size === 0),
    answers: () =>
      witness
        .conversations()
        .flatMap((conversation) =>
          conversation.status === "parked" && !conversation.held
            ? [answer(conversation, conversation.inquiry.id, false)]
            : [],
        ),
    send(wish, server) {
      sent += 1;
      wish.pendingOn.add(server.host);
      const over = () => wish.pendingOn.delete(server.host);
      void request(wish, server, sent)
        .catch((error) => error instanceof SimulatedFault || violated(`${wish.name} failed: ${String(error)}`))
        .finally(over);
    },
    connectionLost(host) {
      for (const { pendingOn } of wishes) pendingOn.delete(host);
    },
  };
}
