import type { Client } from "@askback/client";
import type { Draft, DraftSaved, Me, SavedDraft } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import { emptyDraft, isEmpty } from "./draft.ts";
import { isSameDraft, wordsOf } from "./draft-fields.ts";
import type { Drafts, KeptDraft } from "./drafts.ts";
import { createKeeper } from "./keeper.ts";
import { type Kept, newPage } from "./kept.ts";
import { mergeDrafts } from "./merge-drafts.ts";
import { ownerName } from "./owner-name.ts";
import type { Places } from "./places.ts";
import { createServerClock } from "./server-clock.ts";
import { createServerDrafts } from "./server-drafts.ts";
import { createTabDrafts, type TabMessage } from "./tab-drafts.ts";
import { createTexts } from "./texts.ts";

/** How long a card waits for the draft of another device before it shows what is here; a later one is offered. */
const patienceMs = 1_500;

/** The server's copy of what this device wrote is no other draft, unless it is so much newer that the browser has lost it. */
const copyMs = 10_000;

export interface DraftsOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly places: Places;
  /** Where the server is: one browser may know several. */
  readonly origin: string;
  readonly me: Promise<Me>;
  /** The name of this device, for the other devices of the same person. */
  readonly device: string;
  /** Calls back when somebody saved a draft; returns how to stop that. */
  readonly onSaved: (listener: (saved: DraftSaved) => void) => () => void;
  /** Calls back when there is a connection again; returns how to stop that. */
  readonly onLive: (listener: () => void) => () => void;
}

export function createDrafts(options: DraftsOptions): Drafts {
  const { client, clock, places, origin, me, device, onSaved, onLive } = options;
  let known: Me | undefined;
  const owner = me.then((person) => {
    known = person;
    return ownerName(origin, person.id);
  });
  const prefixed = (kind: string) => owner.then((name) => `${kind}:${name}:`);
  const keeper = createKeeper<Draft>({
    places,
    clock,
    device,
    prefix: prefixed("draft"),
    covers: (draft, other) => isEmpty(other) || isSameDraft(draft, other),
    onFound: (inquiryId, kept) => tell(inquiryId, draftOf(kept, "browser")),
  });
  const { texts, ...textKeeper } = createTexts({ places, clock, device, prefix: prefixed("text") });
  const serverClock = createServerClock(places.notepad, clock, origin);
  const mayKeep = () => known?.scopes.includes("answer") === true;
  const server = createServerDrafts({ client, clock, device, mayKeep, onSaved: serverClock.learn });
  const tabs = createTabDrafts(places.tabs, owner, hearTab);
  const listeners = new Map<string, Set<(draft: KeptDraft) => void>>();
  let stops: readonly (() => void)[] = [];
  void owner.then(server.saveAgain);

  /** Hears the others, also where it was closed before. */
  function open(): void {
    tabs.open();
    if (stops.length === 0) stops = [onSaved((saved) => void hearSaved(saved)), onLive(server.saveAgain)];
  }

  function tell(inquiryId: string, kept: KeptDraft): void {
    for (const listener of [...(listeners.get(inquiryId) ?? [])]) listener(kept);
  }

  function hearTab(message: TabMessage): void {
    if (message.type === "discarded") return hearDiscarded(message.inquiryId, message.drafts);
    const { inquiryId, before, after } = message;
    const here = keeper.inMemory(inquiryId);
    const { draft, other } = here ? mergeDrafts(here.value, { before, after: after.value }) : { draft: after.value };
    keeper.mirror(inquiryId, after);
    const isAll = isSameDraft(draft, after.value);
    const kept = isAll ? after : keeper.keep(inquiryId, draft);
    tell(inquiryId, draftOf(kept, "here"));
    if (!other) return;
    keeper.setAside(inquiryId, after);
    tell(inquiryId, draftOf(after, "browser"));
  }

  /** What has words that were not discarded stays. */
  function hearDiscarded(inquiryId: string, gone: readonly Draft[]): void {
    const words = new Set(gone.flatMap(wordsOf));
    const here = keeper.inMemory(inquiryId);
    void keeper.discard(inquiryId, (draft) => wordsOf(draft).every((some) => words.has(some)));
    server.forget(inquiryId);
    if (!here) return;
    const left = keeper.inMemory(inquiryId);
    if (left) server.keep(inquiryId, left.value);
    tell(inquiryId, draftOf(left ?? { ...here, value: emptyDraft(here.value) }, "here"));
  }

  async function hearSaved(saved: DraftSaved): Promise<void> {
    const isOwn = saved.by === known?.id && saved.device !== device;
    if (isOwn && listeners.has(saved.inquiryId)) offer(saved.inquiryId, await fromServer(saved.inquiryId));
  }

  /** What another device wrote is taken where nothing is written here, and offered otherwise. */
  function offer(inquiryId: string, other: Kept<Draft> | undefined): void {
    const isTaken = compare(inquiryId, other, true);
    if (other && isTaken !== undefined) tell(inquiryId, draftOf(other, isTaken ? "here" : "server"));
  }

  async function fromServer(inquiryId: string): Promise<Kept<Draft> | undefined> {
    const saved = await server.find(inquiryId);
    if (!saved) return undefined;
    const { draft: value, savedAt } = saved;
    return { value, savedAt, device: saved.device, page: saved.device, count: Date.parse(savedAt) };
  }

  /**
   * What the server has goes beside what is here, or into its place if it is newer and nobody writes here yet. Gives
   * whether it was taken; undefined where it is nothing new.
   */
  function compare(inquiryId: string, other: Kept<Draft> | undefined, isWriting: boolean): boolean | undefined {
    const own = keeper.inMemory(inquiryId);
    if (!other || isEmpty(other.value) || (own && isSameDraft(own.value, other.value))) return undefined;
    const isWritten = own !== undefined && !isEmpty(own.value);
    const ahead = isWritten ? Date.parse(other.savedAt) - serverClock.timeOf(own.savedAt) : 0;
    const isCopy = isWritten && other.device === device;
    if (isCopy && ahead <= copyMs) return undefined;
    const isTaken = !isWritten || (!isCopy && !isWriting && ahead > 0);
    if (isTaken) keeper.exchange(inquiryId, other);
    else keeper.setAside(inquiryId, other);
    return isTaken;
  }

  function tellChange(inquiryId: string, before: Draft | undefined, after: Kept<Draft>): void {
    tabs.tell({ type: "changed", inquiryId, before: before ?? emptyDraft(after.value), after });
    server.keep(inquiryId, after.value);
  }

  return {
    async find(inquiryId) {
      open();
      const here = keeper.inMemory(inquiryId);
      const remote = fromServer(inquiryId);
      const onLate = () => void remote.then((late) => offer(inquiryId, late));
      const [other] = await Promise.all([soon(remote, { clock, onLate }), keeper.find(inquiryId)]);
      const left = keeper.inMemory(inquiryId);
      const isWriting = here !== undefined || (left !== undefined && keeper.isOwn(left));
      compare(inquiryId, other, isWriting);
      const own = keeper.inMemory(inquiryId);
      if (!own || isEmpty(own.value)) return undefined;
      return draftOf(own, isWriting ? "here" : own === other ? "server" : "browser");
    },
    offered: (inquiryId) => keeper.beside(inquiryId).map(savedOf),
    keep(inquiryId, draft, shown) {
      open();
      const own = keeper.inMemory(inquiryId);
      const kept = keeper.keep(inquiryId, draft);
      if (own && shown && !isSameDraft(own.value, shown))
        keeper.setAside(inquiryId, { ...own, page: newPage(), count: 0 });
      tellChange(inquiryId, shown ?? own?.value, kept);
    },
    take(inquiryId, { draft }) {
      const own = keeper.inMemory(inquiryId);
      const kept = keeper.beside(inquiryId).find(({ value }) => isSameDraft(value, draft));
      if (!kept) return;
      keeper.exchange(inquiryId, kept);
      tellChange(inquiryId, own?.value, kept);
    },
    async discard(inquiryId, gone) {
      tabs.tell({ type: "discarded", inquiryId, drafts: gone });
      const isGone = (draft: Draft) => gone.some((some) => isSameDraft(some, draft));
      await Promise.all([keeper.discard(inquiryId, isGone), server.discard(inquiryId)]);
    },
    onOther(inquiryId, listener) {
      open();
      const own = (draft: KeptDraft) => listener(draft);
      const current = listeners.get(inquiryId) ?? new Set();
      listeners.set(inquiryId, current.add(own));
      return () => {
        current.delete(own);
        if (current.size === 0) listeners.delete(inquiryId);
      };
    },
    texts,
    async wipe() {
      server.close();
      serverClock.forget();
      await Promise.all([keeper.wipe(), textKeeper.wipe()]);
    },
    close() {
      keeper.close();
      textKeeper.close();
      server.close();
      tabs.close();
      for (const stop of stops) stop();
      stops = [];
    },
  };
}

function savedOf({ value, device, savedAt }: Kept<Draft>): SavedDraft {
  return { draft: value, device, savedAt };
}

function draftOf(kept: Kept<Draft>, origin: KeptDraft["origin"]): KeptDraft {
  return { ...savedOf(kept), origin };
}

interface Patience {
  readonly clock: Clock;
  readonly onLate: () => void;
}

/** A value if it comes soon; `onLate` is called when it does not. */
function soon<Value>(value: Promise<Value>, { clock, onLate }: Patience): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const prevent = clock.after(patienceMs, () => {
      resolve(undefined);
      onLate();
    });
    void value.then((came) => {
      prevent();
      resolve(came);
    });
  });
}
