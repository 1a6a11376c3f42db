import { once } from "node:events";
import { expect, test } from "vitest";
import { askTwo, bothAnswered } from "../support/asks.ts";
import { openRaw, readFirst } from "../support/raw-connection.ts";
import { serverEvents } from "../support/server-events.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { openStage, type Stage } from "../support/stage.ts";

const signals = ["SIGTERM", "SIGINT"] as const;

/** A conversation in each status in which something is under way or waited for. */
async function atWork(stage: Stage) {
  const thinking = await stage.play("puppet", [{ text: "Thinking", hang: true }]);
  await thinking.event(({ type }) => type === "text.streamed");
  const sleep = { id: "call_a", name: "sleep", input: {} };
  const acting = await stage.play("puppet", [{ calls: [sleep] }, { text: "Done." }]);
  await acting.event(({ type }) => type === "tool.started");
  const parked = await stage.play("puppet", [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }]);
  return { thinking, acting, parked, inquiry: await parked.asked() };
}

/** A reader that reads no further, and a sender that does not finish; the server has begun with both. */
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
    const stage = await openStage();
    const { server } = stage;
    const { thinking, acting, parked, inquiry } = await atWork(stage);
    const polled = stage.api.get(`/v1/inquiries/${inquiry.id}?wait=60`);
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

    const again = await openStage({ dataDir: server.dataDir });
    await again.api.reached(acting.id, "idle");
    await again.api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered });
    await again.api.reached(parked.id, "idle");
    // The work that was given back is begun again, and no attempt at it was used up.
    const types: string[] = [];
    await again.api.event(thinking.id, ({ type }) => types.push(type) > 0 && type === "text.streamed");
    expect(types).not.toContain("run.interrupted");
    await again.server.kill();
  },
);

test("[CLI-3] a server at rest ends at once, also right after its start", async () => {
  const { server } = await openStage();
  const began = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(4_000);
});
