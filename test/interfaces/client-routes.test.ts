import { type Client, createClient, type Failure } from "@askback/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askTwo } from "../harness/server/ask-calls.ts";
import { startTestServer, type TestServer } from "../harness/server/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.server.stop());

test("[CLIENT-1] each route of /v1 is reached by a method", { tags: "smoke" }, async () => {
  const { paths } = (await testServer.api.get("/openapi.json")).body;
  const routes = Object.entries<object>(paths).flatMap(([path, methods]) =>
    path.startsWith("/v1/") ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`) : [],
  );
  const reached = new Set<string>();
  const noted: typeof fetch = (url, init) => {
    const request = `${init?.method ?? "GET"} ${new URL(String(url)).pathname}`;
    reached.add(routes.find((route) => patternOf(route).test(request)) ?? `${request}, which is no route`);
    return fetch(url, init);
  };
  const { url, keys } = testServer.server;
  const answering = createClient({ url, key: keys.answer, fetch: noted });
  const asking = createClient({ url, key: keys.ask, fetch: noted });

  expect(await value(answering.me())).toMatchObject({ id: "owner", scopes: ["answer", "admin", "metrics"] });
  expect((await value(answering.agents())).items.map(({ name }) => name)).toContain("scripted");
  const { id, inquiry } = await parked(answering);
  await prepareAnswer(answering, inquiry);
  await readNotifications(answering, inquiry);
  await answerAtLast(answering, inquiry);
  await testServer.api.waitForStatus(id, "idle");
  await lookBack(answering, id);
  await answerAlwaysSo(answering, inquiry);
  await leadElsewhere(answering, id, inquiry);
  for (const type of ["delegate", "decline", "dismiss"] as const) {
    const other = await parked(answering);
    expect((await value(answering.inquiries[type](other.inquiry, { comment: "Go on." }))).by).toBe("owner");
  }
  const file = await value(answering.files.upload(new Blob(["Notes"]), { name: "notes.txt" }));
  expect(file).toMatchObject({ name: "notes.txt", type: "text/plain", size: 5 });
  expect(await (await value(answering.files.read(file.id))).text()).toBe("Notes");
  expect(await answering.files.read("file_none")).toMatchObject({ ok: false, error: { code: "file-unknown" } });
  const own = await parked(asking);
  expect((await value(asking.inquiries.withdraw(own.inquiry))).resolution).toBe("withdrawn");
  const asked = await value(asking.inquiries.ask({ question: "Deploy?", options: ["Yes", "No"] }));
  expect((await value(asking.inquiries.amend(asked.id, { question: "Deploy 4.3?" }))).revision).toBeGreaterThan(1);

  await askElsewhere(asking);
  await value(asking.inquiries.withdraw(asked.id));
  expect((await value(asking.inquiries.claim(asked.id, { claimant: "first" }))).status).toBe("withdrawn");
  await runGatedCall(asking, answering);
  await managePeople(answering);
  await readAudit(answering);
  expect(await asking.secrets.open("sec_none")).toMatchObject({ error: { code: "secret-unknown" } });
  await passAround(asking, answering);

  expect([...reached].sort()).toEqual([...routes].sort());
});

/** Those of the example of RFC 8291. */
const browserKeys = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

async function readNotifications({ notifications, contact }: Client, inquiry: string): Promise<void> {
  const email = "ana@example.org";
  expect(await value(contact.save({ email }))).toMatchObject({ email, available: [] });
  const endpoint = "https://push.example.org/1";
  const { subscriptions } = await value(contact.addSubscription({ endpoint, keys: browserKeys }));
  expect((await value(contact.removeSubscription(subscriptions[0]?.id ?? ""))).subscriptions).toEqual([]);
  expect(await value(contact.get())).toMatchObject({ email });
  expect(await contact.test({ channel: "mail" })).toMatchObject({ ok: false, error: { code: "channel-unknown" } });
  const id = `ntf_${inquiry}`;
  expect((await value(notifications.count())).unread).toBeGreaterThan(0);
  expect((await value(notifications.list({ unread: true }))).items.map((one) => one.id)).toContain(id);
  expect(await value(notifications.markRead(id))).toMatchObject({ read: true });
  expect(await value(notifications.markUnread(id))).toMatchObject({ read: false });
  expect((await value(notifications.markAllRead())).unread).toBe(0);
  expect((await value(notifications.deliveries(id))).items).toEqual([]);
  expect(await value(notifications.get(id))).toMatchObject({ read: true, actionStatus: "pending" });
}

async function readAudit({ audit }: Client): Promise<void> {
  expect((await value(audit.list({ type: "asked" }))).items[0]).toMatchObject({ type: "asked" });
  expect((await value(audit.verify())).faults).toEqual([]);
  expect(await (await value(audit.export())).text()).toContain('"asked"');
}

/** Asks as a program that runs elsewhere, and looks at what its webhook was told. */
async function askElsewhere({ inquiries, notices, webhooks }: Client): Promise<void> {
  expect((await value(webhooks.secrets())).secrets).toEqual([expect.stringMatching(/^whsec_/)]);
  // Nothing listens there.
  const { id } = await value(inquiries.ask({ question: "Deploy?", webhook: "http://127.0.0.1:9/" }));
  const { revision } = await value(inquiries.amend(id, { question: "Deploy now?" }));
  expect(revision).toBeGreaterThan(1);
  const told = await value(inquiries.notices(id));
  expect(told.items.map(({ type }) => type)).toEqual(["inquiry.asked", "inquiry.amended"]);
  const [first] = told.items;
  expect(await value(notices.get(first?.id ?? ""))).toMatchObject({ inquiryId: id, recipient: "agent" });
  expect(await value(notices.resend(first?.id ?? ""))).toMatchObject({ id: first?.id, status: "pending" });
}

/** Adds, groups and removes people, and creates and revokes what they come in by. */
async function managePeople(client: Client): Promise<void> {
  const { members, groups, invitations, keys, projects, sessions, signInLinks } = client;
  expect(await value(client.updateMe({ name: "Ana" }))).toMatchObject({ id: "owner", name: "Ana" });
  const { id } = await value(members.add({ name: "Bob", groups: ["deploy"] }));
  expect((await value(members.list())).items.map(({ name }) => name)).toEqual(["Ana", "Bob"]);
  expect((await value(client.people([id, "owner"]))).items).toHaveLength(2);
  expect((await value(client.people())).items).toHaveLength(2);
  expect((await value(members.change(id, { role: "viewer" }))).role).toBe("viewer");
  expect((await value(groups.save("on call", { people: [id] }))).people).toEqual([id]);
  expect((await value(groups.list())).items.map(({ name }) => name)).toEqual(["deploy", "on call"]);
  expect(await value(groups.rename("on call", { to: "night" }))).toMatchObject({ name: "night", people: [id] });
  expect(await value(groups.delete("night"))).toBeUndefined();
  const invited = await value(invitations.create({ email: "cy@example.org" }));
  expect((await value(invitations.list())).items).toMatchObject([{ id: invited.id }]);
  expect(await value(invitations.revoke(invited.id))).toBeUndefined();
  const created = await value(keys.create({ name: "ci", scopes: ["ask"] }));
  expect((await value(keys.list())).items).toMatchObject([{ id: created.id }]);
  expect(await value(keys.revoke(created.id))).toBeUndefined();
  expect(await client.tokens.create({ person: id })).toMatchObject({ ok: false, error: { code: "forbidden" } });
  expect((await value(projects.create({ id: "garden" }))).role).toBe("owner");
  const link = await value(signInLinks.create({ person: id }));
  expect((await fetch(link.url, { method: "POST" })).status).toBe(204);
  const [session] = (await value(sessions.list({ person: id }))).items;
  expect(await value(sessions.end(session?.id ?? ""))).toBeUndefined();
  expect(await sessions.chooseProject({ project: "default" })).toMatchObject({ error: { code: "no-session" } });
  expect(await value(members.remove(id))).toBeUndefined();
}

/** Asks for approval of a call, and reports its start and its end. */
async function runGatedCall({ inquiries }: Client, answering: Client): Promise<void> {
  const { id } = await value(inquiries.ask({ approval: { tool: "deploy", input: {}, singleUse: true } }));
  await value(answering.inquiries.answer(id, { answers: [{ question: "q1", options: ["o1"] }] }));
  expect((await value(inquiries.startCall(id))).call?.startedAt).toBeDefined();
  expect((await value(inquiries.finishCall(id))).call?.finishedAt).toBeDefined();
}

/** Shows who is answering a question. */
async function passAround({ inquiries }: Client, answering: Client): Promise<void> {
  const { id } = await value(inquiries.ask({ question: "Deploy?", audience: { people: ["owner"] } }));
  expect((await value(answering.inquiries.take(id))).takenBy).toBe("owner");
  expect((await value(answering.inquiries.list({ waiting: "you", assigned: "mine" }))).items).toMatchObject([{ id }]);
  expect((await value(answering.inquiries.release(id))).takenBy).toBeUndefined();
  expect((await value(inquiries.assign(id, { to: "colleague" }))).audience?.people).toEqual(["colleague", "owner"]);
  await value(inquiries.withdraw(id));
}

/** A conversation that waits for an answer, and the id of its inquiry. */
async function parked(client: Client) {
  const script = [{ text: "A question.", calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }];
  const { id } = await value(client.conversations.start({ agent: "scripted", message: JSON.stringify({ script }) }));
  const events = client.events({ conversations: [id], after: "0" });
  for await (const event of events) {
    if (event.type !== "inquiry.asked" || !event.inquiry) continue;
    events.close();
    return { id, inquiry: event.inquiry.id };
  }
  throw new Error("nothing was asked");
}

async function prepareAnswer({ inquiries, inbox }: Client, id: string): Promise<void> {
  expect((await value(inquiries.get(id))).status).toBe("open");
  expect((await value(inquiries.see(id))).mine?.seenAt).toBeDefined();
  const until = new Date(Date.now() + 3_600_000).toISOString();
  expect((await value(inquiries.snooze(id, { until }))).mine?.snoozedUntil).toBe(until);
  expect((await value(inquiries.list({ status: "open", snoozed: true }))).items.map((found) => found.id)).toEqual([id]);
  expect(await value(inbox.count())).toEqual({ open: 0, snoozed: 1 });
  await value(inquiries.snooze(id, { until: null }));
  expect(await inquiries.extend(id, { until })).toMatchObject({ error: { code: "inquiry-without-deadline" } });

  const draft = { revision: 1, answers: {}, comment: "Perhaps", step: 1 };
  expect(await value(inquiries.draft(id))).toBeUndefined();
  await value(inquiries.saveDraft(id, { draft, device: "laptop" }));
  expect(await value(inquiries.draft(id))).toMatchObject({ draft, device: "laptop" });
  expect(await value(inquiries.discardDraft(id))).toBeUndefined();
}

async function answerAtLast({ inquiries }: Client, id: string): Promise<void> {
  const answers = ["q1", "q2"].map((question) => ({ question, options: ["o1"] }));
  await value(inquiries.answer(id, { answers, hold: 300 }));
  expect((await value(inquiries.retract(id))).status).toBe("open");
  await value(inquiries.answer(id, { answers, comment: "Go.", hold: 300 }));
  expect((await value(inquiries.deliver(id))).resolution).toBe("answered");
  expect((await value(inquiries.get(id, { wait: 1 }))).resolution?.comment).toBe("Go.");
}

async function lookBack({ conversations, runs }: Client, id: string): Promise<void> {
  await value(conversations.rename(id, { title: "Which database" }));
  expect((await value(conversations.get(id))).title).toBe("Which database");
  expect((await value(conversations.list({ q: "Which database", limit: 1 }))).items.length).toBe(1);
  const { items, next } = await value(conversations.transcript(id, { limit: 1 }));
  expect(items.map(({ blocks }) => blocks)).toEqual([[{ type: "text", text: "Done." }]]);
  expect(next).toBeDefined();
  expect(await (await value(conversations.export(id, { format: "markdown" }))).text()).toContain("Done.");
  const [run] = (await value(conversations.runs(id))).items;
  expect((await value(runs.get(run?.id ?? ""))).conversationId).toBe(id);
}

/** Looks at what happened to an inquiry, and makes its answer a standing one for a moment. */
async function answerAlwaysSo({ inquiries, insight, standingAnswers }: Client, id: string): Promise<void> {
  const types = (await value(inquiries.audit(id))).items.map(({ type }) => type);
  expect(types).toEqual(["asked", "seen", "held", "retracted", "held", "resolved", "consumed"]);
  expect(await value(insight({ days: 7 }))).toMatchObject({ isWhole: true });
  const made = await value(standingAnswers.make({ inquiry: id }));
  expect((await value(standingAnswers.list())).items).toEqual([made]);
  expect(await value(standingAnswers.revoke(made.id))).toBeUndefined();
}

async function leadElsewhere({ conversations }: Client, id: string, inquiry: string): Promise<void> {
  const fork = await value(conversations.fork(id, { inquiry }));
  expect((await value(conversations.stop(fork.id))).id).toBe(fork.id);
  expect(await conversations.resume(id)).toMatchObject({ ok: false, error: { status: 409 } });
  expect(await conversations.retry(id)).toMatchObject({ ok: false, error: { status: 409 } });
  expect((await value(conversations.send(id, { text: "And now?" }))).id).toBe(id);
  expect(await conversations.revokePermission(id, "perm_a_1")).toMatchObject({ error: { code: "permission-unknown" } });
  expect(await value(conversations.delete(id))).toBeUndefined();
}

/** The value of a call that must have one. */
async function value<Value>(
  call: Promise<{ readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Failure }>,
): Promise<Value> {
  const result = await call;
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}
