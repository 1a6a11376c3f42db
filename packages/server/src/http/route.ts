import { err, ok, type Result } from "@askback/core";
import * as wire from "@askback/core/wire";
import type { HttpBindings } from "@hono/node-server";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Caller } from "./access/callers.ts";
import { hasScope, type Principal, type RouteScope } from "./access/principal.ts";
import type { SentJson } from "./middleware/responses.ts";
import { type FailureType, type LongOutcome, type Outcome, type StoredOutcome, sendOutcome } from "./outcome.ts";
import { forbidden, invalidRequest, issueMessage, type Problem, problems } from "./problems/problem.ts";
import { FileHeaders, IdempotencyHeaders } from "./schemas.ts";
import type { OpenStream } from "./stream/sinks.ts";

export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    /** Who makes the request, once somebody has asked for it. */
    caller?: Promise<Caller>;
    principal: Principal;
    /** Whether the caller may still do what it might when the request came. */
    isStillAllowed: () => Promise<boolean>;
    requestId: string;
    openStream?: OpenStream;
    /** The JSON of the response, unless something else has added headers to it. */
    sentJson?: SentJson;
    /** Whether the response has a cookie. */
    hasCookie?: true;
  };
}

export type App = OpenAPIHono<AppEnv>;
export type AppContext = Context<AppEnv>;

type None = z.ZodType<undefined>;

/** A route: what the API description shows, what a request must look like, and who may make it. */
export interface Route<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Failure extends z.ZodType,
> {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly scope: RouteScope;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly status: 200 | 201 | 202 | 204;
  readonly response?: Response;
  /** A file instead of JSON, in the request or in the response. */
  readonly bytes?: "request" | "response";
  /** A POST that can be sent again as it is, and takes no `Idempotency-Key`. */
  readonly isRepeatable?: true;
  /** What a 204 of this route means, where it may have nothing to give. */
  readonly nothing?: string;
  /** The errors of a compat API; those of `/v1` are problems. */
  readonly failure?: FailureForm<Failure>;
}

/** The form in which a compat API says what went wrong. */
export interface FailureForm<Failure extends z.ZodType> {
  readonly schema: Failure;
  readonly type: FailureType;
  /** The only status with this form; every client error has it unless given. */
  readonly status?: 409;
  /** Says that a request does not fit. */
  fromProblem?(problem: Problem): Outcome<never, wire.ResponseBody<Failure>>;
}

export interface Input<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

/** What a handler returns: an outcome of the declared schemas, or a whole response where no schema is declared. */
type Handled<Response extends z.ZodType, Failure extends z.ZodType> =
  | StoredOutcome
  | LongOutcome
  | ([Response] extends [None]
      ? globalThis.Response | Outcome<never, wire.ResponseBody<Failure>>
      : Outcome<wire.ResponseBody<Response>, wire.ResponseBody<Failure>>);

/**
 * Adds a route. Its handler gets input that fits the schemas, from a caller with the scope, or is not called. It is
 * ours and not `app.openapi`, which takes unknown query parameters and refuses an empty body.
 */
export function addRoute<
  Params extends z.ZodType = None,
  Query extends z.ZodType = None,
  Body extends z.ZodType = None,
  Response extends z.ZodType = None,
  Failure extends z.ZodType = z.ZodNever,
>(
  app: App,
  route: Route<Params, Query, Body, Response, Failure>,
  handle: (
    context: AppContext,
    input: Input<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<Handled<Response, Failure>> | Handled<Response, Failure>,
): void {
  describe(app, route);
  const { scope, failure } = route;
  const knownNames = queryNames(route);
  app.on(route.method.toUpperCase(), route.path.replaceAll(/\{(\w+)\}/g, ":$1"), async (context) => {
    if (!hasScope(context.get("principal"), scope, route.method === "get"))
      return sendOutcome(context, forbidden(scope));
    const refuse = (problem: Problem) =>
      sendOutcome(context, failure?.fromProblem?.(problem) ?? problem, failure?.type);
    const params = route.params?.safeParse(context.req.param(), { error: issueMessage });
    if (params && !params.success) return refuse(invalidRequest("path", params.error.issues));
    const given = queryOf(context);
    const unknown = knownNames && Object.keys(given).filter((name) => !knownNames.includes(name));
    if (unknown && unknown.length > 0) return refuse(unknownQuery(unknown, knownNames));
    const query = route.query?.safeParse(given, { error: issueMessage });
    if (query && !query.success) return refuse(invalidRequest("query", query.error.issues));
    const json = route.body && (await jsonOf(context));
    if (json && !json.ok) return refuse(json.error);
    const body = json && route.body?.safeParse(json.value, { error: issueMessage });
    if (body && !body.success) return refuse(invalidRequest("body", body.error.issues));
    const input = { params: params?.data, query: query?.data, body: body?.data };
    const handled = await handle(context, input as Input<z.output<Params>, z.output<Query>, z.output<Body>>);
    return handled instanceof globalThis.Response ? handled : sendOutcome(context, handled, failure?.type);
  });
}

type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

/** The names that a query may have; undefined for the compat APIs, whose clients may send more. */
function queryNames({ path, query }: Pick<AnyRoute, "path" | "query">) {
  if (!path.startsWith("/v1/")) return undefined;
  return query instanceof z.ZodObject ? Object.keys(query.shape) : [];
}

function unknownQuery(names: readonly string[], known: readonly string[]): Problem {
  const message = `is unknown; ${known.length > 0 ? `there are: ${known.join(", ")}` : "this route takes none"}`;
  return invalidRequest(
    "query",
    names.map((name) => ({ path: [name], message })),
  );
}

function queryOf(context: AppContext): Record<string, string | string[]> {
  if (!context.req.url.includes("?")) return {};
  return Object.fromEntries(
    Object.entries(context.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? "") : values,
    ]),
  );
}

/** What is nested deeper can be parsed, but not compared or written again, since that recurses. */
const deepestBody = 200;

const bodyTooDeep = invalidRequest("body", [
  { path: [], message: `is nested too deeply; it may have ${deepestBody} levels` },
]);

/** The body as JSON; an empty one stands for `{}`. */
async function jsonOf(context: AppContext): Promise<Result<unknown, Problem>> {
  const text = await context.req.text();
  try {
    const value: unknown = text === "" ? {} : JSON.parse(text);
    return isDeeperThan(deepestBody, value) ? err(bodyTooDeep) : ok(value);
  } catch {
    return err(problems.badJson);
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(levels - 1, item));
}

/** Who may use a route, for the API description. */
function callersText(scope: RouteScope, method: AnyRoute["method"]): string {
  if (scope === "known") return "Any key but one for metrics.";
  if (scope !== "any") return `Needs the scope \`${scope}\`.`;
  return method === "get" ? "Any key that asks, answers or reads." : "Any key that asks or answers.";
}

const binary = { "application/octet-stream": { schema: { type: "string", format: "binary" } } } as const;

function describe(app: App, route: AnyRoute): void {
  const { method, path, tag, summary, description, scope, params, query, body, status, response } = route;
  const { isRepeatable, nothing, failure, bytes } = route;
  const json = (schema: z.ZodType) => ({ "application/json": { schema } });
  app.openAPIRegistry.registerPath({
    method,
    path,
    tags: [tag],
    summary,
    description: [description, callersText(scope, method)].filter(Boolean).join(" "),
    security: [{ key: [] }],
    request: {
      ...(params && { params: params as z.ZodObject }),
      ...(query && { query: query as z.ZodObject }),
      ...(body && { body: { content: json(body) } }),
      ...(bytes === "request" && { body: { content: binary }, headers: FileHeaders }),
      ...(method === "post" && !isRepeatable && { headers: IdempotencyHeaders }),
    },
    responses: {
      [status]: {
        description: summary,
        ...(response && { content: json(response) }),
        ...(bytes === "response" && { content: binary }),
      },
      ...(nothing !== undefined && { 204: { description: nothing } }),
      ...(failure && {
        [failure.status ?? "4XX"]: {
          description: "What went wrong, in the form of this API",
          // Access, keys and limits are refused before a compat API can give its own form to an error.
          content: { "application/problem+json": { schema: wire.Problem }, [failure.type]: { schema: failure.schema } },
        },
      }),
      default: { description: "What went wrong", content: { "application/problem+json": { schema: wire.Problem } } },
    },
  });
}
