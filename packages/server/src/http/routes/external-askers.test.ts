import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

const yesNo = { question: "Deploy to production?", options: ["Yes", "No"] };

test("[EXTERNAL-49] a key that may ask, and sees the ask because it may answer too, neither amends nor withdraws it", async () => {
  const as = "backend";
  const { body } = await server.call("POST", "/v1/inquiries", { as: "agent", body: yesNo });
  const path = `/v1/inquiries/${body.id}`;
  const refused = { status: 403, body: { code: "not-the-asker", inquiryId: body.id } };
  expect(await server.call("GET", path, { as })).toMatchObject({ status: 200 });
  expect(await server.call("PATCH", path, { as, body: { question: "Delete it all?" } })).toMatchObject(refused);
  expect(await server.call("POST", `${path}/withdraw`, { as })).toMatchObject(refused);
  expect(await server.call("GET", path, { as: "agent" })).toMatchObject({
    body: { status: "open", revision: 1, questions: [{ text: yesNo.question }] },
  });
  expect(await server.call("PATCH", path, { as: "agent", body: { context: "Now" } })).toMatchObject({ status: 200 });
  expect(await server.call("POST", `${path}/withdraw`, { as: "agent" })).toMatchObject({ status: 202 });
  const own = await server.call("POST", "/v1/inquiries", { as, body: yesNo });
  expect(await server.call("POST", `/v1/inquiries/${own.body.id}/withdraw`, { as })).toMatchObject({ status: 202 });
});
