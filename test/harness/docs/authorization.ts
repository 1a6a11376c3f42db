import { createApiKey, createToken } from "../../../packages/server/src/http/middleware/secret-token.ts";
import { createSignInLink } from "../../../packages/server/src/http/people/sign-in.ts";
import { type CallOptions, draft, type TestApp, tea } from "../../../packages/server/src/http/testing/test-app.ts";
import { createDeliveryLinks } from "../../../packages/server/src/notify/deliver/links.ts";
import type { NewInvitation } from "../../../packages/server/src/store/people/directory.ts";
import { addPeople, agentFor, callers, credentialsFor } from "./callers.ts";

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

/** What one kind of caller gets from one route. */
export interface Cell {
  readonly route: TestedRoute;
  readonly caller: string;
  readonly status: number;
  /** The code of the problem, or the text of an error of a compat API. */
  readonly code: string;
  /** Whether the conversation has other events than before. */
  readonly wasChanged: boolean;
  /** Whether its question is answered, delegated, declined or set aside. */
  readonly isResolved: boolean;
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
    isOwned: /\{(?!project|name|provider|token)/.test(path),
  }));
}

/** Calls every route as every kind of caller, each time on a new conversation that waits for an answer. */
export async function authorizationTable(server: TestApp, routes: readonly TestedRoute[]): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  await addPeople(server);
  for (const route of routes)
    for (const caller of callers) {
      const target =
        route.isOwned || route.path.includes("{token}") ? await createTarget(server, agentFor(caller)) : undefined;
      const before = target && (await server.store.load(target.conversationId))?.version;
      const credentials = await credentialsFor(caller, server);
      const ending = new AbortController();
      const sent: CallOptions = bodyOf(route, target);
      const response = await server.send(route.method, await pathOf(server, route, target), {
        ...credentials,
        ...sent,
        headers: {
          ...sent.headers,
          ...credentials.headers,
          ...(route.path === "/v1/files" && { "file-name": "note.txt" }),
          ...(route.path.includes("{token}") && { "content-type": "application/x-www-form-urlencoded" }),
        },
        signal: ending.signal,
      });
      const isStream = response.headers.get("content-type") === "text/event-stream";
      const text = isStream ? "" : await response.text();
      if (isStream) await response.body?.cancel();
      ending.abort();
      const after = target && (await server.store.load(target.conversationId))?.version;
      const resolution = target && (await server.store.inquiry(target.inquiryId))?.resolution?.type;
      cells.push({
        route,
        caller,
        status: response.status,
        code: codeOf(text),
        wasChanged: before !== after,
        isResolved: resolution !== undefined && resolution !== "withdrawn",
      });
    }
  return cells;
}

interface Target {
  readonly conversationId: string;
  readonly inquiryId: string;
  readonly fileId: string;
  readonly noticeId: string;
  /** The paths of links that answer, and that switch a channel off. */
  readonly answerLink: string;
  readonly unsubscribeLink: string;
}

/** A conversation of the agent's key that waits for an answer, and uses a file. */
async function createTarget(server: TestApp, agent: string): Promise<Target> {
  const as = "agent";
  const bytes = new TextEncoder().encode("A note.");
  const { body: file } = await server.call("POST", "/v1/files", { as, bytes, headers: { "file-name": "note.txt" } });
  const body = { agent, message: "Hello", files: [file.id] };
  const { id: conversationId } = (await server.call("POST", "/v1/conversations", { as, body })).body;
  await server.waitForStatus(conversationId, "parked");
  const { items } = await server.store.inquiries({ conversationId, limit: 1 });
  const inquiryId = items[0]?.id ?? "";
  const notices = await server.store.notices.ofInquiry({ inquiryId, limit: 1 });
  const whose = { project: "default", person: "colleague" };
  const { unsubscribeKey } = server.keys;
  const links = createDeliveryLinks({ store: server.store, baseUrl: () => "", unsubscribeKey });
  return {
    conversationId,
    inquiryId,
    fileId: file.id,
    noticeId: notices.items[0]?.id ?? "",
    answerLink: await links.answerUrl({ ...whose, inquiryId }),
    unsubscribeLink: links.unsubscribeUrl({ ...whose, channel: "mail" }),
  };
}

async function pathOf(
  { store, clock }: TestApp,
  { method, path }: TestedRoute,
  target: Target | undefined,
): Promise<string> {
  const { credentials } = store;
  if (path === "/sign-in") return (await createSignInLink({ credentials, clock }, "owner")).path;
  if (path === "/join") {
    const { token, hash } = createToken();
    // Whoever accepts it must not be more in the project of the conversations.
    await store.directory.invite({ ...invitationOf(hash, clock.now()), project: "shed" });
    return `${path}?token=${token}`;
  }
  if (path.startsWith("/v1/invitations/")) {
    const { hash } = createToken();
    await store.directory.invite(invitationOf(hash, clock.now()));
    return path.replace("{id}", `inv_${hash}`);
  }
  if (path.startsWith("/v1/keys/")) {
    const { id, hash } = createApiKey();
    const key = { id, name: "spare", project: "default", scopes: ["ask"] as const, hash };
    await credentials.createKey({ ...key, createdBy: "owner", createdAt: clock.now() });
    return path.replace("{id}", id);
  }
  if (path.startsWith("/v1/members/")) {
    const id = `per_${createToken().hash}`;
    await store.directory.addMember({ id, name: "New" }, { project: "default", role: "member", groups: [], at: 2 });
    return path.replace("{id}", id);
  }
  if (path.startsWith("/v1/groups/")) {
    await store.directory.saveGroup("default", { name: "deploy", people: [] });
    return path.replace("{name}", "deploy");
  }
  if (path.startsWith("/v1/sessions/")) {
    const { hash } = createToken();
    const session = { person: "per_member", device: "Phone", createdAt: 0, expiresAt: clock.now() + 60_000, hash };
    await credentials.createSession({ id: `ses_${hash}`, ...session });
    return path.replace("{id}", `ses_${hash}`);
  }
  if (method === "DELETE" && path === "/v1/contact/subscriptions") return `${path}?id=sub_none`;
  if (!target) return path.replace("{project}", "default");
  const { conversationId, inquiryId, fileId, noticeId } = target;
  if (path === "/a/{token}") return target.answerLink;
  if (path === "/u/{token}") return target.unsubscribeLink;
  const run = inquiryId.replace(/^inq_(.*)_\w+$/, "run_$1");
  const id = path.includes("/inquiries/")
    ? inquiryId
    : path.includes("/runs/")
      ? run
      : path.includes("/files/")
        ? fileId
        : path.includes("/notices/")
          ? noticeId
          : path.includes("/notifications/")
            ? `ntf_${inquiryId}`
            : conversationId;
  return path
    .replace("{id}", id)
    .replace("{question}", inquiryId)
    .replace("{notification}", `ntf_${inquiryId}`)
    .replace("{run}", run)
    .replace("{project}", "default")
    .replace("{permission}", "perm_1")
    .replace("{handle}", "sec_0123456789abcdefghijklmn")
    .replace(/\/export$/, "/export?format=json");
}

function invitationOf(hash: string, now: number): NewInvitation {
  const member = { project: "default", role: "member", groups: [], at: now } as const;
  return { ...member, id: `inv_${hash}`, hash, invitedBy: "owner", expiresAt: now + 60_000 };
}

let ids = 0;
const newId = () => (ids += 1);

/** Those of the example of RFC 8291. */
const browserKeys = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

function bodyOf({ method, path }: TestedRoute, target: Target | undefined): CallOptions {
  if (path === "/v1/files") return { bytes: new TextEncoder().encode("Another note.") };
  if (method === "GET" || method === "DELETE") return {};
  if (path.includes("{token}")) return { body: "action=delegate&revision=1" };
  if (path === "/v1/contact/test") return { body: { channel: "mail" } };
  if (path === "/v1/contact") return { body: {} };
  if (path === "/v1/contact/subscriptions")
    return { body: { endpoint: "https://push.example.com/1", keys: browserKeys } };
  const [, last = ""] = /\/([^/]+)$/.exec(path) ?? [];
  if (path.startsWith("/conversations/")) return { body: { answers: { "Tea or coffee?": "Tea" } } };
  if (path.startsWith("/api/v1/")) return { body: { question_id: "latest", answer: "Tea" } };
  if (path === "/join") return { body: "name=New", headers: { "content-type": "application/x-www-form-urlencoded" } };
  if (path === "/v1/members/{id}") return { body: { role: "viewer" } };
  if (method === "PATCH" && path === "/v1/inquiries/{id}") return { body: { question: "Tea or water?" } };
  const bodies: Readonly<Record<string, unknown>> = {
    conversations: { agent: "asker", message: "Hello" },
    inquiries: { question: "Tea or coffee?", options: ["Tea", "Coffee"] },
    messages: { text: "Take tea." },
    fork: { inquiry: target?.inquiryId },
    answer: tea,
    assign: { to: "per_member" },
    claim: { claimant: "first" },
    extend: { until: null },
    snooze: { until: null },
    draft: { draft, device: "Phone" },
    respond: { response: "Tea" },
    session: { project: "default" },
    me: { avatar: null },
    members: { name: "New" },
    tokens: { person: "per_member" },
    keys: { name: "new", scopes: ["ask"] },
    "{name}": { people: [] },
    projects: { id: `p${newId()}` },
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
