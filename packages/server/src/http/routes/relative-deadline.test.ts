import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

const ask = (body: object) =>
  server.call("POST", "/v1/inquiries", { as: "agent", body: { question: "Deploy?", options: ["Yes", "No"], ...body } });

test("[TIME-9] a deadline in milliseconds counts from now by the server's clock, once, and is given alone", async () => {
  const relative = {
    key: "relative",
    deadlineInMs: 60_000,
    onDeadline: { to: { people: ["owner"] }, forMs: 1_000 },
  };
  const { status, body } = await ask(relative);
  expect(status).toBe(201);
  expect(Date.parse(body.deadline) - Date.parse(body.askedAt)).toBe(60_000);
  server.clock.advance(1_000);
  expect((await ask(relative)).body.deadline).toBe(body.deadline);
  const deadline = new Date(server.clock.now() + 1_000).toISOString();
  for (const wrong of [{ deadlineInMs: 60_000, deadline }, { deadlineInMs: 0 }, { deadlineInMs: 1e15 }])
    expect(await ask(wrong)).toMatchObject({ status: 400, body: { errors: [{ pointer: "/deadlineInMs" }] } });
});
