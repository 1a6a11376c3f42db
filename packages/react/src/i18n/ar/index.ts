import type { Catalogue } from "../catalogue.ts";
import { card } from "./card.ts";
import { chat } from "./chat.ts";
import { inbox } from "./inbox.ts";

/** Every message of the components, in Arabic. */
export const ar = { ...card, ...chat, ...inbox } as const satisfies Catalogue;
