import type { Draft } from "@askback/core/wire";
import type { TabChannel } from "../storage/browser-storage.ts";
import type { Entry } from "../storage/entry.ts";

/** What the tabs of one browser tell each other about drafts. */
export type DraftMessage =
  | {
      readonly type: "changed";
      readonly inquiryId: string;
      readonly before: Draft;
      readonly after: Entry<Draft>;
    }
  /** Names the discarded drafts, since another tab may hold a different one. */
  | { readonly type: "discarded"; readonly inquiryId: string; readonly drafts: readonly Draft[] };

export interface DraftChannel {
  /** Begins to receive messages, if it has not yet. */
  open(): void;
  post(message: DraftMessage): void;
  close(): void;
}

/** Tabs receive only messages of their own `owner`, the person who uses them. */
export function createDraftChannel(
  tabs: TabChannel,
  owner: Promise<string>,
  onMessage: (message: DraftMessage) => void,
): DraftChannel {
  let knownOwner: string | undefined;
  let stop: (() => void) | undefined;
  void owner.then((name) => {
    knownOwner = name;
  });
  return {
    open() {
      stop ??= tabs.onMessage((received) => {
        if (isOwn(received, knownOwner)) onMessage(received.message);
      });
    },
    post(message) {
      if (knownOwner !== undefined) tabs.post({ owner: knownOwner, message });
    },
    close() {
      stop?.();
      stop = undefined;
      tabs.close();
    },
  };
}

function isOwn(received: unknown, owner: string | undefined): received is { readonly message: DraftMessage } {
  return (
    owner !== undefined &&
    typeof received === "object" &&
    received !== null &&
    "owner" in received &&
    received.owner === owner
  );
}
