import { html, raw } from "hono/html";

/** The part of an OpenAPI document that the page shows. */
interface ApiDocument {
  readonly info: { readonly title: string; readonly description?: string };
  readonly paths?: { readonly [path: string]: object } | undefined;
  readonly components?: { readonly schemas?: { readonly [name: string]: unknown } } | undefined;
}

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: unknown;
    readonly description?: string;
  }[];
  readonly requestBody?: { readonly content?: { readonly [type: string]: { readonly schema?: unknown } } };
  readonly responses?: {
    readonly [status: string]: { readonly content?: { readonly [type: string]: { readonly schema?: unknown } } };
  };
}

const methods = ["get", "post", "put", "patch", "delete"] as const;

/** The API description as one plain page: no script, nothing from elsewhere. */
export function docsPage(document: ApiDocument) {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = (item as { readonly [key: string]: Operation | undefined })[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? "Other"))];
  const shapes = Object.entries(document.components?.schemas ?? {});
  return html`<!doctype html>
    <html lang="en">
      <head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>${document.info.title} API</title>${raw(style)}</head>
      <body>
        <main>
          <h1>${document.info.title} API</h1>
          <p>${document.info.description} The same for programs: <a href="/openapi.json">/openapi.json</a>.</p>
          <p>Send <code>Authorization: Bearer &lt;key&gt;</code> with a key from the data folder. Errors are problem+json with a <code>code</code> and a <code>hint</code>, but for the dialects, which keep their own form. Any POST takes an <code>Idempotency-Key</code>.</p>
          <nav>${tags.map((tag) => html`<a href="#${tag}">${tag}</a> `)}<a href="#shapes">Shapes</a></nav>
          ${tags.map(
            (tag) => html`<h2 id="${tag}">${tag}</h2>
              ${operations.filter(({ operation }) => (operation.tags?.[0] ?? "Other") === tag).map(operationSection)}`,
          )}
          <h2 id="shapes">Shapes</h2>
          ${shapes.map(([name, schema]) => html`<section id="shape-${name}"><h3>${name}</h3><pre>${shapeText(schema)}</pre></section>`)}
        </main>
      </body>
    </html>`;
}

export const startPage = html`<!doctype html>
  <html lang="en">
    <head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>Askback</title>${raw("")}</head>
    <body>
      <main><h1>Askback is running</h1><p>The API is described at <a href="/docs">/docs</a> and <a href="/openapi.json">/openapi.json</a>.</p><p>The web app is not built: run <code>npm run build:web</code> and start the server again.</p></main>
    </body>
  </html>`;

function operationSection({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const [status = "", response] = Object.entries(operation.responses ?? {}).find(([code]) => code !== "default") ?? [];
  const answer = response?.content?.["application/json"]?.schema;
  return html`<section>
    <h3><span class="${method}">${method.toUpperCase()}</span> <code>${path}</code></h3>
    <p>${operation.summary}. ${prose(operation.description)}</p>
    ${(operation.parameters ?? []).length > 0 ? html`<ul>${(operation.parameters ?? []).map(parameterItem)}</ul>` : ""}
    ${body ? html`<p>Body</p><pre>${shapeText(body)}</pre>` : ""}
    <p>Answers ${status}${answer ? html`</p><pre>${shapeText(answer)}</pre>` : html`</p>`}
  </section>`;
}

function parameterItem({
  name,
  in: place,
  required,
  schema,
  description,
}: NonNullable<Operation["parameters"]>[number]) {
  const remark = description ? html`. ${prose(description)}` : "";
  return html`<li><code>${name}</code> in ${place}${required ? "" : ", optional"}: ${shapeText(schema)}${remark}</li>`;
}

/** Text in which backticks mark code. */
function prose(text = "") {
  return text.split("`").map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece));
}

interface Shape {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: { readonly [name: string]: Shape };
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly description?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** A JSON schema in the short form people write on a whiteboard. */
function shapeText(schema: unknown, indent = ""): string {
  const shape = (schema ?? {}) as Shape;
  if (shape.$ref) return shape.$ref.slice(shape.$ref.lastIndexOf("/") + 1);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.anyOf) return shape.anyOf.map((option) => shapeText(option, indent)).join(" | ");
  if (shape.type === "array") return `${shapeText(shape.items, indent)}[]${limitText(shape)}`;
  if (!shape.properties)
    return shape.format === "date-time" ? "time" : [shape.type ?? "any"].flat().join(" | ") + limitText(shape);
  const required = new Set(shape.required ?? []);
  const lines = Object.entries(shape.properties).map(([name, field]) => {
    const remark = field.description ? `  // ${field.description}` : "";
    return `${indent}  ${name}${required.has(name) ? "" : "?"}: ${shapeText(field, `${indent}  `)}${remark}`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function limitText({ minimum, maximum, maxLength, maxItems }: Shape): string {
  if (maxLength !== undefined) return ` of up to ${maxLength} characters`;
  if (maxItems !== undefined) return ` of up to ${maxItems}`;
  if (minimum === undefined) return maximum === undefined ? "" : ` up to ${maximum}`;
  return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
    ? ` from ${minimum}`
    : ` from ${minimum} to ${maximum}`;
}

const style = `<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; } main { max-width: 52rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
  nav { display: flex; gap: 1rem; } h2 { margin-top: 3rem; border-bottom: 1px solid #8886; }
  section { margin: 1.5rem 0; padding: .25rem 1rem; border: 1px solid #8884; border-radius: .5rem; }
  h3 { font-size: 1rem; } h3 span { display: inline-block; min-width: 4em; font-weight: 700; }
  .get { color: light-dark(#0a6, #4d9); } .post { color: light-dark(#06c, #6af); } .delete { color: light-dark(#b00, #f77); }
  pre { overflow-x: auto; padding: .75rem; border-radius: .375rem; background: #8881; font-size: .85rem; }
</style>`;
