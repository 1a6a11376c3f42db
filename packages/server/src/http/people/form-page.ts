import { html } from "hono/html";
import { createPageFrame, type Html } from "../pages/page-frame.ts";
import type { PageTexts } from "./page-texts.ts";

const frame = createPageFrame(
  `
main { max-width: 22rem; margin: 18vh auto 0; padding: 0 20px 48px }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; margin: 0 0 8px }
p { margin: 0 0 24px; color: var(--muted); overflow-wrap: anywhere }
label { display: block; margin: 0 0 4px }
input { width: 100%; min-height: 40px; margin: 0 0 16px; padding: 0 12px; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 8px }
button { width: 100%; min-height: 44px; font: inherit; font-weight: 500; color: var(--on-primary); background: var(--primary); border: 0; border-radius: 8px; cursor: pointer }
`,
  { hasForms: true },
);

export const formPageHeaders = frame.headers;

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

function page({ language, direction }: PageTexts, title: string, content: Html) {
  return frame.write({ title, content: html`<h1>${title}</h1>${content}`, language, direction });
}

/** A page that leads on by itself. */
export function redirectPage(title: string, path: string) {
  return html`<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${path}"><title>${title}</title><link rel="icon" href="data:,"><a href="${path}">Go on</a>`;
}
