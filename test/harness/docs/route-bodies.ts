import { type CallOptions, draft, tea } from "../../../packages/server/src/http/testing/test-app.ts";
import type { TestedRoute } from "./routes.ts";

const form = { "content-type": "application/x-www-form-urlencoded" };
let ids = 0;
const newId = () => (ids += 1);

/** Those of the example of RFC 8291. */
const browserKeys = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

/** The body of a request to a route, and its headers. */
export function bodyOf({ method, path }: TestedRoute, inquiryId?: string): CallOptions {
  if (path === "/v1/files")
    return { bytes: new TextEncoder().encode("Another note."), headers: { "file-name": "note.txt" } };
  if (path.includes("{token}"))
    return method === "GET" ? { headers: form } : { body: "action=delegate&revision=1", headers: form };
  if (method === "GET" || method === "DELETE") return {};
  if (path === "/v1/contact/test") return { body: { channel: "mail" } };
  if (path === "/v1/contact") return { body: {} };
  if (path === "/v1/contact/subscriptions")
    return { body: { endpoint: "https://push.example.com/1", keys: browserKeys } };
  const [, last = ""] = /\/([^/]+)$/.exec(path) ?? [];
  if (path.startsWith("/conversations/")) return { body: { answers: { "Tea or coffee?": "Tea" } } };
  if (path.startsWith("/api/v1/")) return { body: { question_id: "latest", answer: "Tea" } };
  if (path === "/join") return { body: "name=New", headers: form };
  if (path === "/v1/members/{id}") return { body: { role: "viewer" } };
  if (method === "PATCH" && path === "/v1/inquiries/{id}") return { body: { question: "Tea or water?" } };
  const bodies: Readonly<Record<string, unknown>> = {
    conversations: { agent: "asker", message: "Hello" },
    inquiries: { question: "Tea or coffee?", options: ["Tea", "Coffee"] },
    messages: { text: "Take tea." },
    fork: { inquiry: inquiryId },
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
    tokens: { subject: "user-1", name: "User" },
    keys: { name: "new", scopes: ["ask"] },
    "{name}": { people: [] },
    rename: { to: `release-${newId()}` },
    projects: { id: `p${newId()}` },
    "{id}": { title: "Tea" },
  };
  return { body: bodies[last] ?? {} };
}
