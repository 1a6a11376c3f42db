import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import type { PageTexts } from "./page-texts.ts";

const style = `
:root { color-scheme: light dark; --fg: #16181d; --muted: #5f6675; --line: #d9dce3; --bg: #fff; --accent: #3056d3; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --fg: #ececee; --muted: #a0a5b1; --line: #3a3d44; --bg: #111214; --accent: #9db4ff; --on-accent: #10131c } }
body { margin: 0; background: var(--bg); color: var(--fg); font: 15px/24px Inter, system-ui, sans-serif }
main { max-width: 22rem; margin: 18vh auto 0; padding: 0 20px 48px }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; margin: 0 0 8px }
p { margin: 0 0 24px; color: var(--muted); overflow-wrap: anywhere }
label { display: block; margin: 0 0 4px }
input { box-sizing: border-box; width: 100%; min-height: 40px; margin: 0 0 16px; padding: 0 12px; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 8px }
button { width: 100%; min-height: 44px; font: inherit; font-weight: 500; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 8px; cursor: pointer }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
`;
export const styleHash = createHash("sha256").update(style).digest("base64");

interface FormPage {
  readonly title: string;
  readonly lead: string;
  /** Where the button sends the form. */
  readonly action: string;
  readonly button: string;
  /** A field that has to be filled in. */
  readonly field?: { readonly name: string; readonly label: string; readonly maxLength: number };
}

/** A page with one button, which works without scripts. */
export function formPage(texts: PageTexts, { title, lead, action, button, field }: FormPage) {
  return page(
    texts,
    title,
    html`<p>${lead}</p>
      <form method="post" action="${action}">
        ${
          field &&
          html`<label for="field">${field.label}</label>
            <input id="field" name="${field.name}" required maxlength="${field.maxLength}" autocomplete="name" />`
        }
        <button type="submit">${button}</button>
      </form>`,
  );
}

/** A page that says what happened, and leads back to the app. */
export function messagePage(texts: PageTexts, { title, lead, link }: Record<"title" | "lead" | "link", string>) {
  return page(texts, title, html`<p role="alert">${lead}</p><a href="/">${link}</a>`);
}

function page({ language, direction }: PageTexts, title: string, content: ReturnType<typeof html>) {
  // With no referrer at all a browser would send the form without an origin, and it would be refused.
  return html`<!doctype html>
    <html lang="${language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="referrer" content="same-origin" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>${raw(style)}</style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
}

/** A page that leads on by itself. */
export function redirectPage(title: string, path: string) {
  return html`<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${path}"><title>${title}</title><link rel="icon" href="data:,"><a href="${path}">Go on</a>`;
}
