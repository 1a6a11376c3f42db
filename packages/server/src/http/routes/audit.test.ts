import { expect, onTestFinished, test } from "vitest";
import { createTestApp, tea } from "../testing/test-app.ts";

function openApp() {
  const server = createTestApp();
  onTestFinished(() => server.close());
  async function auditOf(path: string) {
    const { body } = await server.call("GET", `${path}/audit`);
    return body.items as { type: string; by?: string; via?: string; facts: object; seal: object }[];
  }
  return { ...server, auditOf };
}

test("[AUDIT-10] people of the project read what happened to an inquiry, and nobody else does", async () => {
  const { park, call, auditOf, waitForStatus } = openApp();
  const { path, conversationId } = await park("agent");
  await call("POST", `${path}/see`, { as: "colleague" });
  await call("POST", `${path}/see`, { as: "colleague" });
  await call("POST", `${path}/answer`, { body: { ...tea, comment: "Blackbird" } });
  await waitForStatus(conversationId, "idle");
  const entries = await auditOf(path);
  expect(entries).toMatchObject([
    { type: "asked", facts: { agent: "asker", kind: "question" }, seal: { number: 1 } },
    { type: "seen", by: "colleague", via: "api", facts: {} },
    { type: "resolved", by: "owner", via: "api", facts: { resolution: "answered", agent: "asker" } },
    { type: "consumed", facts: { step: 2 } },
  ]);
  expect(JSON.stringify(entries)).not.toContain("Blackbird");
  expect((await call("GET", `${path}/audit`, { as: "agent" })).status).toBe(403);
  for (const as of ["stranger", "namesake"] as const)
    expect((await call("GET", `${path}/audit`, { as })).status).toBe(404);
  expect((await call("GET", "/v1/inquiries/inq_none/audit")).status).toBe(404);
});

test("[AUDIT-11] an entry says by which way it came: the browser, a push notification, a key, or a program of ours", async () => {
  const { park, call, cookieOf, auditOf } = openApp();
  const { cookie } = await cookieOf();
  const ways = [
    [{ as: "nobody", headers: { cookie, origin: "http://localhost" } }, "web"],
    [{ as: "nobody", headers: { cookie, origin: "http://localhost", "askback-via": "push" } }, "push"],
    [{ headers: { "askback-via": "terminal" } }, "terminal"],
    [{ headers: { "askback-via": "web" } }, "api"],
    [{ headers: { "askback-via": "push" } }, "api"],
  ] as const;
  for (const [caller, via] of ways) {
    const { path } = await park();
    expect((await call("POST", `${path}/answer`, { ...caller, body: tea })).status).toBe(202);
    expect((await auditOf(path)).find(({ type }) => type === "resolved")).toMatchObject({ by: "owner", via });
  }
});

test("[AUDIT-4] the read of its resolution by the program that asked is recorded once", async () => {
  const { call, auditOf } = openApp();
  const { body } = await call("POST", "/v1/inquiries", {
    as: "agent",
    body: { question: "Deploy?", options: ["Yes", "No"] },
  });
  const path = `/v1/inquiries/${body.id}`;
  await call("GET", path, { as: "agent" });
  await call("POST", `${path}/answer`, { body: { answers: [{ question: "q1", options: ["o1"] }] } });
  await call("GET", path);
  expect((await auditOf(path)).map(({ type }) => type)).toEqual(["asked", "resolved"]);
  for (let times = 0; times < 2; times += 1) await call("GET", path, { as: "agent" });
  expect((await auditOf(path)).slice(2)).toMatchObject([{ type: "consumed", by: "agent", via: "api" }]);
});

test("[AUDIT-15] the audit of an inquiry is read in pages", async () => {
  const { park, call, store } = openApp();
  const { path, conversationId, inquiryId } = await park("agent");
  for (let index = 0; index < 200; index += 1)
    await store.audit.recordOnce({
      project: "default",
      conversationId,
      inquiryId,
      type: "seen",
      at: 1,
      by: `per_${index}`,
      facts: {},
    });
  const first = (await call("GET", `${path}/audit`)).body;
  expect(first.items).toHaveLength(200);
  const rest = (await call("GET", `${path}/audit?cursor=${first.next}&limit=5`)).body;
  expect(rest).toEqual({ items: [expect.objectContaining({ by: "per_199" })] });
  expect((await call("GET", `${path}/audit?cursor=nonsense`)).status).toBe(400);
});
