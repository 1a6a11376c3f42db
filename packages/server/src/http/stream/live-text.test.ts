import { afterAll, expect, test } from "vitest";
import { isResolved, openStream, take } from "../testing/open-stream.ts";
import { readFrames } from "../testing/read-frames.ts";
import { createTestApp, tea } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

test("[SSE-5] live text carries no id, and a reconnect gets the whole text once", async () => {
  const { conversationId, path } = await server.park();
  const live = server.liveTexts.begin({ conversationId, project: "default", runId: "run_x", step: 2, attempt: 1 });
  live.append("The ");
  const response = server.send("GET", `/v1/events?conversation=${conversationId}&after=0`);
  live.append("answer ");
  const frames = readFrames((await response).body);
  live.append("is ");
  const [first] = await take(frames, () => true);
  live.append("forty-");
  const reading = take(frames, isResolved);
  live.append("two");
  await server.call("POST", `${path}/answer`, { body: tea });
  const seen = [first, ...(await reading)];
  live.end();
  await frames.return(undefined);
  const texts = seen.filter((frame) => frame?.data.runId === "run_x" && frame.event === "text.streamed");
  expect(texts[0]?.data).toMatchObject({ conversationId, step: 2, fromStart: true });
  expect(texts.map((frame) => frame?.data.delta).join("")).toBe("The answer is forty-two");
  const before = texts.map((_, index) => texts.slice(0, index).map((frame) => frame?.data.delta));
  expect(texts.map((frame) => frame?.data.offset)).toEqual(before.map((deltas) => deltas.join("").length));
  expect(seen.filter((frame) => (frame?.event === "text.streamed") === (frame?.id !== undefined))).toEqual([]);
});

test("[SSE-5] the text of a retried reply says that it replaces the text before", async () => {
  const { conversationId } = await server.park();
  const frames = await openStream(server, `/v1/events?conversation=${conversationId}`);
  await frames.next();
  const stream = { conversationId, project: "default", runId: "run_x", step: 2 };
  const first = server.liveTexts.begin({ ...stream, attempt: 1 });
  for (const piece of ["Half ", "a "]) first.append(piece);
  const second = server.liveTexts.begin({ ...stream, attempt: 2 });
  for (const piece of ["The ", "whole."]) second.append(piece);
  const texts = await take(frames, ({ data }) => data.delta === "whole.");
  second.end();
  await frames.return(undefined);
  expect(texts.map(({ data }) => [data.delta, data.offset, data.fromStart])).toEqual([
    ["Half ", 0, true],
    ["a ", 5, undefined],
    ["The ", 0, true],
    ["whole.", 4, undefined],
  ]);
});

test("[SSE-5] live text of other conversations is not sent", async () => {
  const [one, other] = [await server.park(), await server.park()];
  const frames = await openStream(server, `/v1/events?conversation=${one.conversationId}`);
  await frames.next();
  for (const { conversationId } of [other, one])
    server.liveTexts
      .begin({ conversationId, project: "default", runId: "run_x", step: 1, attempt: 1 })
      .append(conversationId);
  const { value } = await frames.next();
  await frames.return(undefined);
  expect(value).toMatchObject({ event: "text.streamed", data: { delta: one.conversationId } });
});

test("[SSE-6] text that comes late from another server is not shown after its reply", async () => {
  const { conversationId, path } = await server.park();
  const frames = await openStream(server, `/v1/events?conversation=${conversationId}`);
  await take(frames, ({ event }) => event === "snapshot");
  await server.call("POST", `${path}/answer`, { body: tea });
  const seen = await take(frames, ({ event }) => event === "run.finished");
  const { runId, step } = seen.find(({ event }) => event === "model.replied")?.data ?? {};
  const late = { conversationId, project: "default", runId, step, attempt: 1 };
  server.liveTexts.setRemote([{ ...late, text: "late" }]);
  server.liveTexts.setRemote([{ ...late, step: step + 1, text: "next" }]);
  const [next] = await take(frames, ({ event }) => event === "text.streamed");
  expect(next?.data).toMatchObject({ step: step + 1, delta: "next" });
  await frames.return(undefined);
});

test("[HISTORY-4] live text of a log that replaced another is shown, although the run has the id of one that was recorded", async () => {
  const app = createTestApp();
  const { conversationId, path } = await app.park();
  const before = await openStream(app, "/v1/events");
  await app.call("POST", `${path}/answer`, { body: tea });
  const seen = await take(before, ({ event }) => event === "run.finished");
  const { runId, step } = seen.find(({ event }) => event === "model.replied")?.data ?? {};
  await before.return(undefined);
  await expect.poll(() => app.followers).toBe(0);
  app.store.history = async () => "another";
  const after = await openStream(app, "/v1/events");
  await take(after, ({ event }) => event === "snapshot");
  const live = { conversationId, project: "default", runId, step, attempt: 1 };
  app.liveTexts.setRemote([{ ...live, text: "again" }]);
  app.liveTexts.setRemote([{ ...live, step: step + 1, text: "next" }]);
  const [first] = await take(after, ({ event }) => event === "text.streamed");
  expect(first?.data).toMatchObject({ runId, step, delta: "again" });
  await after.return(undefined);
  await app.close();
});
