import { expect, test } from "vitest";
import { createApi } from "../../harness/server/api.ts";
import { callerKey } from "../../harness/server/caller.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const yes = { answers: [{ question: "q1", options: ["o1"] }] };

test("[TOKEN-4] [PEOPLE-28] [AUDIENCE-10] [AUDIENCE-11] [AUDIT-16] people of a backend, groups and who is left to answer", {
  tags: "smoke",
}, async () => {
  const testServer = await startTestServer();
  const { api } = testServer;
  const asker = createApi(testServer.server, callerKey);
  const scopes = ["tokens", "tokens:groups"];
  const { body: key } = await api.post("/v1/keys", { name: "shop", scopes });
  const backend = createApi(testServer.server, key.key);

  expect((await backend.post("/v1/tokens", { person: "owner" })).status).toBe(403);
  const ask = { question: "Ship it?", options: ["Yes", "No"], audience: { groups: ["deploy"] } };
  expect(await asker.post("/v1/inquiries", ask)).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/audience/groups" }] },
  });

  const { body: given } = await backend.post("/v1/tokens", { subject: "user-1", name: "Ana", groups: ["deploy"] });
  const ana = createApi(testServer.server, given.token);
  const { body: asked } = await asker.post("/v1/inquiries", ask);
  expect((await api.post("/v1/groups/deploy/rename", { to: "release" })).status).toBe(200);
  const waiting = async () => (await ana.get("/v1/inquiries?status=open&waiting=you")).body.items;
  await expect.poll(waiting).toMatchObject([{ id: asked.id }]);
  expect((await ana.post(`/v1/inquiries/${asked.id}/answer`, yes)).status).toBe(202);
  const { body: audit } = await api.get(`/v1/inquiries/${asked.id}/audit`);
  expect(audit.items).toContainEqual(
    expect.objectContaining({
      type: "resolved",
      by: given.person,
      via: "embed",
      facts: expect.objectContaining({ key: "shop" }),
    }),
  );

  const { body: stuck } = await asker.post("/v1/inquiries", { ...ask, audience: { people: [given.person] } });
  expect((await api.delete(`/v1/members/${given.person}`)).status).toBe(204);
  await expect.poll(async () => (await ana.get("/v1/me")).status).toBe(401);
  const unanswerable = async () => (await api.get("/v1/inquiries?status=open&unanswerable=true")).body.items;
  expect(await unanswerable()).toMatchObject([{ id: stuck.id, isUnanswerable: true }]);
  expect((await api.post(`/v1/inquiries/${stuck.id}/assign`, { to: "owner" })).status).toBe(200);
  expect(await unanswerable()).toEqual([]);
  expect((await api.post(`/v1/inquiries/${stuck.id}/answer`, yes)).status).toBe(202);
});

test("[PEOPLE-6] a viewer reads insight, notifications, standing answers and audits, and changes none", async () => {
  const { server, api } = await startTestServer();
  const asker = createApi(server, callerKey);
  const { body: asked } = await asker.post("/v1/inquiries", { question: "Ship it?", options: ["Yes", "No"] });
  await api.post(`/v1/inquiries/${asked.id}/answer`, yes);
  const { body: key } = await api.post("/v1/keys", { name: "looker", scopes: ["tokens"] });
  const backend = createApi(server, key.key);
  const { body: given } = await backend.post("/v1/tokens", { subject: "v", name: "Vic", role: "viewer" });
  const viewer = createApi(server, given.token);
  // Where several servers share a store, an answer is in the insight a moment later.
  await expect.poll(async () => (await viewer.get("/v1/insight?days=7")).body.people).toMatchObject([{ answered: 1 }]);
  expect((await viewer.get("/v1/standing-answers")).body).toEqual({ items: [] });
  expect((await viewer.get("/v1/notifications")).body.items).toMatchObject([{ read: true }]);
  expect((await viewer.get(`/v1/inquiries/${asked.id}/audit`)).body.items).toMatchObject([
    { type: "asked" },
    { type: "resolved", by: "owner" },
  ]);
  expect((await viewer.post("/v1/standing-answers", { inquiry: asked.id })).status).toBe(403);
  expect((await viewer.post("/v1/notifications/read")).status).toBe(403);
});
