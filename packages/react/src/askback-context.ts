import type { Client } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import { createContext, useContext } from "react";
import type { CardLinks } from "./card/card-links.ts";
import type { Drafts } from "./draft/drafts.ts";
import type { Live } from "./live/live.ts";
import type { Settings } from "./settings.ts";

/** What the components share. */
export interface Askback {
  readonly client: Client;
  readonly live: Live;
  readonly drafts: Drafts;
  readonly settings: Settings;
  /** The addresses that the cards of an inquiry show. */
  readonly linksOf?: (inquiry: Inquiry) => CardLinks;
  change(settings: Partial<Settings>): void;
}

export const AskbackContext = createContext<Askback | undefined>(undefined);

export function useAskback(): Askback {
  const askback = useContext(AskbackContext);
  if (!askback) throw new Error("Put this component inside <AskbackProvider>.");
  return askback;
}
