import { etag } from "hono/etag";
import { html } from "hono/html";
import { createPageFrame } from "../pages/page-frame.ts";
import { problemCodes } from "../problems/problem-codes.ts";
import type { App } from "../route.ts";
import { createFixedPage, pageType } from "./fixed-page.ts";

const frame = createPageFrame(
  `
:root { --picked: #f2f5ff }
@media (prefers-color-scheme: dark) { :root { --picked: #1a2036 } }
main { max-width: 44rem; margin: 0 auto; padding: 32px 20px 64px }
h1 { font-size: 20px; line-height: 28px; font-weight: 600 }
section { border-top: 1px solid var(--line); padding: 16px 12px; margin: 0 -12px; scroll-margin-top: 16px }
section:target { background: var(--picked) }
h2 { font-size: 15px; margin: 0 }
h2 small { color: var(--muted); font-weight: 400; margin-inline-start: 8px }
p { margin: 4px 0 }
code { font-family: ui-monospace, monospace; font-size: 13px }
`,
  { hasForms: false },
);

/** The page to which the `type` of a problem leads: what each code means, and what to do about it. */
export function addErrorsPage(app: App): void {
  const page = createFixedPage(pageType, () => String(errorsPage()));
  app.get("/docs/errors", frame.headers, etag(), page);
}

function errorsPage() {
  return frame.write({
    title: "Error codes of Askback",
    content: html`
      <h1>Error codes</h1>
      <p>A response with an error is <code>application/problem+json</code>. Its <code>code</code> is one of these and never changes its meaning. The routes are described at <a href="/docs">/docs</a>.</p>
      ${Object.entries(problemCodes).map(
        ([code, { statuses, meaning, remedy }]) => html`
          <section id="${code}">
            <h2><code>${code}</code><small>${statuses.join(", ")}</small></h2>
            <p>${withCode(meaning)}</p>
            <p>${withCode(remedy)}</p>
          </section>`,
      )}`,
  });
}

/** Text in which backticks mark code. */
function withCode(text: string) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
