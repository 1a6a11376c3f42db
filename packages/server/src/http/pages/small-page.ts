import { html } from "hono/html";
import { createPageFrame, type Html } from "./page-frame.ts";

const frame = createPageFrame(
  `
:root { --bg: #f7f7f8; --card: #fff; --wrong: #b42318 }
@media (prefers-color-scheme: dark) { :root { --bg: #111214; --card: #191a1d; --wrong: #ff9d93 } }
main { max-width: 40rem; margin: 0 auto; padding: 32px 16px 64px }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 24px }
h1 { font-size: 15px; line-height: 24px; font-weight: 500; color: var(--muted); margin: 0 0 12px }
fieldset { border: 0; margin: 0 0 20px; padding: 0; min-width: 0 }
legend { font-size: 17px; line-height: 26px; font-weight: 600; padding: 0; margin: 0 0 12px; overflow-wrap: anywhere }
label.option { display: flex; gap: 12px; align-items: flex-start; border: 1px solid var(--line); border-radius: 8px; padding: 12px; margin: 0 0 8px; cursor: pointer; min-height: 48px }
label.option:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent) }
label.option span { overflow-wrap: anywhere }
label.option small, p.hint { display: block; color: var(--muted); font-size: 13px; line-height: 20px }
input[type=radio], input[type=checkbox] { margin: 4px 0 0; width: 16px; height: 16px; accent-color: var(--accent); flex: none }
label.own { display: block; color: var(--muted); font-size: 13px; line-height: 20px }
textarea { display: block; width: 100%; min-height: 72px; margin: 4px 0 0; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: var(--fg); font: inherit }
input[type=password] { display: block; width: 100%; min-height: 44px; margin: 4px 0 0; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: var(--fg); font: inherit }
pre { background: var(--bg); border-radius: 8px; padding: 12px; margin: 0 0 16px; font: 13px/20px ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
p { margin: 0 0 12px; white-space: pre-line; overflow-wrap: anywhere }
p.wrong { color: var(--wrong) }
.actions { display: flex; flex-wrap: wrap; gap: 8px }
button { min-height: 44px; padding: 0 20px; border-radius: 8px; border: 1px solid var(--line); background: transparent; color: var(--fg); font: inherit; cursor: pointer }
button.first { background: var(--primary); border-color: var(--primary); color: var(--on-primary); font-weight: 500 }
`,
  { hasForms: true },
);

export const smallPageHeaders = frame.headers;

/** A page on which a person decides one thing. */
export function smallPage(title: string, content: Html) {
  return frame.write({ title, content: html`<article>${content}</article>` });
}

/** A page that says one thing, and where to go on. */
export function messagePage(title: string, text: string, link?: { readonly label: string; readonly path: string }) {
  return smallPage(
    title,
    html`<h1>Askback</h1><p><strong>${title}</strong></p><p>${text}</p>${
      link ? html`<p><a href="${link.path}">${link.label}</a></p>` : ""
    }`,
  );
}
