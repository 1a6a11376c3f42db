import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "../harness/server/api.ts";
import { startTestServer, type TestServer } from "../harness/server/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.server.stop());

const publish = (page: string, after: string) => ({ id: `call_${after}`, name: "publish", input: { page, after } });
const pick = (option: string) => ({ answers: [{ question: "q1", options: [option] }] });

async function asked(agent = "trusting") {
  const conversation = await testServer.startConversation(agent, [
    { text: "May I?", calls: [publish("home", "first")] },
    { text: "Again.", calls: [publish("home", "second")] },
    { text: "Another.", calls: [publish("imprint", "third")] },
    { text: "Done." },
  ]);
  const inquiry = await conversation.waitForInquiry();
  return { ...conversation, path: `/v1/conversations/${conversation.id}`, inquiry: `/v1/inquiries/${inquiry.id}` };
}

test("[APPROVAL-5] an inquiry carries what its tool's definition says about the input", { tags: "smoke" }, async () => {
  const { inquiry } = await asked();
  const { body } = await testServer.api.get(inquiry);
  expect(body.approval).toEqual({
    tool: "publish",
    input: { page: "home", after: "first" },
    presentation: { title: "Publish home?", diff: { before: "", after: "first" }, command: "publish home" },
    remember: ["page"],
  });
  expect(body.questions[0].options.map(({ id }: { id: string }) => id)).toEqual(["o1", "o2", "o3"]);
});

test("[APPROVAL-7] a call that was allowed for the rest runs again without asking, and other input asks", {
  tags: "smoke",
}, async () => {
  const { id, path, inquiry, waitForInquiry, log } = await asked();
  expect((await testServer.api.post(`${inquiry}/answer`, pick("o3"))).body).toMatchObject({ allowed: true });
  const second = await waitForInquiry(2);
  expect(second).toMatchObject({ approval: { input: { page: "imprint" } } });
  const { body } = await testServer.api.get(`${path}/transcript`);
  const ran = body.items.flatMap(({ blocks }: { blocks: { type: string; result?: object }[] }) =>
    blocks.filter(({ type, result }) => type === "tool" && result),
  );
  expect(ran).toMatchObject([
    { call: publish("home", "first"), result: { status: "ok", text: "published home" } },
    { call: publish("home", "second"), result: { status: "ok", text: "published home", allowedBy: "owner" } },
  ]);
  expect(ran[0].result).not.toHaveProperty("allowedBy");
  expect(await log()).toContainEqual(
    expect.objectContaining({
      type: "tool.allowed",
      callId: "call_second",
      permission: { id: expect.any(String), by: "owner" },
    }),
  );
  expect((await testServer.api.get(path)).body).toMatchObject({
    id,
    permissions: [{ tool: "publish", part: ["page"], input: { page: "home" }, by: "owner", at: expect.any(String) }],
  });
  const { items } = (await testServer.api.get("/v1/conversations")).body;
  expect(items.filter((item: object) => "permissions" in item)).toEqual([]);
});

test("[APPROVAL-9] a permission is revoked once, and only by a key that may answer", { tags: "smoke" }, async () => {
  const { id, path, inquiry, waitForInquiry } = await asked();
  await testServer.api.post(`${inquiry}/answer`, pick("o3"));
  await waitForInquiry(2);
  const [permission] = (await testServer.api.get(path)).body.permissions;
  const permissionPath = `${path}/permissions/${permission.id}`;
  const asking = createApi(testServer.server, testServer.server.keys.ask);
  expect(await asking.delete(permissionPath)).toMatchObject({ status: 403 });
  expect(await testServer.api.delete(permissionPath)).toMatchObject({ status: 200, body: { id } });
  expect((await testServer.api.get(path)).body).not.toHaveProperty("permissions");
  expect(await testServer.api.delete(permissionPath)).toMatchObject({
    status: 404,
    body: { code: "permission-unknown" },
  });
  expect(await testServer.api.delete(`/v1/conversations/conv_none/permissions/${permission.id}`)).toMatchObject({
    status: 404,
    body: { code: "conversation-unknown" },
  });
});

test("[APPROVAL-9] a key that may only ask can give no permission, in no conversation", async () => {
  const asking = createApi(testServer.server, testServer.server.keys.ask);
  const { inquiry } = await asked();
  for (const option of ["o1", "o3"]) expect((await asking.post(`${inquiry}/answer`, pick(option))).status).toBe(403);
  expect((await testServer.api.get(inquiry)).body.status).toBe("open");
});

test("[APPROVAL-8] a fork asks again for what was allowed in its source", async () => {
  const { id, inquiry, waitForInquiry } = await asked();
  await testServer.api.post(`${inquiry}/answer`, pick("o3"));
  const second = await waitForInquiry(2);
  const { body: fork } = await testServer.api.post(`/v1/conversations/${id}/fork`, { inquiry: second.id });
  expect(fork).toMatchObject({ status: "parked" });
  expect(fork).not.toHaveProperty("permissions");
});
