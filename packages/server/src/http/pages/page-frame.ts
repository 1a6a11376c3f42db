import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { pageHeaders } from "../middleware/security-headers.ts";

export type Html = ReturnType<typeof html>;

interface Page {
  readonly title: string;
  readonly content: Html;
  readonly language?: string;
  readonly direction?: "ltr" | "rtl";
}

/** The frame of the pages that the server itself writes, which work without the app, a script or a session. */
export interface PageFrame {
  /** The headers of such a page, which run nothing and admit its style alone. */
  readonly headers: ReturnType<typeof pageHeaders>;
  write(page: Page): Html;
}

const commonStyle = `
:root { color-scheme: light dark; --fg: #16181d; --muted: #5f6675; --line: #d9dce3; --bg: #fff; --accent: #3056d3; --primary: #16181d; --on-primary: #fff }
@media (prefers-color-scheme: dark) { :root { --fg: #ececee; --muted: #a0a5b1; --line: #34373d; --bg: #111214; --accent: #9db4ff; --primary: #f2f2f3; --on-primary: #111214 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--fg); font: 15px/24px Inter, system-ui, sans-serif }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
`;

/** Pages that share a style, which follows the common one. Forms on them are sent to this server or, without any, nowhere. */
export function createPageFrame(ownStyle: string, { hasForms }: { readonly hasForms: boolean }): PageFrame {
  const style = commonStyle + ownStyle;
  const styleHash = createHash("sha256").update(style).digest("base64");
  return {
    headers: pageHeaders({ styleSrc: [`'sha256-${styleHash}'`], formAction: [hasForms ? "'self'" : "'none'"] }),
    // With no referrer at all a browser would send a form without an origin, and it would be refused; no other site learns the address.
    write: ({ title, content, language = "en", direction = "ltr" }) => html`<!doctype html>
    <html lang="${language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="same-origin" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        <style>${raw(style)}</style>
      </head>
      <body><main>${content}</main></body>
    </html>`,
  };
}
