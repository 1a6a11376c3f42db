import type { Client } from "@askback/client";
import type { Draft, DraftSaved, Me, SavedDraft } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import type { BrowserStorage } from "../storage/browser-storage.ts";
import { type Entry, newPageId } from "../storage/entry.ts";
import { createLocalStore } from "../storage/local-store.ts";
import { emptyDraft, isEmpty, isSameDraft, textsIn } from "./draft.ts";
import { createDraftChannel, type DraftMessage } from "./draft-channel.ts";
import { mergeDrafts } from "./merge-drafts.ts";
import { createServerClock, createServerDrafts } from "./server-drafts.ts";
import { createTexts, type Texts } from "./texts.ts";

/** How long a card waits for the draft on the server before it shows the local one; one that comes later is offered. */
const serverWaitMs = 1_500;

/** The server's copy of this device's draft is another draft only if it is newer by more than this: then the browser lost its own. */
const copyToleranceMs = 10_000;

/** A draft with where and when it was written. */
export interface FoundDraft extends SavedDraft {
  readonly origin: "here" | "browser" | "server";
}

/** Saves drafts: in memory at once, in the browser after a moment, on the server after two seconds. */
export interface Drafts {
  /** The name of this device, which its drafts bear. */
  readonly device: string;
  /** The newest draft of an inquiry, from memory, browser or server; different ones are offered. */
  find(inquiryId: string): Promise<FoundDraft | undefined>;
  /** Drafts of other tabs and devices that were neither taken nor discarded. */
  offered(inquiryId: string): readonly SavedDraft[];
  /** `shown` is what the author saw before the change: a stored draft that differs from it is offered. */
  save(inquiryId: string, draft: Draft, shown?: Draft): void;
  /** Makes an offered draft the current one; the current one is offered instead. */
  take(inquiryId: string, offered: SavedDraft): void;
  /** Deletes these drafts and no others, since the author may not have seen the others. */
  discard(inquiryId: string, discarded: readonly Draft[]): Promise<void>;
  /** Calls back when another tab or device changed a draft; returns how to unsubscribe. */
  onOther(inquiryId: string, listener: (draft: FoundDraft) => void): () => void;
  readonly texts: Omit<Texts, "clear" | "close">;
  /** Deletes everything of this person in this browser, on sign-out. */
  wipe(): Promise<void>;
  close(): void;
}

export interface DraftsOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly storage: BrowserStorage;
  /** The server's address: one browser may use several servers. */
  readonly origin: string;
  readonly me: Promise<Me>;
  /** Names the person, and the project of the drafts. */
  readonly owner: Promise<string>;
  /** The name of the last user of this browser, before this page. */
  readonly lastOwner?: string | undefined;
  /** The name of this device, shown on the person's other devices. */
  readonly device: string;
  /** Calls back when a draft was saved on the server; returns how to unsubscribe. */
  readonly onSaved: (listener: (saved: DraftSaved) => void) => () => void;
  /** Calls back when the connection is live again; returns how to unsubscribe. */
  readonly onLive: (listener: () => void) => () => void;
}

export function createDrafts(options: DraftsOptions): Drafts {
  const { client, clock, storage, origin, me, owner, lastOwner, device, onSaved, onLive } = options;
  let knownMe: Me | undefined;
  void me.then((person) => {
    knownMe = person;
  });
  const store = createLocalStore<Draft>({
    storage,
    clock,
    device,
    kind: "draft",
    owner,
    lastOwner,
    covers: (draft, other) => isEmpty(other) || isSameDraft(draft, other),
    onFound: (inquiryId, entry) => notify(inquiryId, toFoundDraft(entry, "browser")),
  });
  const texts = createTexts({ storage, clock, device, owner, lastOwner });
  const serverClock = createServerClock(storage.text, clock, origin);
  const maySave = () => knownMe?.scopes.includes("answer") === true;
  const server = createServerDrafts({ client, clock, device, maySave, onSaved: serverClock.learn });
  const channel = createDraftChannel(storage.tabs, owner, handleMessage);
  const listeners = new Map<string, Set<(draft: FoundDraft) => void>>();
  let stops: readonly (() => void)[] = [];
  void owner.then(server.retry);

  /** Subscribes to other tabs and devices, also after `close`. */
  function open(): void {
    channel.open();
    if (stops.length === 0) stops = [onSaved((saved) => void handleSaved(saved)), onLive(server.retry)];
  }

  function notify(inquiryId: string, draft: FoundDraft): void {
    for (const listener of [...(listeners.get(inquiryId) ?? [])]) listener(draft);
  }

  function handleMessage(message: DraftMessage): void {
    if (message.type === "discarded") return handleDiscarded(message.inquiryId, message.drafts);
    const { inquiryId, before, after } = message;
    const here = store.get(inquiryId);
    const { draft, other } = here ? mergeDrafts(here.value, { before, after: after.value }) : { draft: after.value };
    store.mirror(inquiryId, after);
    const isWhole = isSameDraft(draft, after.value);
    const entry = isWhole ? after : store.set(inquiryId, draft);
    notify(inquiryId, toFoundDraft(entry, "here"));
    if (!other) return;
    store.addOther(inquiryId, after);
    notify(inquiryId, toFoundDraft(after, "browser"));
  }

  /** A draft with a text that was not discarded stays. */
  function handleDiscarded(inquiryId: string, discarded: readonly Draft[]): void {
    const discardedTexts = new Set(discarded.flatMap(textsIn));
    const here = store.get(inquiryId);
    void store.remove(inquiryId, (draft) => textsIn(draft).every((text) => discardedTexts.has(text)));
    server.cancel(inquiryId);
    if (!here) return;
    const left = store.get(inquiryId);
    if (left) server.save(inquiryId, left.value);
    notify(inquiryId, toFoundDraft(left ?? { ...here, value: emptyDraft(here.value) }, "here"));
  }

  async function handleSaved(saved: DraftSaved): Promise<void> {
    const isFromOtherDevice = saved.by === knownMe?.id && saved.device !== device;
    if (isFromOtherDevice && listeners.has(saved.inquiryId))
      offerRemote(saved.inquiryId, await findRemote(saved.inquiryId));
  }

  /** A draft of another device is taken if nothing is written here, and offered otherwise. */
  function offerRemote(inquiryId: string, remote: Entry<Draft> | undefined): void {
    const isTaken = addRemote(inquiryId, remote, true);
    if (remote && isTaken !== undefined) notify(inquiryId, toFoundDraft(remote, isTaken ? "here" : "server"));
  }

  async function findRemote(inquiryId: string): Promise<Entry<Draft> | undefined> {
    const saved = await server.find(inquiryId);
    if (!saved) return undefined;
    const { draft: value, savedAt } = saved;
    return { value, savedAt, device: saved.device, page: saved.device, count: Date.parse(savedAt) };
  }

  /**
   * Adds the server's draft to the others, or makes it the current one if it is newer and nobody writes here yet. Returns
   * whether it became the current one; undefined if it is nothing new.
   */
  function addRemote(inquiryId: string, remote: Entry<Draft> | undefined, isWriting: boolean): boolean | undefined {
    const own = store.get(inquiryId);
    if (!remote || isEmpty(remote.value) || (own && isSameDraft(own.value, remote.value))) return undefined;
    const isWritten = own !== undefined && !isEmpty(own.value);
    const newerByMs = isWritten ? Date.parse(remote.savedAt) - serverClock.toServerTime(own.savedAt) : 0;
    const isCopy = isWritten && remote.device === device;
    if (isCopy && newerByMs <= copyToleranceMs) return undefined;
    const isTaken = !isWritten || (!isCopy && !isWriting && newerByMs > 0);
    if (isTaken) store.swap(inquiryId, remote);
    else store.addOther(inquiryId, remote);
    return isTaken;
  }

  function publish(inquiryId: string, before: Draft | undefined, after: Entry<Draft>): void {
    channel.post({ type: "changed", inquiryId, before: before ?? emptyDraft(after.value), after });
    server.save(inquiryId, after.value);
  }

  return {
    device,
    async find(inquiryId) {
      open();
      const here = store.get(inquiryId);
      const finding = findRemote(inquiryId);
      const onLate = () => void finding.then((late) => offerRemote(inquiryId, late));
      const [remote] = await Promise.all([withTimeout(finding, { clock, onLate }), store.load(inquiryId)]);
      const loaded = store.get(inquiryId);
      const isWriting = here !== undefined || (loaded !== undefined && store.isOwn(loaded));
      addRemote(inquiryId, remote, isWriting);
      const own = store.get(inquiryId);
      if (!own || isEmpty(own.value)) return undefined;
      return toFoundDraft(own, isWriting ? "here" : own === remote ? "server" : "browser");
    },
    offered: (inquiryId) => store.others(inquiryId).map(toSavedDraft),
    save(inquiryId, draft, shown) {
      open();
      const own = store.get(inquiryId);
      const entry = store.set(inquiryId, draft);
      if (own && shown && !isSameDraft(own.value, shown))
        store.addOther(inquiryId, { ...own, page: newPageId(), count: 0 });
      publish(inquiryId, shown ?? own?.value, entry);
    },
    take(inquiryId, { draft }) {
      const own = store.get(inquiryId);
      const entry = store.others(inquiryId).find(({ value }) => isSameDraft(value, draft));
      if (!entry) return;
      store.swap(inquiryId, entry);
      publish(inquiryId, own?.value, entry);
    },
    async discard(inquiryId, discarded) {
      channel.post({ type: "discarded", inquiryId, drafts: discarded });
      const isDiscarded = (draft: Draft) => discarded.some((other) => isSameDraft(other, draft));
      await Promise.all([store.remove(inquiryId, isDiscarded), server.discard(inquiryId)]);
    },
    onOther(inquiryId, listener) {
      open();
      const own = (draft: FoundDraft) => listener(draft);
      const current = listeners.get(inquiryId) ?? new Set();
      listeners.set(inquiryId, current.add(own));
      return () => {
        current.delete(own);
        if (current.size === 0) listeners.delete(inquiryId);
      };
    },
    texts: { get: texts.get, set: texts.set, remove: texts.remove },
    async wipe() {
      server.close();
      serverClock.forget();
      await Promise.all([store.clear(), texts.clear()]);
    },
    close() {
      store.close();
      texts.close();
      server.close();
      channel.close();
      for (const stop of stops) stop();
      stops = [];
    },
  };
}

function toSavedDraft({ value, device, savedAt }: Entry<Draft>): SavedDraft {
  return { draft: value, device, savedAt };
}

function toFoundDraft(entry: Entry<Draft>, origin: FoundDraft["origin"]): FoundDraft {
  return { ...toSavedDraft(entry), origin };
}

interface TimeoutOptions {
  readonly clock: Clock;
  readonly onLate: () => void;
}

/** The value if it comes within `serverWaitMs`; otherwise undefined, and `onLate` is called. */
function withTimeout<Value>(value: Promise<Value>, { clock, onLate }: TimeoutOptions): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.after(serverWaitMs, () => {
      resolve(undefined);
      onLate();
    });
    void value.then((result) => {
      cancel();
      resolve(result);
    });
  });
}
