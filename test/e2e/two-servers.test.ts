import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createApi } from "../support/api.ts";
import { askTwo, bothAnswered } from "../support/asks.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";

const schema = `two_servers_${process.pid}`;
let servers: readonly ServerProcess[] = [];

beforeAll(async () => {
  await inDatabase(`create schema ${schema}`);
  const env = { ASKBACK_DATABASE_URL: `${inject("postgresUrl")}?options=-c%20search_path%3D${schema}` };
  const first = await startServerProcess({ env });
  servers = [first, await startServerProcess({ env, dataDir: first.dataDir })];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await inDatabase(`drop schema ${schema} cascade`);
});

async function inDatabase(sql: string): Promise<void> {
  const client = new pg.Client(inject("postgresUrl"));
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

test("[STORE-17] asked on one server, seen and answered on the other, and finished for both", async () => {
  const [here, there] = servers.map((server) => createApi(server));
  if (!here || !there) throw new Error("there are two servers");
  const id = await here.start("puppet", [{ text: "Two things.", calls: [askTwo] }, { text: "Thank you." }]);
  const asked = await there.event(id, ({ type }) => type === "inquiry.asked");
  const { status, body } = await there.post(`/v1/inquiries/${asked.data.inquiry.id}/answer`, { answers: bothAnswered });
  expect(status).toBe(202);
  await here.event(id, ({ type }) => type === "run.finished");
  for (const api of [here, there]) {
    expect((await api.get(`/v1/conversations/${id}`)).body).toMatchObject({ status: "idle", outcome: "finished" });
    expect((await api.get(`/v1/inquiries/${asked.data.inquiry.id}`)).body.receipt).toEqual(body);
    expect((await api.get("/v1/inbox/count")).body).toEqual({ open: 0 });
  }
});

test("[STORE-17] of answers sent to both servers at once one wins, and the other is shown it", async () => {
  const apis = servers.map((server) => createApi(server));
  const [api] = apis;
  if (!api) throw new Error("there are two servers");
  for (let round = 0; round < 10; round += 1) {
    const id = await api.start("puppet", [{ calls: [askTwo] }, { text: "Thank you." }]);
    const { inquiry } = await api.reached(id, "parked");
    const wishes = apis.flatMap((some, index) => [
      some.post(`/v1/inquiries/${inquiry.id}/decline`, { comment: `from ${index}` }),
      some.post(`/v1/inquiries/${inquiry.id}/delegate`, { comment: `from ${index}` }),
    ]);
    const statuses = (await Promise.all(wishes)).map(({ status }) => status).sort();
    expect(statuses).toEqual([202, 409, 409, 409]);
    await api.reached(id, "idle");
  }
});
