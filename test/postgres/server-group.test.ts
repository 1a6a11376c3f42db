import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "../harness/server/api.ts";
import { runProgram } from "../harness/server/run-program.ts";
import { type ServerEvent, serverEvents } from "../harness/server/server-events.ts";
import { startServers } from "../harness/server/server-group.ts";
import type { ServerProcess } from "../harness/server/server-process.ts";
import { schemaUrl } from "../harness/server/store-under-test.ts";

let servers: readonly ServerProcess[];
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  env = { ASKBACK_DATABASE_URL: await schemaUrl(randomUUID()) };
  servers = await startServers(2, { env });
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

test("[SSE-6] a reply that streams on one server is seen on the other, also by a late client, until it is stopped", async () => {
  const [here, there] = [serverAt(0), serverAt(1)];
  const id = await createApi(here).start("scripted", [{ text: "Streaming words", hang: true }]);
  for (const server of [there, here, there]) {
    let text = "";
    for await (const { type, data } of follow(server, `/v1/events?conversation=${id}`)) {
      if (type === "text.streamed") text += data.delta;
      if (text === "Streaming words") break;
    }
  }
  await createApi(there).post(`/v1/conversations/${id}/stop`);
  await createApi(here).waitForStatus(id, "idle");
  const other = await createApi(here).start("scripted", [{ text: "Other words", hang: true }]);
  const deltas: string[] = [];
  for await (const { type, data } of follow(there, `/v1/events?conversation=${id}&conversation=${other}`)) {
    if (type === "text.streamed") deltas.push(data.delta);
    if (deltas.join("").endsWith("Other words")) break;
  }
  expect(deltas.join("")).toBe("Other words");
  await createApi(there).post(`/v1/conversations/${other}/stop`);
});

test("[SSE-7] a client of one server gets the text so far of a reply on the other", async () => {
  const [here, there] = [createApi(serverAt(0)), createApi(serverAt(1))];
  const id = await here.start("scripted", [{ text: "Half a sentence", hang: true }]);
  for await (const { type, data } of follow(serverAt(1), `/v1/events?conversation=${id}`))
    if (type === "text.streamed" && data.offset + data.delta.length === "Half a sentence".length) break;
  const { body } = await there.get(`/v1/conversations/${id}`);
  expect(body.live).toEqual({ runId: body.runId, step: 1, text: "Half a sentence" });
  await there.post(`/v1/conversations/${id}/stop`);
});

test("[CONV-7] stop at one server keeps what had streamed on the other", async () => {
  const [here, there] = [createApi(serverAt(0)), createApi(serverAt(1))];
  const id = await here.start("scripted", [{ text: "Half a sentence", hang: true }]);
  let text = "";
  for await (const { type, data } of follow(serverAt(1), `/v1/events?conversation=${id}`)) {
    if (type === "text.streamed") text = data.fromStart ? data.delta : text + data.delta;
    if (text === "Half a sentence") break;
  }
  await there.post(`/v1/conversations/${id}/stop`);
  const { body } = await there.get(`/v1/conversations/${id}/transcript`);
  expect(body.items.at(-1)).toMatchObject({ interrupted: true, blocks: [{ type: "text", text: "Half a sentence" }] });
});

test("[OPS-8] who signed in at one server is signed in at the other", async () => {
  const [here, there] = [serverAt(0), serverAt(1)];
  const { stdout } = await runProgram(["link", "--data-dir", there.dataDir], { env });
  // Whichever server is asked, the link works once.
  const used = await Promise.all(
    [here, there, here].map(({ url }) => fetch(stdout.trim().replace(there.url, url), { method: "POST" })),
  );
  expect(used.map(({ status }) => status).sort()).toEqual([204, 401, 401]);
  const [, token = ""] = /=([^;]+);/.exec(used.find(({ ok }) => ok)?.headers.get("set-cookie") ?? "") ?? [];
  // Behind a proxy all of them have one port, and so one name of the cookie.
  const status = async (url: string, value = token) => {
    const headers = { cookie: `askback_session_${new URL(url).port}=${value}` };
    return (await fetch(`${url}/v1/inbox/count`, { headers })).status;
  };
  for (const { url } of servers) expect(await status(url)).toBe(200);
  expect(await status(here.url, `${token.slice(0, -1)}_`)).toBe(401);
});
