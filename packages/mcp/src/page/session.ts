import type { Draft } from "@askback/core/wire";
import { titleOf } from "../../../react/src/card/card-title.ts";
import { emptyDraft } from "../../../react/src/data/drafts/draft.ts";
import type { MessageDescriptor } from "../../../react/src/i18n/use-translation.ts";
import { isWithinDoubleClick } from "../../../react/src/ui/deliberate-press.ts";
import type { Card, CardProblem } from "../card/card.ts";
import { type CardClient, type CardReply, createCardClient, type Resolve } from "./card-client.ts";
import { createDraftSaver, type DraftSaver } from "./draft-saver.ts";
import { follow } from "./follow.ts";
import type { Host } from "./host.ts";
import { cardStateOf, type PageState, receiveCard } from "./state.ts";

/** What the page is shown on. */
export interface Screen {
  read(): PageState;
  /** Shows a state at once. */
  show(state: PageState): void;
  focus(selector: string): void;
  /** Has a screen reader say these messages. */
  announce(...messages: readonly MessageDescriptor[]): void;
  /** Whether the form has the focus. */
  isInUse(): boolean;
  /** A time as people read it. */
  time(at: string): string;
}

/** The exchange with the server about one inquiry. */
export interface Session {
  /** Shows the question of a call, as it stands by now, and follows it. */
  start(card: Card): Promise<void>;
  /** Sends a resolution, unless something else was there to be pressed a moment ago. */
  send(request: Omit<Resolve, "revision">): Promise<void>;
  /** Saves a draft soon. */
  save(draft: Draft): void;
  /** Saves at once what is still to be saved. */
  flush(): Promise<void>;
  /** What can be pressed has changed: a press that began before it is no consent to what is there now. */
  touch(): void;
  isTooSoon(): boolean;
}

export function createSession(host: Host, screen: Screen): Session {
  let client: CardClient | undefined;
  let saver: DraftSaver | undefined;
  /** On the clock of `performance`. */
  let changedAt = Number.NEGATIVE_INFINITY;

  const { read, show, announce } = screen;
  const set = (changed: Partial<PageState>) => show({ ...read(), ...changed });
  const touch = () => {
    changedAt = performance.now();
  };
  const isTooSoon = () => isWithinDoubleClick({ at: performance.now(), changedAt });

  /** What the server says; `sent` if it is the reply to a resolution. */
  function onReply(reply: CardReply, sent?: Resolve["action"]): void {
    // While something is sent its own reply says what has become of it.
    if (sent === undefined && read().sending.status === "sending") return;
    if (reply.type === "card") return receive(reply.card, sent);
    if (reply.type === "refused") return set({ isRefused: true, sending: { status: "none" } });
    if (sent === undefined) return set({ isOffline: true });
    fail(sent, { title: reply.title, hint: "" });
  }

  function fail(action: Resolve["action"], problem: CardProblem): void {
    set({ sending: { status: "failed", action, problem } });
    announce({ id: "card.say.failed" });
  }

  function receive(card: Card, sent?: Resolve["action"]): void {
    const before = read();
    const after = receiveCard(before, card, { isReply: sent !== undefined, isInUse: screen.isInUse() });
    if (after === before) return;
    show(after);
    if (after.amendment && after.amendment !== before.amendment) {
      touch();
      announce({ id: "card.say.changed" });
    } else if (sent && card.problem && !card.inquiry.resolution) fail(sent, card.problem);
    if (after.hasJustEnded && !before.hasJustEnded) onEnd(after);
  }

  function onEnd(ended: PageState): void {
    const { card, recovered } = ended;
    saver?.stop();
    if (card?.isAccepted) screen.focus("[data-summary]");
    else if (card)
      announce(
        titleOf({ state: cardStateOf(ended), inquiry: card.inquiry, me: card.me }, screen.time),
        ...(recovered === undefined ? [] : [{ id: "card.say.kept" } as const]),
      );
    // The model reads the answer itself with `get_answer`; this only says that there is one.
    if (card && host.capabilities.updateModelContext?.text)
      host.updateModelContext(`A question has ended. ${howToRead(card)}`).catch(() => {});
  }

  return {
    async start(card) {
      if (client) return;
      if (card.token === undefined || !host.capabilities.serverTools)
        return show({ ...receiveCard(read(), card), isRefused: true });
      client = createCardClient(host, card.token);
      const reply = await client.read();
      touch();
      // The result may be of an earlier day, so that the question is shown as it stands by now.
      show(receiveCard(read(), reply.type === "card" ? { ...card, ...reply.card } : card));
      if (reply.type !== "card") onReply(reply);
      const saved = reply.type === "card" ? reply.card.draft?.draft : undefined;
      if (card.canAnswer) saver = createDraftSaver(client, saved ?? emptyDraft(card.inquiry));
      await follow(client, { seen: () => read().card?.inquiry, onReply });
    },
    async send(request) {
      const { card } = read();
      if (!client || !card || cardStateOf(read()) !== "pending" || isTooSoon()) return;
      set({ sending: { status: "sending" }, gap: undefined });
      announce({ id: "card.say.sending" });
      await saver?.flush();
      onReply(await client.resolve({ ...request, revision: card.inquiry.revision }), request.action);
    },
    save: (draft) => saver?.save(draft),
    flush: async () => saver?.flush(),
    touch,
    isTooSoon,
  };
}

/** What a model is told, which has the handle from the call that asked. */
export function howToRead({ inquiry: { id } }: Card): string {
  return `Call get_answer with ${JSON.stringify({ handle: id })} to read how your question has ended.`;
}
