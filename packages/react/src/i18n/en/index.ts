import { card } from "./card.ts";

/** Every message of the components, in ICU form. The other languages have the same keys. */
export const en = { ...card } as const;
