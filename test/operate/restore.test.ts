import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { type OperatedStore, operatedStores } from "../harness/postgres/operated-stores.ts";
import { createApi } from "../harness/server/api.ts";
import { type ServerEvent, serverEvents } from "../harness/server/server-events.ts";
import { type ServerProcess, temporaryFolder } from "../harness/server/server-process.ts";

const yes = [{ question: "q1", options: ["o1"] }];

function askScript(question: string) {
  const input = { questions: [{ question, options: [{ label: "Yes" }, { label: "No" }] }] };
  return [{ calls: [{ name: "ask_user_question", input }] }, { text: "Done." }];
}

function noteScript(text: string) {
  return [{ calls: [{ name: "note", input: { text } }] }, { text: "Done." }];
}

/** Sends a script as the first message, and returns the inquiry that it leads to. */
async function nextInquiry(server: ServerProcess, id: string, script: unknown) {
  const api = createApi(server);
  await api.post(`/v1/conversations/${id}/messages`, { text: JSON.stringify({ script }) });
  return (await api.waitForStatus(id, "parked")).inquiry;
}

function follow({ url, keys }: ServerProcess, after?: string) {
  const since = after === undefined ? {} : { "last-event-id": after };
  return serverEvents(`${url}/v1/events`, { authorization: `Bearer ${keys.answer}`, ...since });
}

/** The recorded events of a stream up to one of this version of a conversation. */
async function eventsUntil(stream: AsyncGenerator<ServerEvent>, conversationId: string, version: number) {
  const seen: ServerEvent[] = [];
  for await (const event of stream) {
    if (event.id !== undefined) seen.push(event);
    if (event.data.conversationId === conversationId && event.data.version === version) return seen;
  }
  throw new Error("the stream ended before its last event");
}

async function readToEnd(stream: AsyncGenerator<ServerEvent>): Promise<readonly ServerEvent[]> {
  const seen: ServerEvent[] = [];
  for await (const event of stream) seen.push(event);
  return seen;
}

/** What an operator does to go back to a state of before. */
interface Backup {
  /** Goes back to the state, while no server runs or under a server that goes on. */
  restore(server: ServerProcess): Promise<ServerProcess>;
}

async function backUpFolder(store: OperatedStore): Promise<Backup> {
  const folder = join(temporaryFolder(), "backup");
  expect(await store.run("backup", folder)).toMatchObject({ code: 0, stdout: "" });
  return {
    async restore(server) {
      const running = await store.run("restore", folder);
      expect(running).toMatchObject({ code: 1, stderr: expect.stringMatching(/✖ the data folder .* is in use/) });
      await server.stop();
      expect(await store.run("restore", folder)).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/✔ Restored .* as a new history\. What was there is in .*replaced-/),
      });
      return store.serve();
    },
  };
}

/** Brings back the rows of all tables, as loading a dump does; the server goes on. */
async function backUpDatabase(store: OperatedStore): Promise<Backup> {
  const query = async (...statements: readonly string[]) => {
    const client = new pg.Client(store.url);
    await client.connect();
    try {
      for (const statement of ["set session_replication_role = replica", ...statements]) await client.query(statement);
      return (await client.query("select tablename as name from pg_tables where schemaname = current_schema()")).rows;
    } finally {
      await client.end();
    }
  };
  const tables = (await query()).map(({ name }) => String(name)).filter((name) => name !== "history");
  await query(...tables.map((name) => `create table saved_${name} as table ${name}`));
  return {
    async restore(server) {
      await query(
        "begin",
        `truncate ${tables.join(", ")}`,
        ...tables.map((name) => `insert into ${name} overriding system value select * from saved_${name}`),
        "select setval(pg_get_serial_sequence('events', 'position'), (select max(position) from events))",
        "commit",
      );
      expect(await store.run("restore", "--new-history")).toMatchObject({ code: 0 });
      return server;
    },
  };
}

describe.each(["SQLite", "PostgreSQL"] as const)("on %s", (kind) => {
  test("[HISTORY-1] [HISTORY-3] after a restore, an answer from an old screen settles nothing, and old readers start anew", {
    tags: "smoke",
  }, async () => {
    const store = await operatedStores[kind]();
    const before = await store.serve();
    const asking = createApi(before);
    const start = async (agent: string) => (await asking.post("/v1/conversations", { agent })).body.id;
    const [asks, notes] = [await start("scripted"), await start("careful")];
    const backup = await (kind === "SQLite" ? backUpFolder : backUpDatabase)(store);
    const old = [
      await nextInquiry(before, asks, askScript("Delete the test database?")),
      await nextInquiry(before, notes, noteScript("test")),
    ];
    const reader = follow(before);
    const { value: first } = await reader.next();
    const rest = readToEnd(reader);

    const after = await backup.restore(before);
    // The server that stopped, or noticed that its log was replaced, ends the stream; the last events may come before that.
    expect((await rest).filter(({ type }) => type === "snapshot")).toEqual([]);
    const answering = createApi(after);
    const now = [
      await nextInquiry(after, asks, askScript("Delete the PRODUCTION database?")),
      await nextInquiry(after, notes, noteScript("production")),
    ];
    for (const [index, { id, revision, conversationId }] of old.entries()) {
      // The counts came again.
      expect(now[index].id.split("_").slice(0, 3)).toEqual(id.split("_").slice(0, 3));
      expect(now[index].revision).toBe(revision);
      for (const [action, body] of [
        ["answer", { answers: yes, revision }],
        ["answer", { answers: yes, hold: 5 }],
        ["delegate", { revision }],
        ["decline", {}],
        ["dismiss", {}],
      ] as const)
        expect(await answering.post(`/v1/inquiries/${id}/${action}`, body), action).toMatchObject({
          status: 404,
          body: { code: "inquiry-unknown", hint: expect.stringContaining("restored") },
        });
      const text = { text: "Yes", answers: { inquiry: id, revision } };
      expect((await answering.post(`/v1/conversations/${conversationId}/messages`, text)).status).toBe(202);
      expect((await answering.get(`/v1/inquiries/${now[index].id}`)).body.status).toBe("open");
      expect((await answering.get(`/v1/conversations/${conversationId}`)).body).toMatchObject({ status: "parked" });
    }

    // A reader with a cursor of the old log gets a snapshot, and from there on everything.
    const again = follow(after, first?.id);
    const { value: snapshot } = await again.next();
    expect(snapshot).toMatchObject({ type: "snapshot", data: { openInquiries: 2 } });
    const open = snapshot?.data.inquiries.map(({ id }: { id: string }) => id).sort();
    expect(open).toEqual(now.map(({ id }) => id).sort());
    expect((await answering.post(`/v1/inquiries/${now[0].id}/answer`, { answers: yes })).status).toBe(202);
    const { version } = await answering.waitForStatus(asks, "idle");
    const followed = await eventsUntil(again, asks, version);
    const whole = await eventsUntil(follow(after, "0"), asks, version);
    expect(followed.map(({ id }) => id)).toEqual(whole.slice(whole.length - followed.length).map(({ id }) => id));
    const end = snapshot?.data.position;
    expect(followed[0]?.position).toBeGreaterThan(end);
    expect(whole.at(-followed.length - 1)?.position).toBeLessThanOrEqual(end);
    const bare = follow(after, String(first?.position));
    expect((await bare.next()).value?.type).toBe("snapshot");
    await bare.return(undefined);
    await after.stop();
  });

  test("[HISTORY-1] after a restore, an answer to an amended ask or approval does not settle the one that was amended again", async () => {
    const store = await operatedStores[kind]();
    const before = await store.serve();
    const call = (plan: string) => ({ approval: { tool: "apply", input: { plan } } });
    const changes = [
      [
        { question: "Deploy?", options: ["Yes", "No"] },
        { question: "Delete the test database?" },
        { question: "Delete the PRODUCTION database?" },
      ],
      [call("none"), call("test"), call("production")],
    ] as const;
    const asking = createApi(before, before.keys.ask);
    const ids = await Promise.all(changes.map(async ([asked]) => (await asking.post("/v1/inquiries", asked)).body.id));
    const amend = (server: ServerProcess, which: 1 | 2) =>
      Promise.all(
        changes.map(async (change, index) => {
          const amended = await createApi(server, server.keys.ask).patch(`/v1/inquiries/${ids[index]}`, change[which]);
          expect(amended.status).toBe(200);
          return amended.body;
        }),
      );
    const backup = await (kind === "SQLite" ? backUpFolder : backUpDatabase)(store);
    const shown = await amend(before, 1);
    const after = await backup.restore(before);
    const current = await amend(after, 2);
    const answering = createApi(after);
    for (const [index, id] of ids.entries()) {
      for (const [action, body] of [
        ["answer", { answers: yes }],
        ["answer", { answers: yes, hold: 5 }],
        ["delegate", {}],
      ] as const)
        expect(
          await answering.post(`/v1/inquiries/${id}/${action}`, { ...body, revision: shown[index].revision }),
        ).toMatchObject({ status: 409, body: { code: "revision-changed", revision: current[index].revision } });
      expect((await answering.get(`/v1/inquiries/${id}`)).body.status).toBe("open");
    }
    const { revision } = current[1];
    expect((await answering.post(`/v1/inquiries/${ids[1]}/answer`, { answers: yes, revision })).status).toBe(202);
    await after.stop();
  });
});

test("[HISTORY-5] a backup has database and keys, for the owner only; what exists is not replaced, and keys are not lost", async () => {
  const store = await operatedStores.SQLite();
  const server = await store.serve();
  const folder = join(temporaryFolder(), "deep", "backup");
  expect(await store.run("backup", folder)).toMatchObject({
    code: 0,
    stdout: "",
    stderr: expect.stringMatching(/✔ Copied .*askback\.db and its keys to .*, and checked the copy\.\n$/),
  });
  expect(await store.run("backup", folder)).toMatchObject({ code: 1, stderr: expect.stringMatching(/already\n→ /) });
  expect(readdirSync(join(folder, "..")).filter((name) => name.endsWith(".part"))).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual(["askback.db", "keys"]);
  const modeOf = (path: string) => statSync(join(folder, path)).mode & 0o777;
  expect([".", "keys"].map(modeOf)).toEqual([0o700, 0o700]);
  expect(["askback.db", "keys/ask", "keys/answer", "keys/secret"].map(modeOf)).toEqual([0o600, 0o600, 0o600, 0o600]);
  await server.stop();

  // Into a new folder with one key of its own.
  const fresh = await operatedStores.SQLite();
  await (await fresh.serve()).stop();
  const own = readFileSync(join(fresh.dataDir, "keys", "ask"), "utf8");
  expect(await fresh.run("restore", folder)).toMatchObject({ code: 0 });
  expect(readFileSync(join(fresh.dataDir, "keys", "ask"), "utf8")).toBe(own);
  const empty = await operatedStores.SQLite();
  expect(await empty.run("restore", folder)).toMatchObject({ code: 0 });
  const restored = await empty.serve();
  expect(restored.keys).toEqual(server.keys);
  await restored.stop();
  expect(existsSync(join(empty.dataDir, "restore"))).toBe(false);

  const missing = await empty.run("restore", join(folder, "nothing"));
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringMatching(/✖ there is no .*\n→ Nothing was changed/) });
  expect(await empty.run("restore")).toMatchObject({ code: 1, stderr: expect.stringMatching(/--new-history/) });
  const shared = await operatedStores.PostgreSQL();
  for (const command of ["backup", "restore"])
    expect(await shared.run(command, folder)).toMatchObject({ code: 1, stderr: expect.stringMatching(/own tools/) });
});
