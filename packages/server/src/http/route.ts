import { err, ok, type Result } from "@askback/core";
import * as wire from "@askback/core/wire";
import type { HttpBindings } from "@hono/node-server";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Principal, Scope } from "./principal.ts";
import { forbidden, invalidRequest, type Problem, problemResponse, problems } from "./problem.ts";
import { IdempotencyHeaders } from "./schemas.ts";

export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { principal: Principal; requestId: string };
}

export type App = OpenAPIHono<AppEnv>;
export type AppContext = Context<AppEnv>;

/** A route: what the API description shows, what a request must look like, and who may make it. */
export interface Route<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly scope: Scope | "any";
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly status: 200 | 201 | 202 | 204;
  readonly response?: z.ZodType;
  /** A POST that can be sent again as it is, and takes no `Idempotency-Key`. */
  readonly isRepeatable?: true;
  /** What it means where this route has nothing to give, which is a 204. */
  readonly nothing?: string;
  /** How this route says that a request does not fit; as a problem unless given. */
  readonly refuse?: (context: AppContext, problem: Problem) => Response;
}

export interface Input<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

type Nothing = z.ZodType<undefined>;

/** Adds a route. Its handler gets input that fits the schemas, from somebody with the scope, or is not called. */
export function addRoute<
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(
  app: App,
  route: Route<Params, Query, Body>,
  handle: (
    context: AppContext,
    input: Input<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<Response> | Response,
): void {
  describe(app, route);
  const takenNames = queryNames(route);
  app.on(route.method.toUpperCase(), route.path.replaceAll(/\{(\w+)\}/g, ":$1"), async (context) => {
    const { scope } = route;
    if (scope !== "any" && !context.var.principal.scopes.includes(scope))
      return problemResponse(context, forbidden(scope));
    const refuse: (context: AppContext, problem: Problem) => Response = route.refuse ?? problemResponse;
    const params = route.params?.safeParse(context.req.param());
    if (params && !params.success) return refuse(context, invalidRequest("path", params.error.issues));
    const given = queryOf(context);
    const unknown = takenNames && Object.keys(given).filter((name) => !takenNames.includes(name));
    if (unknown && unknown.length > 0) return refuse(context, unknownQuery(unknown, takenNames));
    const query = route.query?.safeParse(given);
    if (query && !query.success) return refuse(context, invalidRequest("query", query.error.issues));
    const json = route.body && (await jsonOf(context));
    if (json && !json.ok) return refuse(context, problems.badJson);
    const body = json && route.body?.safeParse(json.value);
    if (body && !body.success) return refuse(context, invalidRequest("body", body.error.issues));
    const input = { params: params?.data, query: query?.data, body: body?.data };
    return handle(context, input as Input<z.output<Params>, z.output<Query>, z.output<Body>>);
  });
}

/** The names that a query may have; undefined for the dialects, whose clients may send more. */
function queryNames({ path, query }: Pick<Route<z.ZodType, z.ZodType, z.ZodType>, "path" | "query">) {
  if (!path.startsWith("/v1/")) return undefined;
  return query instanceof z.ZodObject ? Object.keys(query.shape) : [];
}

function unknownQuery(names: readonly string[], taken: readonly string[]): Problem {
  const message = `is unknown; ${taken.length > 0 ? `there are: ${taken.join(", ")}` : "this route takes none"}`;
  return invalidRequest(
    "query",
    names.map((name) => ({ path: [name], message })),
  );
}

function queryOf(context: AppContext): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(context.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? "") : values,
    ]),
  );
}

/** The body as JSON; an empty one stands for `{}`. */
async function jsonOf(context: AppContext): Promise<Result<unknown, undefined>> {
  const text = await context.req.text();
  try {
    return ok(text === "" ? {} : JSON.parse(text));
  } catch {
    return err(undefined);
  }
}

function describe(
  app: App,
  {
    method,
    path,
    tag,
    summary,
    description,
    scope,
    params,
    query,
    body,
    status,
    response,
    isRepeatable,
    nothing,
    refuse,
  }: Route<z.ZodType, z.ZodType, z.ZodType>,
): void {
  const json = (schema: z.ZodType) => ({ "application/json": { schema } });
  app.openAPIRegistry.registerPath({
    method,
    path,
    tags: [tag],
    summary,
    description: [description, scope === "any" ? "Any key." : `Needs the scope \`${scope}\`.`]
      .filter(Boolean)
      .join(" "),
    security: [{ key: [] }],
    request: {
      ...(params && { params: params as z.ZodObject }),
      ...(query && { query: query as z.ZodObject }),
      ...(body && { body: { content: json(body) } }),
      ...(method === "post" && !isRepeatable && { headers: IdempotencyHeaders }),
    },
    responses: {
      [status]: { description: summary, ...(response && { content: json(response) }) },
      ...(nothing !== undefined && { 204: { description: nothing } }),
      ...(refuse && { 400: { description: "What does not fit, in the form of this dialect" } }),
      default: { description: "What went wrong", content: { "application/problem+json": { schema: wire.Problem } } },
    },
  });
}
