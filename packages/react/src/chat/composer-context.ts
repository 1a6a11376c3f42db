import { createContext } from "react";

/** The composer of the chat around, for whoever leads there; undefined where nobody can write. */
export const ComposerContext = createContext<ComposerHandle | undefined>(undefined);

/** What the chat around a composer can do with it. */
export interface ComposerHandle {
  focus(): void;
  quote(quotation: string): void;
}
