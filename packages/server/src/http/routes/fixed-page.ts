import { createHash } from "node:crypto";
import type { AppContext } from "../route.ts";

export const pageType = "text/html; charset=UTF-8";

/** Responds with a text that never changes while the server runs. */
export type FixedPage = (context: AppContext) => Response;

/** Everybody may read such a page, so it is built and hashed once: with hono's `etag` whoever has it gets a 304. */
export function createFixedPage(type: string, text: string): FixedPage {
  const body = new TextEncoder().encode(text);
  const tag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  return (context) => context.body(body, 200, { "content-type": type, "cache-control": "no-cache", etag: tag });
}
