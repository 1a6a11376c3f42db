import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "../support/api.ts";
import { type ServerEvent, serverEvents } from "../support/server-events.ts";
import { startServers } from "../support/server-group.ts";
import type { ServerProcess } from "../support/server-process.ts";

let servers: readonly ServerProcess[];
beforeAll(async () => {
  servers = await startServers(2);
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

function serverAt(index: number): ServerProcess {
  const server = servers[index];
  if (!server) throw new Error("there are two servers");
  return server;
}

function follow({ url, keys }: ServerProcess, path: string): AsyncGenerator<ServerEvent> {
  return serverEvents(`${url}${path}`, { authorization: `Bearer ${keys.answer}` });
}

test("[SSE-6] a reply that streams on one server is seen on the other, also by who comes later, until it is stopped", async () => {
  const [here, there] = [serverAt(0), serverAt(1)];
  const id = await createApi(here).start("puppet", [{ text: "Streaming words", hang: true }]);
  for (const server of [there, here, there]) {
    let text = "";
    for await (const { type, data } of follow(server, `/v1/events?conversation=${id}`)) {
      if (type === "text.streamed") text += data.delta;
      if (text === "Streaming words") break;
    }
  }
  await createApi(there).post(`/v1/conversations/${id}/stop`);
  await createApi(here).reached(id, "idle");
  const other = await createApi(here).start("puppet", [{ text: "Other words", hang: true }]);
  const deltas: string[] = [];
  for await (const { type, data } of follow(there, `/v1/events?conversation=${id}&conversation=${other}`)) {
    if (type === "text.streamed") deltas.push(data.delta);
    if (deltas.join("").endsWith("Other words")) break;
  }
  expect(deltas.join("")).toBe("Other words");
  await createApi(there).post(`/v1/conversations/${other}/stop`);
});

test("[OPS-8] who signed in at one server is signed in at the other", async () => {
  const [here, there] = [serverAt(0), serverAt(1)];
  const link = here.lines.map((line) => /Sign in:\s+(\S+)/.exec(line)?.[1]).find((found) => found !== undefined) ?? "";
  const elsewhere = link.replace(here.url, there.url);
  const page = await fetch(elsewhere);
  const cookie = page.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(cookie).toContain("askback_session=");
  for (const { url } of servers)
    expect((await fetch(`${url}/v1/inbox/count`, { headers: { cookie } })).status).toBe(200);
  expect((await fetch(`${here.url}/v1/inbox/count`, { headers: { cookie: `${cookie}x` } })).status).toBe(401);
});
