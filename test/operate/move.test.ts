import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type OperatedStore, operatedStores } from "../harness/postgres/operated-stores.ts";
import { createApi } from "../harness/server/api.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { serverEvents } from "../harness/server/server-events.ts";
import { program, type ServerProcess, temporaryFolder } from "../harness/server/server-process.ts";

const script = [{ text: "Two things.", calls: [askTwo] }, { text: "Thank you." }];

function follow({ url, keys }: ServerProcess, after?: string) {
  const authorization = `Bearer ${keys.answer}`;
  return serverEvents(`${url}/v1/events`, { authorization, ...(after !== undefined && { "last-event-id": after }) });
}

/** The position of the last event. */
async function endOf(server: ServerProcess): Promise<number> {
  for await (const { position } of follow(server)) return Number(position);
  throw new Error("the stream ended before its snapshot");
}

/** The ids of all recorded events after one, up to the last of the log. */
async function idsAfter(server: ServerProcess, after: string, last: number): Promise<string[]> {
  const seen: string[] = [];
  for await (const { id, type, position } of follow(server, after)) {
    expect(type).not.toBe("snapshot");
    if (id !== undefined) seen.push(id);
    if (position === last) return seen;
  }
  throw new Error("the stream ended before its last event");
}

async function move(from: OperatedStore, to: OperatedStore, file: string): Promise<void> {
  const exported = await from.run("export", file);
  expect(exported).toMatchObject({
    code: 0,
    stdout: "",
    stderr: expect.stringMatching(/^✔ Exported \d+ conversations, /m),
  });
  const imported = await to.run("import", file);
  expect(imported).toMatchObject({
    code: 0,
    stdout: "",
    stderr: expect.stringMatching(/^✔ Imported \d+ conversations, /m),
  });
}

const directions = [
  ["SQLite", "PostgreSQL"],
  ["PostgreSQL", "SQLite"],
] as const;

describe.each(directions)("from %s to %s", (kind, otherKind) => {
  test("[OPS-6] [HISTORY-8] asked at one store, moved while its server runs, answered at the other, and moved back", async () => {
    const [here, there, back] = [
      await operatedStores[kind](),
      await operatedStores[otherKind](),
      await operatedStores[kind](),
    ];
    const first = await here.serve();
    const asking = createApi(first);
    const key = { "idempotency-key": "once" };
    const started = { agent: "scripted", message: JSON.stringify({ script }) };
    const { id } = (await asking.post("/v1/conversations", started, key)).body;
    const { data } = await asking.waitForEvent(id, ({ type }) => type === "inquiry.asked");
    const finished = await asking.start("scripted", [{ text: "Done at once." }]);
    await asking.waitForStatus(finished, "idle");
    const before = await endOf(first);
    const log = await idsAfter(first, "0", before);
    expect(log).toHaveLength(12);
    await move(here, there, join(temporaryFolder(), "all.jsonl"));
    await first.stop();

    const second = await there.serve();
    const answering = createApi(second);
    expect(await answering.post("/v1/conversations", started, key)).toMatchObject({ status: 201, body: { id } });
    expect((await answering.get("/v1/inbox/count")).body).toEqual({ open: 1, snoozed: 0 });
    // A reader of the old store has a cursor of another log.
    const { value: snapshot } = await follow(second, log[2] ?? "").next();
    expect(snapshot).toMatchObject({
      type: "snapshot",
      position: before,
      data: { inquiries: [{ id: data.inquiry.id }] },
    });
    expect(snapshot?.id).not.toBe(log.at(-1));
    const { status } = await answering.post(`/v1/inquiries/${data.inquiry.id}/answer`, { answers: bothAnswered });
    expect(status).toBe(202);
    const { version } = await answering.waitForStatus(id, "idle");
    const end = await answering.waitForEvent(id, ({ data: event }) => event.version === version);
    const last = Number(end.position);
    expect(await idsAfter(second, snapshot?.id ?? "", last)).toHaveLength(4);
    await second.stop();

    await move(there, back, join(temporaryFolder(), "all.jsonl.gz"));
    const third = await back.serve();
    const again = createApi(third);
    expect((await again.get(`/v1/conversations/${id}`)).body).toMatchObject({ status: "idle", outcome: "finished" });
    expect((await again.get(`/v1/inquiries/${data.inquiry.id}`)).body).toMatchObject({ status: "answered" });
    expect(await idsAfter(third, "0", last)).toHaveLength(16);
    await again.post(`/v1/conversations/${id}/messages`, { text: "One more thing." });
    await again.waitForEvent(id, ({ type, position }) => type === "run.finished" && Number(position) > last);
    await third.stop();
  });
});

async function filled(): Promise<OperatedStore> {
  const store = await operatedStores.SQLite();
  const server = await store.serve();
  const api = createApi(server);
  await api.waitForStatus(await api.start("scripted", script), "parked");
  await server.stop();
  return store;
}

test("[OPS-6] an export whose reader is gone ends without a message and with an error code", async () => {
  const store = await filled();
  const child = spawn(process.execPath, ["--conditions=@askback/source", program, "export", "-"], {
    env: { PATH: process.env.PATH ?? "", ASKBACK_DATA_DIR: store.dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([textOf(child.stderr), once(child, "exit")]);
  expect({ code, stderr }).toEqual({ code: 141, stderr: "" });
});

test("[OPS-6] the file is JSON lines with counts first, for the owner only, and no key is in it", {
  tags: "smoke",
}, async () => {
  const store = await filled();
  const folder = temporaryFolder();
  const [plain, zipped] = [join(folder, "all.jsonl"), join(folder, "all.jsonl.gz")];
  for (const file of [plain, zipped]) expect((await store.run("export", file)).code).toBe(0);
  const text = readFileSync(plain, "utf8");
  expect(gunzipSync(readFileSync(zipped)).toString()).toBe(text);
  expect((await store.run("export", "-")).stdout).toBe(text);
  const [header, ...records] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(header).toEqual({
    format: "askback-export",
    formatVersion: 1,
    horizon: 0,
    counts: {
      conversation: 1,
      message: 2,
      inquiry: 1,
      run: 0,
      event: 6,
      reply: 0,
      file: 0,
      "file-content": 0,
      "file-use": 0,
      notice: 0,
      // The owner, the default project, and that one belongs to the other.
      notification: 1,
      access: 3,
      audit: 1,
      standing: 0,
    },
  });
  expect(records.map(({ type }) => type).join(" ")).toBe(
    "conversation message message inquiry event event event event event event notification audit access access access",
  );
  expect(text).not.toMatch(/a(sk|ns)_[\w-]{32}/);
  expect(statSync(plain).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(["all.jsonl", "all.jsonl.gz"]);
});
