import type * as wire from "@askback/core/wire";

/** The inquiry as a card shows it, without what belongs to its asker. */
export type ShownInquiry = Omit<wire.Inquiry, "origin" | "mine" | "warnings">;

/** Why something was not done. */
export type CardProblem = Pick<wire.Problem, "title" | "hint">;

/** What a card shows, as the server knows it. Page and server may be of different versions, so fields are only ever added. */
export interface Card {
  readonly inquiry: ShownInquiry;
  /** Whether a key was given that may answer. */
  readonly canAnswer: boolean;
  /** Where the inquiry is in Askback's own app. */
  readonly url: string;
  /** Opens the tools of the card, for this inquiry alone; only the result of the call that asked has it. */
  readonly token?: string;
  /** The person who answers here; absent where nothing about them was asked. */
  readonly me?: string;
  readonly draft?: wire.SavedDraft;
  /** Set if the request of the card has resolved the inquiry. */
  readonly isAccepted?: true;
  /** Why the request of the card changed nothing. */
  readonly problem?: CardProblem;
}

/** Where a card is in `_meta` of a result, which hosts do not show to the model. */
export const cardMetaKey = "askback/card";

/** Set in `_meta` where a token is not accepted (any more), so that the card asks no further. */
export const refusedMetaKey = "askback/refused";

/** How many seconds a card waits for a change in one call; hosts give calls up after some time. */
export const cardWait = 10;

/** The tools of the card. Hosts offer them to apps alone. */
export const cardToolNames = { read: "read_card", resolve: "resolve_card", saveDraft: "save_card_draft" } as const;

/** The ways in which a card resolves its inquiry. */
export const cardActions = ["answer", "delegate", "decline", "dismiss"] as const;
