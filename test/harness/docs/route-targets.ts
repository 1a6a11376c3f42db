import { project } from "@askback/core";
import type { CallOptions, TestApp } from "../../../packages/server/src/http/testing/test-app.ts";
import { createDeliveryLinks } from "../../../packages/server/src/notify/deliver/links.ts";
import { askedTarget } from "./asked-targets.ts";
import { agentFor } from "./callers.ts";
import { peopleTarget } from "./people-targets.ts";
import { bodyOf } from "./route-bodies.ts";
import type { TestedRoute } from "./routes.ts";

/** What a route is tried on. */
export interface Target {
  /** The path of the request, with its query. */
  readonly path: string;
  readonly sent: CallOptions;
  /** The question that a request may resolve. */
  readonly inquiryId?: string;
  /** What the route names, as it is now. */
  state(): Promise<unknown>;
}

const nothing = async () => undefined;

/** Something new for one caller to try a route on; it belongs to the project `default`, and to the key that is called `agent`. */
export async function createTarget(server: TestApp, route: TestedRoute, caller: string): Promise<Target> {
  const found = (await peopleTarget(server, route)) ?? (await askedTarget(server, route, caller));
  if (found) return { ...found, sent: found.sent ?? bodyOf(route) };
  if (route.isOwned || route.path.includes("{token}")) return conversationTarget(server, route, caller);
  return { path: route.path.replace("{project}", "default"), sent: bodyOf(route), state: nothing };
}

/** A conversation that waits for an answer, uses a file and has a permission. */
async function conversationTarget(server: TestApp, route: TestedRoute, caller: string): Promise<Target> {
  const as = "agent";
  const { store } = server;
  const bytes = new TextEncoder().encode("A note.");
  const { body: file } = await server.call("POST", "/v1/files", { as, bytes, headers: { "file-name": "note.txt" } });
  const body = { agent: agentFor(caller), message: "Hello", files: [file.id] };
  const { id: conversationId } = (await server.call("POST", "/v1/conversations", { as, body })).body;
  await server.waitForStatus(conversationId, "parked");
  const inquiryId = (await store.inquiries({ conversationId, limit: 1 })).items[0]?.id ?? "";
  const [notice] = (await store.notices.ofInquiry({ inquiryId, limit: 1 })).items;
  const noticeId = notice?.id ?? "";
  if (route.path.includes("{permission}")) await grantPermission(server, conversationId);
  const headers = route.path.endsWith("/release") ? await server.cookieOf("per_owner") : undefined;
  if (headers) await server.call("POST", `/v1/inquiries/${inquiryId}/take`, { as: "nobody", headers });
  const noting = /\/(draft|snooze|see|read|unread)$/.test(route.path) ? callerNames : [];
  return {
    path: await pathOf(server, route.path, { conversationId, inquiryId, noticeId, fileId: file.id }),
    sent: bodyOf(route, inquiryId),
    inquiryId,
    state: async () => [
      (await store.load(conversationId))?.version,
      await store.notices.find(noticeId),
      await Promise.all(noting.map((name) => personalStateOf(server, inquiryId, name))),
    ],
  };
}

/** The names under which the callers act. */
const callerNames = [
  ...["owner", "per_owner", "per_member", "per_viewer", "colleague", "agent", "rival", "monitor"],
  ...["per_else", "per_elsewhere", "per_watching", "stranger", "intruder"],
  ...["ask", "read", "admin", "tokens", "answer"].map((scope) => `stored-${scope}`),
];

/** What one caller has noted about an inquiry. */
async function personalStateOf({ store }: TestApp, inquiryId: string, person: string): Promise<unknown> {
  const notification = await store.notifications.find(`ntf_${inquiryId}`, { project: "default", person });
  return [[...(await store.personal.recordsOf(person, [inquiryId])).values()], notification?.readAt];
}

async function grantPermission({ store, clock }: TestApp, conversationId: string): Promise<void> {
  const stored = await store.load(conversationId);
  const at = clock.now();
  const permission = { id: "perm_1", tool: "deploy", part: true, input: {}, by: "owner", at } as const;
  const events = [{ type: "permission.granted", at, permission }] as const;
  const projection = project(stored?.conversation, events);
  const dueAt = undefined;
  const granted = await store.commit({ expectedVersion: stored?.version ?? 0, events, projection, dueAt });
  if (!granted.ok) throw new Error(granted.reason);
}

interface Ids {
  readonly conversationId: string;
  readonly inquiryId: string;
  readonly fileId: string;
  readonly noticeId: string;
}

async function pathOf({ store, keys }: TestApp, path: string, ids: Ids): Promise<string> {
  const { conversationId, inquiryId, fileId, noticeId } = ids;
  const whose = { project: "default", person: "colleague" };
  const links = createDeliveryLinks({ store, baseUrl: () => "", unsubscribeKey: keys.unsubscribeKey });
  if (path === "/a/{token}") return links.answerUrl({ ...whose, inquiryId });
  if (path === "/u/{token}") return links.unsubscribeUrl({ ...whose, channel: "mail" });
  const run = inquiryId.replace(/^inq_(.*)_\w+$/, "run_$1");
  const idByPart = {
    "/inquiries/": inquiryId,
    "/runs/": run,
    "/files/": fileId,
    "/notices/": noticeId,
    "/notifications/": `ntf_${inquiryId}`,
  };
  const [, id = conversationId] = Object.entries(idByPart).find(([part]) => path.includes(part)) ?? [];
  return path
    .replace("{id}", id)
    .replace("{question}", inquiryId)
    .replace("{notification}", `ntf_${inquiryId}`)
    .replace("{run}", run)
    .replace("{project}", "default")
    .replace("{permission}", "perm_1")
    .replace(/\/export$/, "/export?format=json");
}
