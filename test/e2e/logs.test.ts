import { expect, test } from "vitest";
import { liveMarked, marksIn } from "../support/marked-life.ts";
import { openStage } from "../support/stage.ts";

test("[SEC-6] the log of a whole life holds no text of questions, answers or messages", async () => {
  const stage = await openStage();
  const { server } = stage;
  const marks = await liveMarked(stage);
  expect(await server.stop()).toBe(0);

  expect(marksIn(server.lines, marks)).toEqual([]);
  expect(marks.size).toBeGreaterThan(30);
  const requests = server.lines.filter((line) => line.includes('"msg":"request"')).map((line) => JSON.parse(line));
  expect(requests.length).toBeGreaterThan(20);
  expect(requests).toContainEqual(expect.objectContaining({ route: "/v1/inquiries/:id/answer", status: 202 }));
  for (const entry of requests)
    expect(Object.keys(entry).sort()).toEqual(["level", "method", "ms", "msg", "requestId", "route", "status", "time"]);
});
