import type { Client } from "@askback/client";
import type { DraftSaved, Me } from "@askback/core/wire";
import type { Clock } from "../clock.ts";
import { emptyDraft, isEmpty } from "./draft.ts";
import { isSameDraft } from "./draft-fields.ts";
import type { Drafts, KeptDraft } from "./drafts.ts";
import { createKeeper, type Kept } from "./keeper.ts";
import { mergeDrafts } from "./merge-drafts.ts";
import type { Places } from "./places.ts";
import { createServerDrafts } from "./server-drafts.ts";
import { createTabDrafts, type TabMessage } from "./tab-drafts.ts";

/** How long a card waits for the draft of another device before it shows what is here; a later one is offered. */
const patienceMs = 1_500;

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
}

export function createDrafts({ client, clock, places, origin, me, device, onSaved }: DraftsOptions): Drafts {
  let known: Me | undefined;
  const owner = me.then((person) => {
    known = person;
    return `${origin}:${person.id}`;
  });
  const prefixed = (kind: string) => owner.then((name) => `${kind}:${name}:`);
  const keeper = createKeeper<KeptDraft["draft"]>({ places, clock, prefix: prefixed("draft") });
  const texts = createKeeper<string>({ places, clock, prefix: prefixed("text") });
  const mayKeep = () => known?.scopes.includes("answer") === true;
  const server = createServerDrafts({ client, clock, device, mayKeep });
  const tabs = createTabDrafts(places.tabs, owner, hearTab);
  const listeners = new Map<string, Set<(draft: KeptDraft) => void>>();
  let stopSaved: (() => void) | undefined;

  function tell(inquiryId: string, kept: KeptDraft): void {
    for (const listener of [...(listeners.get(inquiryId) ?? [])]) listener(kept);
  }

  function hearTab(message: TabMessage): void {
    const { inquiryId } = message;
    const here = keeper.inMemory(inquiryId);
    if (message.type === "discarded") {
      server.forget(inquiryId);
      void keeper.discard(inquiryId);
      if (here) tell(inquiryId, kept({ ...here, value: emptyDraft(here.value) }, "here"));
      return;
    }
    const { savedAt, after } = message;
    const { draft, other } = mergeDrafts(here?.value ?? message.before, message);
    if (other) keeper.keep(inquiryId, draft);
    else keeper.mirror(inquiryId, { value: draft, savedAt });
    tell(inquiryId, { draft, device, savedAt, origin: "here" });
    if (other) tell(inquiryId, { draft: after, device, savedAt, origin: "browser" });
  }

  async function hearSaved(saved: DraftSaved): Promise<void> {
    const isOwn = saved.by === known?.id && saved.device !== device;
    if (isOwn && listeners.has(saved.inquiryId)) offer(saved.inquiryId, await fromServer(saved.inquiryId));
  }

  /** What another device wrote is taken where nothing is written here, and offered otherwise. */
  function offer(inquiryId: string, other: KeptDraft | undefined): void {
    const here = keeper.inMemory(inquiryId);
    if (!other || isEmpty(other.draft) || (here && isSameDraft(here.value, other.draft))) return;
    if (here && !isEmpty(here.value)) return tell(inquiryId, other);
    keeper.mirror(inquiryId, { value: other.draft, savedAt: other.savedAt });
    tell(inquiryId, { ...other, origin: "here" });
  }

  async function fromServer(inquiryId: string): Promise<KeptDraft | undefined> {
    const saved = await server.find(inquiryId);
    return saved && { ...saved, origin: "server" };
  }

  const kept = ({ value, savedAt }: Kept<KeptDraft["draft"]>, from: KeptDraft["origin"]): KeptDraft => ({
    draft: value,
    device,
    savedAt,
    origin: from,
  });

  async function local(inquiryId: string): Promise<KeptDraft | undefined> {
    const here = keeper.inMemory(inquiryId);
    if (here) return kept(here, "here");
    const left = await keeper.find(inquiryId);
    return left && kept(left, "browser");
  }

  return {
    async find(inquiryId) {
      const remote = fromServer(inquiryId);
      const [own, other] = await Promise.all([
        local(inquiryId),
        soon(remote, clock, () => void remote.then((late) => offer(inquiryId, late))),
      ]);
      // An older copy of what this device wrote itself is no other draft.
      const isCopy = own !== undefined && other?.device === device && other.savedAt <= own.savedAt;
      const found = [own, isCopy ? undefined : other].filter((some) => some !== undefined && !isEmpty(some.draft));
      const sorted = (found as KeptDraft[]).toSorted((a, b) => Date.parse(b.savedAt) - Date.parse(a.savedAt));
      const [newest, ...others] = sorted;
      if (!newest) return [];
      if (!keeper.inMemory(inquiryId)) keeper.mirror(inquiryId, { value: newest.draft, savedAt: newest.savedAt });
      return [newest, ...others.filter(({ draft }) => !isSameDraft(draft, newest.draft))];
    },
    keep(inquiryId, draft) {
      const before = keeper.inMemory(inquiryId)?.value ?? emptyDraft(draft);
      const { savedAt } = keeper.keep(inquiryId, draft);
      tabs.tell({ type: "changed", inquiryId, before, after: draft, savedAt });
      server.keep(inquiryId, draft);
    },
    async discard(inquiryId) {
      tabs.tell({ type: "discarded", inquiryId });
      await Promise.all([keeper.discard(inquiryId), server.discard(inquiryId)]);
    },
    onOther(inquiryId, listener) {
      stopSaved ??= onSaved((saved) => void hearSaved(saved));
      const own = (draft: KeptDraft) => listener(draft);
      const current = listeners.get(inquiryId) ?? new Set();
      listeners.set(inquiryId, current.add(own));
      return () => {
        current.delete(own);
        if (current.size === 0) listeners.delete(inquiryId);
      };
    },
    texts: {
      get: async (name) => texts.inMemory(name)?.value ?? (await texts.find(name))?.value ?? "",
      keep: (name, text) => void (text === "" ? texts.discard(name) : texts.keep(name, text)),
    },
    async wipe() {
      server.close();
      await Promise.all([keeper.wipe(), texts.wipe()]);
    },
    close() {
      keeper.close();
      texts.close();
      server.close();
      tabs.close();
      places.tabs.close();
      stopSaved?.();
      stopSaved = undefined;
    },
  };
}

/** A value if it comes soon; `onLate` is called when it does not. */
function soon<Value>(value: Promise<Value>, clock: Clock, onLate: () => void): Promise<Value | undefined> {
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
