import type { Inquiry, Option, ResolutionType } from "@askback/core/wire";
import { createContext, useContext } from "react";
import type { AssignedTo } from "../data/inbox/inbox.ts";
import type { InboxView } from "./inbox-view.ts";
import type { Selection } from "./use-selection.ts";

/** A view of the inbox with the inquiry that is open; an app can give each its own URL. */
export interface InboxRoute {
  readonly view: InboxView;
  readonly outcome?: ResolutionType | undefined;
  /** What is searched for. */
  readonly q?: string | undefined;
  /** The name of the agent to which the list is limited. */
  readonly agent?: string | undefined;
  /** Who has the questions to which the list is limited. */
  readonly assigned?: AssignedTo | undefined;
  /** The id of the open inquiry. */
  readonly inquiry?: string | undefined;
}

/** What the components of an inbox share. */
export interface InboxContextValue {
  readonly route: InboxRoute;
  /** The reader's id; undefined until it is loaded. */
  readonly me: string | undefined;
  readonly selection: Selection;
  /** `replace` leaves the current route out of the history. */
  go(route: InboxRoute, how?: "push" | "replace"): void;
  hrefOf(route: InboxRoute): string | undefined;
  answer(inquiry: Inquiry, option: Option): void;
}

export const InboxContext = createContext<InboxContextValue | undefined>(undefined);

export function useInboxContext(): InboxContextValue {
  const value = useContext(InboxContext);
  if (!value) throw new Error("Put this component inside <Inbox>.");
  return value;
}
