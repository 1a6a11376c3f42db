import { once } from "node:events";
import { expect, test } from "vitest";
import { openRaw, readFirst } from "../harness/fuzz/raw-connection.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { serverEvents } from "../harness/server/server-events.ts";
import type { ServerProcess } from "../harness/server/server-process.ts";
import { startTestServer, type TestServer } from "../harness/server/test-server.ts";

const signals = ["SIGTERM", "SIGINT"] as const;

/** A conversation in each status in which something is under way or awaited. */
async function atWork(testServer: TestServer) {
  const thinking = await testServer.startConversation("scripted", [{ text: "Thinking", hang: true }]);
  await thinking.waitForEvent(({ type }) => type === "text.streamed");
  const sleep = { id: "call_a", name: "sleep", input: {} };
  const acting = await testServer.startConversation("scripted", [{ calls: [sleep] }, { text: "Done." }]);
  await acting.waitForEvent(({ type }) => type === "tool.started");
  const parked = await testServer.startConversation("scripted", [
    { calls: [{ id: "call_a", ...askTwo }] },
    { text: "Done." },
  ]);
  return { thinking, acting, parked, inquiry: await parked.waitForInquiry() };
}

/** A client that stops reading and one that does not finish its request; the server has begun with both. */
async function stuckClients({ url, keys }: ServerProcess) {
  const head = `HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${keys.answer}\r\n`;
  const reader = await openRaw(url, `GET /v1/events ${head}\r\n`);
  expect(await readFirst(reader)).toContain("200 OK");
  const type = "Content-Type: application/json\r\nContent-Length: 1000\r\nExpect: 100-continue";
  const sender = await openRaw(url, `POST /v1/conversations ${head}${type}\r\n\r\n{"agent"`);
  expect(await readFirst(sender)).toContain("100 Continue");
  return [reader, sender];
}

test.for(signals)(
  "[CLI-3] %s ends the server with 0 while all kinds of work and connections are open",
  async (signal) => {
    const testServer = await startTestServer();
    const { server } = testServer;
    const { thinking, acting, parked, inquiry } = await atWork(testServer);
    const polled = testServer.api.get(`/v1/inquiries/${inquiry.id}?wait=60`);
    const stream = serverEvents(`${server.url}/v1/events`, { authorization: `Bearer ${server.keys.answer}` });
    await stream.next();
    const stuck = await stuckClients(server);
    const exited = once(server.process, "exit");
    server.process.kill(signal);
    for await (const { type } of stream) expect(type).not.toBe("snapshot");
    expect(await polled).toMatchObject({ status: 200, body: { status: "open" } });
    expect(await exited).toEqual([0, null]);
    for (const socket of stuck) socket.destroy();
    expect(server.lines.filter((line) => /"msg":"(stopping|stopped)"/.test(line))).toHaveLength(2);
    expect(server.lines.filter((line) => line.includes('"level":50'))).toEqual([]);

    const again = await startTestServer({ dataDir: server.dataDir });
    await again.api.waitForStatus(acting.id, "idle");
    await again.api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
    await again.api.waitForStatus(parked.id, "idle");
    // The released work is started again, and no attempt was used up.
    const types: string[] = [];
    await again.api.waitForEvent(thinking.id, ({ type }) => types.push(type) > 0 && type === "text.streamed");
    expect(types).not.toContain("run.interrupted");
    await again.server.kill();
  },
);

test("[CLI-3] a server at rest ends at once, also right after its start", { tags: "smoke" }, async () => {
  const startedAt = performance.now();
  const { server } = await startTestServer();
  const startMs = performance.now() - startedAt;
  const stoppedAt = performance.now();
  expect(await server.stop()).toBe(0);
  // On a busy machine the start takes longer as well.
  expect(performance.now() - stoppedAt).toBeLessThan(Math.max(4_000, 3 * startMs));
});
