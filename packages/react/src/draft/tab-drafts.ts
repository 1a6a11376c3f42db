import type { DraftChange } from "./merge-drafts.ts";
import type { OtherTabs } from "./places.ts";

/** What the tabs of one browser tell each other of their drafts. */
export type TabMessage =
  | ({ readonly type: "changed"; readonly inquiryId: string; readonly savedAt: string } & DraftChange)
  | { readonly type: "discarded"; readonly inquiryId: string };

export interface TabDrafts {
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
  const stop = tabs.onMessage((heard) => {
    if (isOwn(heard, known)) onMessage(heard.message);
  });
  void owner.then((name) => {
    known = name;
  });
  return {
    tell(message) {
      if (known !== undefined) tabs.post({ owner: known, message });
    },
    close: stop,
  };
}

function isOwn(heard: unknown, owner: string | undefined): heard is { readonly message: TabMessage } {
  return (
    owner !== undefined && typeof heard === "object" && heard !== null && "owner" in heard && heard.owner === owner
  );
}
