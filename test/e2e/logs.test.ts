import { expect, test } from "vitest";
import { findMarks, runMarkedConversations } from "../harness/server/marked-conversations.ts";
import { startTestServer } from "../harness/server/test-server.ts";

test("[SEC-6] [S3-43] the log of whole conversations holds no text of questions, answers or messages", {
  tags: "smoke",
}, async () => {
  const testServer = await startTestServer();
  const { server } = testServer;
  const marks = await runMarkedConversations(testServer);
  expect(await server.stop()).toBe(0);

  expect(findMarks(server.lines, marks)).toEqual([]);
  expect(marks.size).toBeGreaterThan(30);
  const requests = server.lines.filter((line) => line.includes('"msg":"request"')).map((line) => JSON.parse(line));
  expect(requests.length).toBeGreaterThan(20);
  expect(requests).toContainEqual(expect.objectContaining({ route: "/v1/inquiries/:id/answer", status: 202 }));
  for (const entry of requests)
    expect(Object.keys(entry).sort()).toEqual(["level", "method", "ms", "msg", "requestId", "route", "status", "time"]);
});
