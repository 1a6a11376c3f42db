import type { Catalogue } from "../catalogue.ts";
import { card } from "./card.ts";
import { chat } from "./chat.ts";
import { inbox } from "./inbox.ts";

/** Every message of the components, in French. */
export const fr = { ...card, ...chat, ...inbox } as const satisfies Catalogue;
