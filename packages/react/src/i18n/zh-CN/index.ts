import type { Catalogue } from "../catalogue.ts";
import { approval } from "./approval.ts";
import { assignment } from "./assignment.ts";
import { card } from "./card.ts";
import { chat } from "./chat.ts";
import { external } from "./external.ts";
import { failure } from "./failure.ts";
import { inbox } from "./inbox.ts";

/** Every message of the components, in simplified Chinese. */
export const zhCN = {
  ...approval,
  ...card,
  ...chat,
  ...external,
  ...failure,
  ...inbox,
  ...assignment,
} as const satisfies Catalogue;
