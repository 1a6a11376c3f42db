import type { Client } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import { createContext, useContext } from "react";
import type { Drafts } from "./data/drafts/drafts.ts";
import type { Live } from "./data/live/live.ts";
import type { Outbox } from "./data/outbox/outbox.ts";
import type { Settings } from "./settings.ts";

/** What the components share. */
export interface Askback {
  readonly client: Client;
  readonly live: Live;
  readonly drafts: Drafts;
  /** The one way to send answers, messages and undos. */
  readonly outbox: Outbox;
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

/** Addresses that whoever embeds a card can give it. */
export interface CardLinks {
  /** Of the inquiry itself, to copy. */
  readonly inquiry?: string;
  /** Of a message in its conversation. */
  message?(id: string): string;
}
