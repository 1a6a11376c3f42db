import { afterAll, expect, test } from "vitest";
import { createTestApp, tea } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

test("[CHAT-7] a conversation is exported whole as Markdown, to be stored under a safe name", async () => {
  const { conversationId, path } = await server.park();
  await server.call("POST", `${path}/answer`, { body: tea });
  await server.call("PATCH", `/v1/conversations/${conversationId}`, { body: { title: '../é"\r\nx: y' } });
  const { status, headers, body } = await server.call(
    "GET",
    `/v1/conversations/${conversationId}/export?format=markdown`,
  );
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(headers.get("content-disposition")).toBe("attachment; filename=\"-x-y.md\"; filename*=UTF-8''%C3%A9-x-y.md");
  expect(body).toMatch(/^# \\\.\\\.\/é" x\\: y\n/);
  expect(body).toMatch(/### Question\n\n> .*\n\n> - Tea\n(?:.*\n)*\nAnswered by owner, .*\n\n> Tea\n/);
});

test("[CHAT-7] the JSON of a conversation is what the API shows of it", async () => {
  const { conversationId } = await server.park();
  const path = `/v1/conversations/${conversationId}`;
  const [conversation, transcript, exported] = [
    await server.call("GET", path),
    await server.call("GET", `${path}/transcript`),
    await server.call("GET", `${path}/export?format=json`),
  ];
  expect(exported.body).toEqual({ conversation: conversation.body, messages: transcript.body.items });
  expect(exported.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w-]+\.json"/);
});

test("[CHAT-7] an unknown format, another project's conversation and an unknown one are refused", async () => {
  const { conversationId } = await server.park();
  const read = (id: string, query: string) => server.call("GET", `/v1/conversations/${id}/export${query}`);
  expect(await read(conversationId, "?format=pdf")).toMatchObject({ status: 400 });
  expect(await read(conversationId, "")).toMatchObject({ status: 400 });
  expect(await read("conv_0", "?format=json")).toMatchObject({ status: 404 });
});

test("[FORK-3] another text takes the place of a message, in a new conversation that says where it comes from", async () => {
  const { conversationId, path } = await server.park();
  await server.call("POST", `${path}/answer`, { body: tea });
  const { body: page } = await server.call("GET", `/v1/conversations/${conversationId}/transcript`);
  const message = page.items[0].id;
  const fork = (body: unknown) => server.call("POST", `/v1/conversations/${conversationId}/fork`, { body });
  const forked = await fork({ message, text: "Something else" });
  expect(forked).toMatchObject({ status: 202, body: { forkedFrom: { conversationId, messageId: message } } });
  const { body: shown } = await server.call("GET", `/v1/conversations/${forked.body.id}/transcript`);
  expect(shown.items[0]).toMatchObject({ role: "person", blocks: [{ text: "Something else" }] });
  expect(await fork({ message: "msg_0_1", text: "x" })).toMatchObject({
    status: 409,
    body: { code: "message-not-forkable" },
  });
  expect(await fork({ message, text: " " })).toMatchObject({ status: 422, body: { code: "message-blank" } });
  expect(await fork({ message })).toMatchObject({ status: 400 });
});
