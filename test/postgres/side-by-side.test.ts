import { fileURLToPath } from "node:url";
import { expect, inject, onTestFinished, test } from "vitest";
import { migratePostgres } from "../../packages/server/src/store/postgres/operate/migrate.ts";
import { migrations } from "../../packages/server/src/store/postgres/schema/schema.ts";
import { freshSchema } from "../../packages/server/src/store/postgres/testing/fresh-schema.ts";
import { runSql } from "../../packages/server/src/store/postgres/testing/run-sql.ts";
import { createApi } from "../harness/server/api.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { type ServerProcess, type StartOptions, startServerProcess } from "../harness/server/server-process.ts";

const newerServer = fileURLToPath(new URL("newer-server.ts", import.meta.url));
const config = fileURLToPath(new URL("../harness/server/agents.config.ts", import.meta.url));
const script = [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Thank you." }];

async function startBeside(url: string, options: StartOptions = {}): Promise<ServerProcess> {
  const server = await startServerProcess({ env: { ASKBACK_DATABASE_URL: url }, ...options });
  onTestFinished(async () => {
    expect(await server.stop()).toBe(0);
    expect(server.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
  return server;
}

test("[STORE-18] a server keeps working beside one of a later version that migrates at its start", async () => {
  const url = await freshSchema(inject("postgresUrl"));
  const old = await startBeside(url);
  const here = createApi(old);
  const asked = [await here.start("scripted", script), await here.start("scripted", script)];
  for (const id of asked) await here.waitForStatus(id, "parked");

  const { dataDir } = old;
  const serve = ["serve", "--port", "0", "--config", config];
  const there = createApi(await startBeside(url, { dataDir, entry: newerServer, args: serve }));
  expect(await runSql(url, "select version from askback_version")).toEqual([{ version: migrations.length + 1 }]);
  const restarted = createApi(await startBeside(url, { dataDir }));

  const apis = [here, there, restarted];
  for (const [index, id] of [...asked, await there.start("scripted", script)].entries()) {
    const api = apis[(index + 1) % 3];
    const { inquiry } = await there.waitForStatus(id, "parked");
    expect(await api?.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered })).toMatchObject({
      status: 202,
    });
    for (const some of apis) expect(await some.waitForStatus(id, "idle")).toMatchObject({ outcome: "finished" });
  }
  expect(await runSql(url, "select distinct shade from events")).toEqual([{ shade: "plain" }]);
});

test("[STORE-18] a conversation in a form of a later version is left to that version, and the others go on", async () => {
  const url = await freshSchema(inject("postgresUrl"));
  const server = await startServerProcess({ env: { ASKBACK_DATABASE_URL: url } });
  onTestFinished(async () => expect(await server.stop()).toBe(0));
  const api = createApi(server);
  const [newer, other] = [await api.start("scripted", script), await api.start("scripted", script)];
  const { inquiry } = await api.waitForStatus(newer ?? "", "parked");
  await api.waitForStatus(other ?? "", "parked");
  await runSql(
    url,
    `update conversations set version = version + 1, state_format = 1000, status = 'dreaming', due_at = 0,
       state = '{"status": "dreaming"}' where id = '${newer}'`,
  );
  for (const response of [
    await api.get(`/v1/conversations/${newer}`),
    await api.get(`/v1/inquiries/${inquiry.id}`),
    await api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: bothAnswered }),
    await api.post(`/v1/conversations/${newer}/messages`, { text: "Hello?" }),
    await api.delete(`/v1/conversations/${newer}`),
  ]) {
    expect(response).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(response.headers.get("retry-after")).not.toBe(null);
  }
  const { body } = await api.get("/v1/conversations");
  expect(body.items).toMatchObject([{ id: other, status: "parked" }]);
  expect(await runSql(url, `select version, lease_epoch from conversations where id = '${newer}'`)).toMatchObject([
    { version: 7 },
  ]);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test("[STORE-18] after a breaking migration no older server starts, and it says why", async () => {
  const url = await freshSchema(inject("postgresUrl"));
  const unsafe = { title: "another shape", isSafeUnderOlder: false, sql: "create table another (id integer)" };
  await migratePostgres({ url }, { known: [...migrations, unsafe] });
  await expect(startServerProcess({ env: { ASKBACK_DATABASE_URL: url } })).rejects.toThrow(
    /this database has version \d+, and this Askback knows versions up to \d+: start a newer Askback on it/,
  );
});
