import { card } from "./card.ts";
import { chat } from "./chat.ts";
import { inbox } from "./inbox.ts";

/** Every message of the components, in ICU form. The other languages have the same keys. */
export const en = { ...card, ...chat, ...inbox } as const;
