import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

test("[RESOLVE-8] a message that names an inquiry and its revision answers exactly that", async () => {
  const { conversationId, inquiryId, path } = await server.park();
  const send = (text: string, answers: unknown) =>
    server.call("POST", `/v1/conversations/${conversationId}/messages`, { body: { text, answers } });
  for (const answers of [
    { inquiry: "inq_of_before", revision: 1 },
    { inquiry: inquiryId, revision: 2 },
  ])
    expect(await send("Yes, go ahead", answers)).toMatchObject({ status: 202, body: { inquiry: { status: "open" } } });
  expect(await send("Tea", { inquiry: inquiryId, revision: 1 })).toMatchObject({ status: 202 });
  expect((await server.call("GET", path)).body.status).toBe("answered-in-chat");
});
