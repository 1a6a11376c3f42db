import { expect, onTestFinished, test } from "vitest";
import { createDeliveryLinks } from "../../../notify/deliver/links.ts";
import { createTestApp, tea } from "../../testing/test-app.ts";

const dayMs = 24 * 3600 * 1000;

async function openLink({ person = "colleague", project = "default" } = {}) {
  const app = createTestApp();
  onTestFinished(() => app.close());
  const { store, keys } = app;
  const parked = await app.park();
  const links = createDeliveryLinks({ store, baseUrl: () => "", unsubscribeKey: keys.unsubscribeKey });
  const link = () => links.answerUrl({ project, person, inquiryId: parked.inquiryId });
  const path = await link();
  return {
    ...app,
    ...parked,
    link,
    path,
    get: (at = path) => app.call("GET", at, { as: "nobody" }),
    post: (fields: Record<string, string>, at = path) =>
      app.call("POST", at, {
        as: "nobody",
        body: new URLSearchParams(fields).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost" },
      }),
    status: async () => (await store.inquiry(parked.inquiryId))?.status,
  };
}

const pick = { action: "answer", revision: "1", "option.q1": "o2" };

test("[LINK-2] opening a link changes nothing, shows the question with nothing picked, and tells its address to nobody", async () => {
  const { get, status, store, inquiryId } = await openLink();
  const before = await store.position();
  const page = await get();
  expect(page.status).toBe(200);
  expect(page.body).toContain("Tea or coffee?");
  expect(page.body).not.toMatch(/<input[^>]*checked/);
  // Without it a browser would not say that the form comes from this page.
  expect(page.body).toContain(`<meta name="referrer" content="same-origin" />`);
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
  expect([await status(), await store.position()]).toEqual(["open", before]);
  expect(
    (await store.notifications.find(`ntf_${inquiryId}`, { project: "default", person: "colleague" }))?.readAt,
  ).toBe(undefined);
});

test("[LINK-2] sending the form answers as the person of the link", async () => {
  const { post, store, inquiryId } = await openLink();
  expect(await post(pick)).toMatchObject({ status: 200, body: expect.stringContaining("Sent") });
  const record = await store.inquiry(inquiryId);
  expect(record?.resolution).toMatchObject({ type: "answered", by: "colleague", answers: [{ options: ["o2"] }] });
});

test("[LINK-2] a form without an answer is not an answer, and what was written comes back", async () => {
  const { post, status } = await openLink();
  const blank = await post({ action: "answer", revision: "1", "text.q1": "   " });
  expect(blank).toMatchObject({ status: 422, body: expect.stringContaining("Pick an answer, or write one.") });
  const both = await post({ ...pick, "option.q1": "o9", "text.q1": "Water <3" });
  expect(both.status).toBe(422);
  expect(both.body).toContain("Water &lt;3");
  expect(await status()).toBe("open");
  expect((await post({ action: "delegate", revision: "1" })).status).toBe(200);
  expect(await status()).toBe("delegated");
});

test("[LINK-3] a link works once: sent again it shows that this person has answered, and another link of theirs too", async () => {
  const { post, get, link } = await openLink();
  const other = await link();
  await post(pick);
  for (const again of [await post(pick), await post({ ...pick, "option.q1": "o1" }), await get(), await get(other)])
    expect(again).toMatchObject({ status: 410, body: expect.stringContaining("answered already by you") });
});

test("[LINK-3] two that are sent at once give one answer", async () => {
  const { post, link, store, inquiryId } = await openLink();
  const [first, second] = await Promise.all([post(pick), post({ ...pick, "option.q1": "o1" }, await link())]);
  expect([first.status, second.status].sort()).toEqual([200, expect.toBeOneOf([409, 410])]);
  expect((await store.inquiry(inquiryId))?.resolution?.type).toBe("answered");
});

test("[LINK-3] a link that was used for an answer that somebody took back is refused", async () => {
  const { post, store, path } = await openLink();
  const { createHash } = await import("node:crypto");
  const token = path.slice(path.lastIndexOf("/") + 1);
  await store.answerLinks.use(createHash("sha256").update(token).digest("hex"));
  expect(await post(pick)).toMatchObject({ status: 410, body: expect.stringContaining("used before") });
});

test("[LINK-3] forged and cut links are unknown", async () => {
  const { get, post, path, status } = await openLink();
  for (const forged of [`${path}x`, path.slice(0, -1), `/a/${"A".repeat(43)}`, "/a/%00", "/a/..%2f"])
    for (const response of [await get(forged), await post(pick, forged)])
      expect(response).toMatchObject({ status: 404, body: expect.stringContaining("does not work") });
  expect(await status()).toBe("open");
});

test("[LINK-3] a link of another project, or that is too old, changes nothing and says what to do", async () => {
  const foreign = await openLink({ project: "garden", person: "stranger" });
  expect((await foreign.post(pick)).status).toBe(404);
  const { clock, post, status, inquiryId } = await openLink();
  clock.advance(7 * dayMs);
  expect(await post(pick)).toMatchObject({ status: 410, body: expect.stringContaining(`href="/q/${inquiryId}"`) });
  expect([await foreign.status(), await status()]).toEqual(["open", "open"]);
});

test("[LINK-3] [NOTIFY-24] a question that somebody else answered, and one that was changed, is not answered by an old form", async () => {
  const { call, post, get, inquiryId } = await openLink();
  await call("POST", `/v1/inquiries/${inquiryId}/answer`, { body: tea });
  expect(await get()).toMatchObject({ status: 410, body: expect.stringContaining("answered already by Owner") });
  expect((await post(pick)).status).toBe(410);
});

test("[LINK-3] a question that was changed is shown again before it is answered", async () => {
  const { call, store, keys, post } = await openLink();
  const body = { question: "Deploy?", options: ["Yes", "No"] };
  const { id } = (await call("POST", "/v1/inquiries", { as: "agent", body })).body;
  const links = createDeliveryLinks({ store, baseUrl: () => "", unsubscribeKey: keys.unsubscribeKey });
  const path = await links.answerUrl({ project: "default", person: "colleague", inquiryId: id });
  const change = { as: "agent", body: { question: "Deploy 4.3?" } } as const;
  const { revision } = (await call("PATCH", `/v1/inquiries/${id}`, change)).body;
  expect(await post(pick, path)).toMatchObject({ status: 409, body: expect.stringContaining("Deploy 4.3?") });
  expect((await post({ ...pick, revision: String(revision) }, path)).status).toBe(200);
});

test("[LINK-3] a page of another site cannot send the form", async () => {
  const { app, path, status } = await openLink();
  const response = await app.request(`http://localhost${path}`, {
    method: "POST",
    headers: { host: "localhost", origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(pick).toString(),
  });
  expect([response.status, await status()]).toEqual([403, "open"]);
});

test("[NOTIFY-14] the link of a person who left the project, or only reads it by now, does nothing", async () => {
  const { get, post, status, store } = await openLink({ person: "per_ana" });
  const ana = { id: "per_ana", name: "Ana" };
  await store.directory.addMember(ana, { project: "default", role: "member", groups: [], at: 1 });
  expect((await get()).status).toBe(200);
  await store.directory.changeRole("default", "per_ana", "viewer");
  for (const refused of [await get(), await post(pick)]) expect(refused.status).toBe(404);
  await store.directory.removeMember("default", "per_ana", 2);
  for (const refused of [await get(), await post(pick)]) expect(refused.status).toBe(404);
  expect(await status()).toBe("open");
});

test("[LINK-4] a secret is typed into a password field, never comes back, and is sealed", async () => {
  const { call, store, keys, post, get } = await openLink();
  const asked = await call("POST", "/v1/inquiries", {
    as: "agent",
    body: { question: "Which token?", secret: true },
  });
  const links = createDeliveryLinks({ store, baseUrl: () => "", unsubscribeKey: keys.unsubscribeKey });
  const { id: inquiryId } = asked.body;
  const path = await links.answerUrl({ project: "default", person: "colleague", inquiryId });
  const page = await get(path);
  expect(page.body).toMatch(/<input type="password" name="text.q1"/);
  expect(page.body).not.toContain("<textarea");
  const typed = " hunter2 ";
  const wrong = await post({ action: "answer", revision: "1", "text.q1": typed, "option.q1": "o9" }, path);
  expect(wrong.status).toBe(422);
  expect(wrong.body).not.toContain("hunter2");
  expect((await post({ action: "answer", revision: "1", "text.q1": typed }, path)).status).toBe(200);
  const record = await store.inquiry(inquiryId);
  expect(JSON.stringify(record)).not.toContain("hunter2");
  const [given] = record?.resolution?.type === "answered" ? record.resolution.answers : [];
  const handle = given && "secret" in given ? given.secret : undefined;
  const exchanged = await call("POST", `/v1/secrets/${handle}`, { as: "agent" });
  expect(exchanged.body).toEqual({ secret: typed });
});
