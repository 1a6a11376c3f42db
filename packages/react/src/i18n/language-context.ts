import { createContext } from "react";

/** Ends when the reader's language is there; until then words are English. */
export const LanguageContext = createContext(async (): Promise<void> => {});
