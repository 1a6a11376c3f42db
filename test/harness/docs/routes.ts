import type { TestApp } from "../../../packages/server/src/http/testing/test-app.ts";

/** A route of the server, with the scope that it needs. */
export interface TestedRoute {
  /** Its method and path, as the API description writes them. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly scope: "public" | "any" | "known" | "ask" | "answer" | "read" | "metrics" | "admin" | "tokens" | "operator";
  /** Whether it names something that belongs to a project and to who started it. */
  readonly isOwned: boolean;
}

/** The routes that the API description leaves out. */
const otherRoutes = [
  ...["/", "/healthz", "/readyz", "/docs", "/docs/errors", "/openapi.json"].map((path) => ["GET", path, "public"]),
  ["GET", "/sign-in", "public"],
  ["POST", "/sign-in", "public"],
  ["GET", "/sign-in/providers", "public"],
  ["POST", "/sign-in/mail", "public"],
  ["GET", "/sign-in/oidc/{provider}", "public"],
  ["GET", "/sign-in/oidc/{provider}/callback", "public"],
  ["GET", "/join", "public"],
  ["POST", "/join", "public"],
  ["GET", "/a/{token}", "public"],
  ["POST", "/a/{token}", "public"],
  ["GET", "/u/{token}", "public"],
  ["POST", "/u/{token}", "public"],
  ["POST", "/slack/interactions", "public"],
  ["POST", "/sign-out", "public"],
  ["GET", "/metrics", "metrics"],
  // It takes keys alone, no cookies.
  ...["GET", "POST", "DELETE"].map((method) => [method, "/mcp", "ask"]),
  ["GET", "/v1/events?conversation={id}", "any"],
] as const;

/**
 * What a route asks for itself: a key with the scope `ask` must name the conversations that it follows, everybody may leave a
 * project while only admins remove others, and projects are created by the person to whom the server belongs.
 */
const checkedByRoute: Readonly<Record<string, TestedRoute["scope"]>> = {
  "GET /v1/events": "read",
  "DELETE /v1/members/{id}": "admin",
  "POST /v1/projects": "operator",
  // The program that asked from elsewhere may too; this conversation is that of an agent here.
  "POST /v1/inquiries/{id}/assign": "answer",
};

/** Every route of the API description and beside it. */
export async function testedRoutes(server: TestApp): Promise<readonly TestedRoute[]> {
  const { paths } = (await server.call("GET", "/openapi.json", { as: "nobody" })).body;
  const described = Object.entries(paths as Record<string, Record<string, { description: string }>>).flatMap(
    ([path, item]) =>
      Object.entries(item).map(([method, { description }]) => [
        method.toUpperCase(),
        path,
        /Needs the scope `(\w+)`/.exec(description)?.[1] ?? (description.includes("Any key but") ? "known" : "any"),
      ]),
  );
  return [...otherRoutes, ...described].map(([method = "", path = "", scope]) => ({
    name: `${method} ${path}`,
    method,
    path,
    scope: (checkedByRoute[`${method} ${path}`] ?? scope) as TestedRoute["scope"],
    // Each project has groups of its own, by their names, and whoever has a link may use it.
    isOwned: /\{(?!project|name|provider|token)/.test(path) || (path === "/v1/standing-answers" && method === "POST"),
  }));
}
