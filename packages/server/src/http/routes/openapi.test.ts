import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { createTestApp, draft, type TestResponse, tea } from "../testing/test-app.ts";

const server = createTestApp();
// biome-ignore lint/suspicious/noExplicitAny: a JSON document, read as far as a test needs
let document: any;

beforeAll(async () => {
  document = (await server.call("GET", "/openapi.json", { as: "nobody" })).body;
});
afterAll(() => server.close());

const text = z.string().min(1);
const schema = z.union([z.record(z.string(), z.unknown()), z.boolean()]);
const content = z.record(z.string().regex(/^[\w.+-]+\/[\w.+-]+$/), z.strictObject({ schema }));

/** The part of the OpenAPI 3.1 specification that the document uses; anything else in it is a fault. */
const OpenApi = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({
    title: text,
    version: text,
    description: text.optional(),
    license: z.strictObject({ name: text, identifier: text }),
  }),
  tags: z.array(z.strictObject({ name: text, description: text })),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), schema),
    parameters: z.strictObject({}).optional(),
    securitySchemes: z.record(z.string(), z.strictObject({ type: z.literal("http"), scheme: z.literal("bearer") })),
  }),
  paths: z.record(
    z.string().startsWith("/"),
    z.partialRecord(
      z.enum(["get", "put", "post", "delete", "options", "head", "patch", "trace"]),
      z.strictObject({
        tags: z.array(text),
        summary: text,
        description: text,
        security: z.array(z.record(z.string(), z.array(z.string()))).min(1),
        parameters: z
          .array(
            z
              .strictObject({
                name: text,
                in: z.enum(["path", "query", "header", "cookie"]),
                required: z.boolean().optional(),
                description: text.optional(),
                schema,
              })
              .refine(
                (parameter) => parameter.in !== "path" || parameter.required === true,
                "a path parameter is required",
              ),
          )
          .optional(),
        requestBody: z.strictObject({ content, required: z.boolean().optional() }).optional(),
        responses: z
          .record(
            z.string().regex(/^([1-5]\d\d|4XX|default)$/),
            z.strictObject({ description: text, content: content.optional() }),
          )
          .refine(
            (responses) => Object.keys(responses).some((status) => status !== "default"),
            "one response is expected",
          ),
      }),
    ),
  ),
  webhooks: z.strictObject({}).optional(),
});

test("[HTTP-1] the description is valid OpenAPI 3.1: references resolve and path parameters are declared", () => {
  expect(OpenApi.safeParse(document).error).toBeUndefined();
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect(references.length).toBeGreaterThan(10);
  expect(references.filter((name = "") => !(name in document.components.schemas))).toEqual([]);
  for (const { path, operation } of operations()) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = (operation.parameters ?? []).filter((one: { in: string }) => one.in === "path");
    expect(declared.map(({ name }: { name: string }) => name)).toEqual(named);
    expect(operation.security).toEqual([{ key: [] }]);
  }
});

test("[HTTP-1] every route of the API is described, and everything described is a route", () => {
  const routes = server.app.routes
    .filter(({ path, method }) => /^\/(v1|api|conversations)\//.test(path) && method !== "ALL")
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect(routes.length).toBeGreaterThan(20);
  expect(
    operations()
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
      .sort(),
  ).toEqual(routes.sort());
});

test("[HTTP-1] the check of responses finds an extra, a missing and a wrong field", async () => {
  const { path } = await server.park();
  const { body } = await server.call("GET", path);
  const described = asSchema(
    document.paths["/v1/inquiries/{id}"].get.responses[200].content["application/json"].schema,
  );
  const { askedAt: _, ...incomplete } = body;
  for (const faulty of [
    { ...body, extra: 1 },
    incomplete,
    { ...body, askedAt: "yesterday" },
    { ...body, questions: [{}] },
  ])
    expect(described.safeParse(faulty).success).toBe(false);
  expect(described.safeParse(body).success).toBe(true);
});

test("[HTTP-1] every operation says which key it needs", () => {
  for (const { operation } of operations())
    expect(operation.description).toMatch(
      /Any key that asks(, answers or reads| or answers)\.$|Any key but one for metrics\.$|Needs the scope `(ask|answer|read|admin|tokens)`\.$/,
    );
});

test("[HTTP-1] responses match the description, field by field", async () => {
  const { conversationId, inquiryId, path } = await server.park();
  const conversation = `/v1/conversations/${conversationId}`;
  const runId = (await server.call("GET", conversation)).body.runId;
  const [held, waiting] = [await server.park(), await server.park()];
  const paths: readonly (readonly [string, string, string, unknown?])[] = [
    ["post", "/v1/conversations", "/v1/conversations", { agent: "asker", message: "Hello", title: "Title" }],
    ["get", "/v1/conversations", "/v1/conversations?limit=1"],
    ["get", "/v1/agents", "/v1/agents"],
    ["get", "/v1/conversations/{id}", conversation],
    ["get", "/v1/conversations/{id}/transcript", `${conversation}/transcript`],
    ["get", "/v1/conversations/{id}/transcript", `${conversation}/transcript?limit=1`],
    ["get", "/v1/conversations/{id}/runs", `${conversation}/runs`],
    ["get", "/v1/runs/{id}", `/v1/runs/${runId}`],
    ["get", "/v1/inquiries", "/v1/inquiries?status=open&limit=1"],
    ["get", "/v1/inbox/count", "/v1/inbox/count"],
    ["get", "/v1/me", "/v1/me"],
    ["put", "/v1/inquiries/{id}/draft", `${path}/draft`, { draft, device: "Phone" }],
    ["get", "/v1/inquiries/{id}/draft", `${path}/draft`],
    ["post", "/v1/inquiries/{id}/see", `${path}/see`],
    ["post", "/v1/inquiries/{id}/snooze", `${path}/snooze`, { until: "2026-01-02T00:00:00.000Z" }],
    ["get", "/v1/inquiries", "/v1/inquiries?status=open&snoozed=true"],
    ["get", "/v1/inquiries/{id}", path],
    ["post", "/v1/inquiries/{id}/answer", `${path}/answer`, { ...tea, comment: "Please", hold: 30 }],
    ["get", "/v1/inquiries/{id}", path],
    ["get", "/v1/conversations/{id}", conversation],
    ["post", "/v1/inquiries/{id}/retract", `${path}/retract`],
    ["post", "/v1/conversations/{id}/messages", `${conversation}/messages`, { text: "Aside", separate: true }],
    ["post", "/v1/inquiries/{id}/delegate", `${path}/delegate`, { comment: "You choose" }],
    ["get", "/v1/inquiries/{id}", path],
    ["post", "/v1/inquiries/{id}/answer", `${held.path}/answer`, { ...tea, hold: 30 }],
    ["post", "/v1/inquiries/{id}/deliver", `${held.path}/deliver`],
    ["post", "/v1/conversations/{id}/stop", `/v1/conversations/${(await server.park()).conversationId}/stop`],
    ["get", "/api/v1/sessions/{id}/pending-question", `/api/v1/sessions/${conversationId}/pending-question`],
    ["get", "/api/v1/sessions/{id}/pending-question", `/api/v1/sessions/${waiting.conversationId}/pending-question`],
    ["get", "/api/projects/{project}/agent-questions", "/api/projects/default/agent-questions?limit=3"],
    ["get", "/api/projects/{project}/agent-runs/{run}", `/api/projects/default/agent-runs/${runId}`],
    [
      "get",
      "/api/projects/{project}/agent-runs/{run}/questions",
      `/api/projects/default/agent-runs/${runId}/questions`,
    ],
    [
      "post",
      "/api/projects/{project}/agent-questions/{question}/respond",
      `/api/projects/default/agent-questions/${waiting.inquiryId}/respond`,
      { response: "Tea" },
    ],
    [
      "post",
      "/api/v1/sessions/{id}/answer",
      `/api/v1/sessions/${(await server.park()).conversationId}/answer`,
      { question_id: "latest", answer: "Tea" },
    ],
  ];
  for (const [method, described, target, body] of paths)
    expectFit(method, described, await server.call(method.toUpperCase(), target, { body }));
  await server.waitForStatus(conversationId, "idle");
  expectFit("get", "/v1/conversations/{id}", await server.call("GET", conversation));
  expectFit("get", "/v1/conversations/{id}/transcript", await server.call("GET", `${conversation}/transcript`));
  expectFit("get", "/v1/runs/{id}", await server.call("GET", `/v1/runs/${runId}`));
  expect((await server.call("DELETE", conversation)).status).toBe(204);
  expect(inquiryId).toMatch(/^inq_/);
});

test("[HTTP-1] the fields of a problem are described, and the errors of compat APIs are described in their own form", () => {
  const { properties, required } = document.components.schemas.Problem;
  for (const field of ["errors", "receipt", "inquiryId", "revision", "parentId"]) {
    expect(properties).toHaveProperty(field);
    expect(required).not.toContain(field);
  }
  const refusals = (path: string, method: string) => document.paths[path][method].responses;
  const typeOf = (path: string) => Object.keys(refusals(path, "post")["4XX"].content);
  expect(typeOf("/conversations/{id}/respond")).toEqual(["application/problem+json", "text/plain"]);
  expect(typeOf("/api/v1/sessions/{id}/answer")).toEqual(["application/problem+json", "application/json"]);
  const respond = refusals("/api/projects/{project}/agent-questions/{question}/respond", "post");
  expect(Object.keys(respond)).toEqual(["202", "409", "default"]);
  expect(refusals("/v1/inquiries/{id}/answer", "post")).not.toHaveProperty("4XX");
});

test("[HTTP-1] each kind of message block is described", () => {
  const kinds = document.components.schemas.Message.properties.blocks.items.anyOf.map(
    ({ $ref }: { $ref: string }) => document.components.schemas[$ref.slice($ref.lastIndexOf("/") + 1)],
  );
  const fields = Object.fromEntries(
    kinds.map(({ properties }: { properties: { type: { enum: string[] } } }) => [
      properties.type.enum[0],
      Object.keys(properties).slice(1),
    ]),
  );
  expect(fields).toEqual({
    text: ["text"],
    file: ["file"],
    reasoning: ["text"],
    tool: ["call", "result"],
    error: ["text", "call"],
    action: ["action_type", "status", "content", "extra", "inquiry", "received"],
  });
});

test("[HTTP-6] the description has the limits of parameters and bodies, and says how to call the API", () => {
  const parameter = (path: string, name: string) =>
    document.paths[path].get.parameters.find((one: { name: string }) => one.name === name).schema;
  expect(parameter("/v1/conversations", "limit")).toMatchObject({ type: "integer", minimum: 1, maximum: 200 });
  expect(parameter("/v1/inquiries/{id}", "wait")).toMatchObject({ type: "number", minimum: 0, maximum: 60 });
  const { schema } = document.paths["/v1/conversations"].post.requestBody.content["application/json"];
  expect(schema.properties.title).toMatchObject({ type: "string", maxLength: 200 });
  for (const words of ["Authorization: Bearer", "Idempotency-Key", "application/problem+json"])
    expect(document.info.description).toContain(words);
});

test("[HTTP-1] every tag of an operation is described, and no other", () => {
  const used = new Set(operations().flatMap(({ operation }) => operation.tags));
  expect(document.tags.map(({ name }: { name: string }) => name).sort()).toEqual([...used].sort());
});

function expectFit(method: string, path: string, { status, body, headers }: TestResponse): void {
  const response = document.paths[path][method].responses[status];
  const name = `${method} ${path} ${status}`;
  expect(response, name).toBeDefined();
  expect(headers.get("content-type"), name).toBe("application/json");
  const described = asSchema(response.content["application/json"].schema);
  expect(described.safeParse(body).error, name).toBeUndefined();
}

/** A schema of the document; a field that it does not name is a fault here, so that none goes undescribed. */
function asSchema(described: object): z.ZodType {
  const moved = JSON.stringify({ ...described, $defs: document.components.schemas }).replaceAll(
    "#/components/schemas/",
    "#/$defs/",
  );
  return z.fromJSONSchema(
    JSON.parse(moved, (_, value) =>
      value?.properties && value.additionalProperties === undefined ? { ...value, additionalProperties: false } : value,
    ),
  );
}

function operations() {
  return Object.entries(document.paths as Record<string, Record<string, ReturnType<typeof JSON.parse>>>).flatMap(
    ([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

test("[HTTP-20] the description and its pages are built once, and whoever has them gets a 304", async () => {
  const { app } = server;
  const build = app.getOpenAPI31Document;
  app.getOpenAPI31Document = () => {
    throw new Error("it is built already");
  };
  for (const path of ["/openapi.json", "/docs", "/docs/errors"]) {
    const first = await server.call("GET", path, { as: "nobody" });
    const tag = first.headers.get("etag") ?? "";
    expect(first.status, path).toBe(200);
    expect(tag).toMatch(/^(W\/)?"[^"]+"$/);
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const again = await server.call("GET", path, { as: "nobody", headers: { "if-none-match": tag } });
    expect([again.status, again.body, again.headers.get("etag")]).toEqual([304, "", tag]);
    expect(again.headers.get("x-frame-options")).toBe("DENY");
    const other = await server.call("GET", path, { as: "nobody", headers: { "if-none-match": '"other"' } });
    expect([other.status, other.body]).toEqual([200, first.body]);
    expect((await server.call("HEAD", path, { as: "nobody" })).headers.get("etag")).toBe(tag);
  }
  app.getOpenAPI31Document = build;
});
