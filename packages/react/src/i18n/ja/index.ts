import type { Catalogue } from "../catalogue.ts";
import { app } from "./app.ts";
import { approval } from "./approval.ts";
import { card } from "./card.ts";
import { chat } from "./chat.ts";
import { external } from "./external.ts";
import { failure } from "./failure.ts";
import { files } from "./files.ts";
import { inbox } from "./inbox.ts";
import { who } from "./who.ts";

/** Every message of the components, in Japanese. */
export const ja = {
  ...app,
  ...approval,
  ...card,
  ...chat,
  ...external,
  ...failure,
  ...files,
  ...inbox,
  ...who,
} as const satisfies Catalogue;
