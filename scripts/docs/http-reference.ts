import { fieldRows, type Schema, typeText } from "./schema-text.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

/** The part of an OpenAPI document that the reference shows. */
export interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const head = `# HTTP API

Every route of a server, from its OpenAPI document. A running server has the document at \`/openapi.json\`, and shows it at \`/docs\`.

Send \`Authorization: Bearer <key>\`, with a key of the scope that the route needs. A POST that changes a conversation takes an \`Idempotency-Key\`: the
same request again gets the same response. Errors are \`application/problem+json\`: see [Error codes](errors.md). A field marked with \`?\` may be absent.

A test generates this page from the server, and fails when it is out of date.`;

/** The HTTP reference as a page. */
export function httpReference({ tags, paths, components }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name, description }) => {
    const routes = operations.filter(({ operation }) => operation.tags.includes(name));
    return [`## ${name}`, description, ...routes.map((route) => routeText(route))].join("\n\n");
  });
  const schemas = Object.entries(components.schemas).map(([name, schema]) => schemaText(name, schema));
  return `${[head, ...sections, "## Schemas", ...schemas].join("\n\n")}\n`;
}

function routeText({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const [status = "", response] = Object.entries(responses)[0] ?? [];
  return [
    `### ${summary}`,
    `\`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}\``,
    description.replaceAll("<", "&lt;"),
    table(
      "parameter",
      parameters
        .filter(isWorthARow)
        .map(({ name, required, schema, description: text = "", in: place }) => [
          `\`${name}\`${required ? "" : "?"}`,
          typeText(schema),
          [place === "header" ? "Header." : "", text].filter(Boolean).join(" "),
        ]),
    ),
    requestBody && bodyText(requestBody.content),
    `Responds ${status}${contentText(response?.content)}.`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** The path shows its own parameters, and the head of the page says what an `Idempotency-Key` does. */
function isWorthARow({ name, in: place }: Parameter): boolean {
  return place !== "path" && name !== "idempotency-key";
}

function bodyText(content: Content): string {
  const schema = content["application/json"]?.schema;
  if (!schema) return `The body is \`${Object.keys(content)[0]}\`.`;
  const rows = fieldRows(schema);
  return rows.length > 0 ? table("body", rows) : `The body is ${typeText(schema)}.`;
}

function contentText(content: Content | undefined): string {
  const [type, body] = Object.entries(content ?? {})[0] ?? [];
  if (!body) return "";
  return type === "application/json" ? ` with ${typeText(body.schema)}` : ` with \`${type}\``;
}

function schemaText(name: string, schema: Schema): string {
  const rows = fieldRows(schema);
  return [`### ${name}`, schema.description, rows.length > 0 ? table("field", rows) : `Is ${typeText(schema)}.`]
    .filter(Boolean)
    .join("\n\n");
}

function table(first: string, rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  return [[first, "type", ""], ["---", "---", "---"], ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
