import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp } from "../../packages/server/src/http/testing/test-app.ts";
import { createFakeChannel } from "../../packages/server/src/notify/testing/fake-channel.ts";
import { authorizationTable, type Cell } from "../harness/docs/authorization.ts";
import { audience, callers } from "../harness/docs/callers.ts";
import { type TestedRoute, testedRoutes } from "../harness/docs/routes.ts";

const page = fileURLToPath(new URL("../../.github/SECURITY.md", import.meta.url));
const server = createTestApp({ guardedBy: audience, channels: [createFakeChannel("mail")] });
let routes: readonly TestedRoute[];
let cells: readonly Cell[];

beforeAll(async () => {
  routes = await testedRoutes(server);
  cells = await authorizationTable(server, routes);
});
afterAll(() => server.close());

/** The cells of these callers, as `caller method path: status code`. */
const of = (names: readonly string[], matches: (cell: Cell) => boolean) =>
  cells
    .filter((cell) => names.includes(cell.caller) && !matches(cell))
    .map(({ caller, route, status, code }) => `${caller} ${route.name}: ${status} ${code}`);

test("[SEC-12] every route of the server and every kind of caller is in the table", { tags: "smoke" }, () => {
  const served = server.app.routes
    // Middleware is added for all methods too.
    .filter(({ method, path }) => (method !== "ALL" && path !== "*") || path === "/mcp")
    .map(({ method, path }) => `${method === "ALL" ? "POST" : method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  const tested = new Set(routes.map(({ name }) => name));
  expect([...new Set(served)].filter((name) => !tested.has(name))).toEqual([]);
  expect(cells).toHaveLength(routes.length * callers.length);
  expect(routes.length).toBeGreaterThan(50);
});

test("[SEC-12] without a valid key or cookie nothing but the public routes answers", { tags: "smoke" }, () => {
  const isRight = ({ route, status }: Cell) => {
    // Neither a provider nor Slack nor mail is configured, so that there is nothing at their addresses.
    if (route.path.includes("{provider}") || ["/slack/interactions", "/sign-in/mail"].includes(route.path))
      return status === 404;
    return route.scope === "public" ? status < 400 : status === 401;
  };
  const isOver = ["expired cookie", "ended session", "expired key", "revoked key", "expired embed token"];
  expect(of(["nobody", "wrong key", ...isOver], isRight)).toEqual([]);
});

test("[SEC-12] a page of another origin is refused on every route", { tags: "smoke" }, () => {
  expect(of(["cookie, foreign page"], ({ status, code }) => status === 403 && code === "foreign-origin")).toEqual([]);
});

test("[SEC-12] each scope is allowed its routes and no others", { tags: "smoke" }, () => {
  const mayUse = ({ route }: Cell, own: readonly string[]) => {
    if (route.scope === "known") return own.some((scope) => scope !== "metrics");
    if (route.scope === "any")
      return own.includes("ask") || own.includes("answer") || (route.method === "GET" && own.includes("read"));
    if (route.scope === "read") return own.includes("read") || own.includes("answer");
    return route.scope === "public" || own.includes(route.scope);
  };
  const isRight =
    (...own: readonly string[]) =>
    (cell: Cell) =>
      mayUse(cell, own)
        ? ![401, 403, 500].includes(cell.status)
        : cell.status === 403 || (cell.route.path === "/mcp" && cell.status === 401);
  expect(of(["ask, own"], isRight("ask"))).toEqual([]);
  expect(of(["metrics"], isRight("metrics"))).toEqual([]);
  expect(of(["answer", "member", "stored answer"], isRight("answer"))).toEqual([]);
  expect(of(["viewer", "stored read", "embed token, viewer"], isRight("read"))).toEqual([]);
  expect(of(["owner"], isRight("answer", "admin"))).toEqual([]);
  expect(of(["cookie"], isRight("answer", "admin", "metrics", "operator"))).toEqual([]);
  expect(of(["stored admin"], isRight("admin"))).toEqual([]);
  expect(of(["stored tokens"], isRight("tokens"))).toEqual([]);
  const isContactChange = ({ route }: Cell) => route.path.startsWith("/v1/contact") && route.method !== "GET";
  const isRightOfToken = (cell: Cell) => (isContactChange(cell) ? cell.status === 403 : isRight("answer")(cell));
  expect(of(["embed token"], isRightOfToken)).toEqual([]);
});

test("[SEC-12] what belongs to another key or project does not exist for the caller, and stays as it was", {
  tags: "smoke",
}, () => {
  const unknown = [
    ...["conversation", "inquiry", "run", "file", "notice", "notification"],
    ...["session", "person", "group", "invitation", "key", "secret", "standing"],
  ].map((what) => `${what}-unknown`);
  const isRight = ({ route, status, code, wasChanged }: Cell) => {
    // The compat APIs say in words of their own that there is no such conversation.
    const isUnknown = route.path.startsWith("/v1/") ? unknown.includes(code) : [400, 404].includes(status);
    return !route.isOwned || (!wasChanged && (status === 403 || isUnknown));
  };
  const others = ["ask, foreign", "stored ask", "stored tokens"];
  const elsewhere = callers.filter((caller) => caller.startsWith("other project, "));
  expect(elsewhere).toHaveLength(8);
  expect(of([...others, ...elsewhere], isRight)).toEqual([]);
});

test("[SEC-12] each route is tried on something that somebody may use it on, and a change of that is noticed", {
  tags: "smoke",
}, () => {
  const names = (isListed: (route: TestedRoute, own: readonly Cell[]) => boolean) =>
    routes
      .filter((route) =>
        isListed(
          route,
          cells.filter((cell) => cell.route === route),
        ),
      )
      .map(({ name }) => name);
  const isDone = ({ status }: Cell) => status < 400;
  const neverDone = [
    // Nothing of it is configured.
    ...["POST /sign-in/mail", "GET /sign-in/oidc/{provider}", "GET /sign-in/oidc/{provider}/callback"],
    "POST /slack/interactions",
    // A request has to be one of MCP.
    ...["GET /mcp", "POST /mcp", "DELETE /mcp"],
    // Whoever may use it gets 409: no run has paused or failed, and no answer is held.
    ...["POST /v1/conversations/{id}/resume", "POST /v1/conversations/{id}/retry"],
    ...["POST /v1/inquiries/{id}/deliver", "POST /v1/inquiries/{id}/retract"],
  ];
  expect(names((_, own) => !own.some(isDone))).toEqual(neverDone);
  const unnoticed = (route: TestedRoute, own: readonly Cell[]) =>
    route.isOwned &&
    route.method !== "GET" &&
    !neverDone.includes(route.name) &&
    !own.some((cell) => isDone(cell) && cell.wasChanged);
  expect(names(unnoticed)).toEqual([
    // It begins another conversation.
    "POST /v1/conversations/{id}/fork",
    // It waits to be sent, and is unread.
    ...["POST /v1/notices/{id}/resend", "POST /v1/notifications/{id}/unread"],
    // It is read.
    "POST /v1/secrets/{handle}",
    // There is none.
    "DELETE /v1/inquiries/{id}/draft",
  ]);
});

test("[SEC-12] who is outside the audience of a question resolves it by no route, and who is in it does", {
  tags: "smoke",
}, () => {
  const outside = callers.filter((caller) => caller.endsWith(", outside"));
  expect(outside).toHaveLength(4);
  expect(of(outside, ({ isResolved }) => !isResolved)).toEqual([]);
  const resolving = cells
    .filter(({ caller, isResolved }) => caller === "owner" && isResolved)
    .map(({ route }) => route);
  expect(resolving.length).toBeGreaterThan(7);
  // The compat APIs and the page of an answer link say it in words of their own.
  const isRefused = ({ route, status, code }: Cell) =>
    !resolving.includes(route) || (route.path.startsWith("/v1/") ? code === "not-in-audience" : status >= 400);
  // The message of somebody outside waits for the agent.
  const isMessage = ({ route }: Cell) => route.path.endsWith("/messages");
  expect(of(outside, (cell) => isRefused(cell) || isMessage(cell))).toEqual([]);
  const inside = cells.filter(
    ({ caller }) => caller === "owner, in the audience" || caller === "embed token, in the audience",
  );
  // The answer link is that of somebody outside.
  const resolves = ({ route, isResolved }: Cell) =>
    !resolving.includes(route) || isResolved || route.path.startsWith("/a/");
  expect(inside.filter((cell) => !resolves(cell)).map(({ caller, route }) => `${caller} ${route.name}`)).toEqual([]);
});

test("[SEC-12] SECURITY.md has the table; `npx vitest run --project docs test/docs/authorization --update` writes it", {
  tags: "smoke",
}, async () => {
  const [before, rest] = readFileSync(page, "utf8").split(/(?<=<!-- authorization table -->\n)/);
  const end = "<!-- end of the table -->";
  expect(rest).toContain(end);
  const after = rest?.slice(rest.indexOf(end));
  await expect(`${before}\n${table()}\n\n${after}`).toMatchFileSnapshot(page);
});

function table(): string {
  const head = ["route", ...callers];
  const rows = routes.map((route) => [
    `\`${route.name}\``,
    ...callers.map((caller) => String(cells.find((cell) => cell.route === route && cell.caller === caller)?.status)),
  ]);
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
