import { draft, type TestApp, tea } from "../../../packages/server/src/http/testing/test-app.ts";

/** A route of the server, with the scope that it needs. */
export interface TestedRoute {
  /** Its method and path, as the API description writes them. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly scope: "public" | "any" | "ask" | "answer" | "metrics";
  /** Whether it names something that belongs to a project and to who started it. */
  readonly isOwned: boolean;
}

/** What one kind of caller gets from one route. */
export interface Cell {
  readonly route: TestedRoute;
  readonly caller: string;
  readonly status: number;
  /** The code of the problem, or the text of an error of a compat API. */
  readonly code: string;
  /** Whether the conversation has other events than before. */
  readonly wasChanged: boolean;
}

type Caller = NonNullable<NonNullable<Parameters<TestApp["send"]>[2]>["as"]>;

interface Credentials {
  readonly as: Caller;
  readonly headers?: Readonly<Record<string, string>>;
}

const cookieOf = ({ keys, clock }: TestApp, ms: number) => `askback_session=${keys.sign("cookie", clock.now() + ms)}`;

/** The kinds of callers; every conversation is started by the key with the scope `ask` that is called `agent`. */
const credentialsOf: Readonly<Record<string, (server: TestApp) => Credentials>> = {
  nobody: () => ({ as: "nobody" }),
  "wrong key": () => ({ as: "nobody", headers: { authorization: "Bearer wrong" } }),
  "expired cookie": (server) => ({ as: "nobody", headers: { cookie: cookieOf(server, -1) } }),
  "cookie, foreign page": (server) => ({
    as: "nobody",
    headers: { cookie: cookieOf(server, 60_000), origin: "https://evil.example" },
  }),
  cookie: (server) => ({ as: "nobody", headers: { cookie: cookieOf(server, 60_000) } }),
  answer: () => ({ as: "colleague" }),
  "ask, own": () => ({ as: "agent" }),
  "ask, foreign": () => ({ as: "rival" }),
  metrics: () => ({ as: "monitor" }),
  "other project, answer": () => ({ as: "stranger" }),
  "other project, ask": () => ({ as: "intruder" }),
};

export const callers: readonly string[] = Object.keys(credentialsOf);

/** The routes that the API description leaves out. */
const otherRoutes = [
  ...["/", "/healthz", "/readyz", "/docs", "/docs/errors", "/openapi.json"].map((path) => ["GET", path, "public"]),
  ["GET", "/sign-in", "public"],
  ["POST", "/sign-out", "public"],
  ["GET", "/metrics", "metrics"],
  ["GET", "/v1/events?conversation={id}", "any"],
] as const;

/** Every route of the API description and beside it. */
export async function testedRoutes(server: TestApp): Promise<readonly TestedRoute[]> {
  const { paths } = (await server.call("GET", "/openapi.json", { as: "nobody" })).body;
  const described = Object.entries(paths as Record<string, Record<string, { description: string }>>).flatMap(
    ([path, item]) =>
      Object.entries(item).map(([method, { description }]) => [
        method.toUpperCase(),
        path,
        /Needs the scope `(\w+)`/.exec(description)?.[1] ?? "any",
      ]),
  );
  return [...otherRoutes, ...described].map(([method = "", path = "", scope]) => ({
    name: `${method} ${path}`,
    method,
    path,
    // Who may follow everything is asked by the route itself: a key with the scope `ask` must name conversations.
    scope: (path === "/v1/events" ? "answer" : scope) as TestedRoute["scope"],
    isOwned: /\{(?!project)/.test(path),
  }));
}

/** Calls every route as every kind of caller, each time on a new conversation that waits for an answer. */
export async function authorizationTable(server: TestApp, routes: readonly TestedRoute[]): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  for (const route of routes)
    for (const caller of callers) {
      const target = route.isOwned ? await createTarget(server) : undefined;
      const before = target && (await server.store.load(target.conversationId))?.version;
      const credentials = credentialsOf[caller]?.(server) ?? { as: "nobody" };
      const ending = new AbortController();
      const response = await server.send(route.method, pathOf(server, route, target), {
        ...credentials,
        headers: { ...credentials.headers, ...(route.path === "/v1/files" && { "file-name": "note.txt" }) },
        ...bodyOf(route, target),
        signal: ending.signal,
      });
      const isStream = response.headers.get("content-type") === "text/event-stream";
      const text = isStream ? "" : await response.text();
      if (isStream) await response.body?.cancel();
      ending.abort();
      const after = target && (await server.store.load(target.conversationId))?.version;
      cells.push({ route, caller, status: response.status, code: codeOf(text), wasChanged: before !== after });
    }
  return cells;
}

interface Target {
  readonly conversationId: string;
  readonly inquiryId: string;
  readonly fileId: string;
  readonly noticeId: string;
}

/** A conversation of the agent's key that waits for an answer, and uses a file. */
async function createTarget(server: TestApp): Promise<Target> {
  const as = "agent";
  const bytes = new TextEncoder().encode("A note.");
  const { body: file } = await server.call("POST", "/v1/files", { as, bytes, headers: { "file-name": "note.txt" } });
  const body = { agent: "asker", message: "Hello", files: [file.id] };
  const { id: conversationId } = (await server.call("POST", "/v1/conversations", { as, body })).body;
  await server.waitForStatus(conversationId, "parked");
  const { items } = await server.store.inquiries({ conversationId, limit: 1 });
  const inquiryId = items[0]?.id ?? "";
  const notices = await server.store.notices.ofInquiry({ inquiryId, limit: 1 });
  return { conversationId, inquiryId, fileId: file.id, noticeId: notices.items[0]?.id ?? "" };
}

function pathOf({ keys, clock }: TestApp, { path }: TestedRoute, target: Target | undefined): string {
  if (path === "/sign-in") return `${path}?token=${keys.sign("link", clock.now() + 60_000)}`;
  if (!target) return path.replace("{project}", "default");
  const { conversationId, inquiryId, fileId, noticeId } = target;
  const run = inquiryId.replace(/^inq_(.*)_\w+$/, "run_$1");
  const id = path.includes("/inquiries/")
    ? inquiryId
    : path.includes("/runs/")
      ? run
      : path.includes("/files/")
        ? fileId
        : path.includes("/notices/")
          ? noticeId
          : conversationId;
  return path
    .replace("{id}", id)
    .replace("{question}", inquiryId)
    .replace("{run}", run)
    .replace("{project}", "default")
    .replace("{permission}", "perm_1")
    .replace(/\/export$/, "/export?format=json");
}

function bodyOf({ method, path }: TestedRoute, target: Target | undefined) {
  if (path === "/v1/files") return { bytes: new TextEncoder().encode("Another note.") };
  if (method === "GET" || method === "DELETE") return {};
  const [, last = ""] = /\/([^/]+)$/.exec(path) ?? [];
  if (path.startsWith("/conversations/")) return { body: { answers: { "Tea or coffee?": "Tea" } } };
  if (path.startsWith("/api/v1/")) return { body: { question_id: "latest", answer: "Tea" } };
  if (method === "PATCH" && path === "/v1/inquiries/{id}") return { body: { question: "Tea or water?" } };
  const bodies: Readonly<Record<string, unknown>> = {
    conversations: { agent: "asker", message: "Hello" },
    inquiries: { question: "Tea or coffee?", options: ["Tea", "Coffee"] },
    messages: { text: "Take tea." },
    fork: { inquiry: target?.inquiryId },
    answer: tea,
    claim: { claimant: "first" },
    extend: { until: null },
    snooze: { until: null },
    draft: { draft, device: "Phone" },
    respond: { response: "Tea" },
    "{id}": { title: "Tea" },
  };
  return { body: bodies[last] ?? {} };
}

function codeOf(text: string): string {
  try {
    const { code, message } = JSON.parse(text);
    return code ?? message ?? "";
  } catch {
    return text.slice(0, 60);
  }
}
