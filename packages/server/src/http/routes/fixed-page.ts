import { createHash } from "node:crypto";
import type { AppContext } from "../route.ts";

export const pageType = "text/html; charset=UTF-8";

/** Responds with a text that never changes while the server runs. */
type FixedPage = (context: AppContext) => Response;

/**
 * Everybody may read such a page, so it is built and hashed once, with the first request: with hono's `etag` whoever has it
 * gets a 304.
 */
export function createFixedPage(type: string, write: () => string): FixedPage {
  let page: { readonly body: Uint8Array<ArrayBuffer>; readonly tag: string } | undefined;
  return (context) => {
    page ??= withTag(write());
    const headers = { "content-type": type, "cache-control": "no-cache", etag: page.tag };
    return context.body(page.body, 200, headers);
  };
}

function withTag(text: string) {
  const body = new TextEncoder().encode(text);
  return { body, tag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
}
