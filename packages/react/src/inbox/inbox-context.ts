import type { Inquiry, Option } from "@askback/core/wire";
import { createContext, useContext } from "react";
import type { InboxView, Outcome } from "./inbox-view.ts";

/** A place in the inbox; each has an address. */
export interface InboxPlace {
  readonly view: InboxView;
  readonly outcome?: Outcome | undefined;
  /** The inquiry that is open. */
  readonly inquiry?: string | undefined;
}

/** What the parts of an inbox share: where the reader is, and what they can do. */
export interface InboxParts {
  readonly place: InboxPlace;
  /** Who looks at it; undefined until known. */
  readonly me: string | undefined;
  go(place: InboxPlace): void;
  hrefOf(place: InboxPlace): string | undefined;
  answer(inquiry: Inquiry, option: Option): void;
}

export const InboxContext = createContext<InboxParts | undefined>(undefined);

export function useInboxParts(): InboxParts {
  const parts = useContext(InboxContext);
  if (!parts) throw new Error("Put this component inside <Inbox>.");
  return parts;
}
