import type { Draft } from "@askback/core/wire";
import type { Kept } from "./kept.ts";
import type { OtherTabs } from "./places.ts";

/** What the tabs of one browser tell each other of their drafts. */
export type TabMessage =
  | {
      readonly type: "changed";
      readonly inquiryId: string;
      readonly before: Draft;
      readonly after: Kept<Draft>;
    }
  /** With what was discarded: another tab may have something else. */
  | { readonly type: "discarded"; readonly inquiryId: string; readonly drafts: readonly Draft[] };

export interface TabDrafts {
  /** Begins to hear, if it does not yet. */
  open(): void;
  tell(message: TabMessage): void;
  close(): void;
}

/** Only tabs of the same person hear each other; `owner` says whose they are. */
export function createTabDrafts(
  tabs: OtherTabs,
  owner: Promise<string>,
  onMessage: (message: TabMessage) => void,
): TabDrafts {
  let known: string | undefined;
  let stop: (() => void) | undefined;
  void owner.then((name) => {
    known = name;
  });
  return {
    open() {
      stop ??= tabs.onMessage((heard) => {
        if (isOwn(heard, known)) onMessage(heard.message);
      });
    },
    tell(message) {
      if (known !== undefined) tabs.post({ owner: known, message });
    },
    close() {
      stop?.();
      stop = undefined;
      tabs.close();
    },
  };
}

function isOwn(heard: unknown, owner: string | undefined): heard is { readonly message: TabMessage } {
  return (
    owner !== undefined && typeof heard === "object" && heard !== null && "owner" in heard && heard.owner === owner
  );
}
