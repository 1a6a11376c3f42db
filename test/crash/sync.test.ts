import { expect, test } from "vitest";
import { createApi } from "../harness/server/api.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { startServerProcess } from "../harness/server/server-process.ts";
import { traceSyscalls } from "./strace.ts";

const script = [
  { text: "First.", calls: [{ name: "note", input: { line: "noted" } }, askTwo] },
  { text: "Second.", calls: [{ name: "note", input: { line: "noted" } }, askTwo] },
  { text: "The end." },
];

const watched = ["read", "write", "writev", "sendmsg", "pwrite64", "fsync", "fdatasync"];

test("[STORE-15] no request is acknowledged before what it changed was synced to disk", async ({ skip }) => {
  const server = await startServerProcess();
  const api = createApi(server);
  const watch = await traceSyscalls(server.process.pid ?? 0, watched);
  if (typeof watch === "string") {
    await server.stop();
    return skip(watch);
  }

  const granted: string[] = [];
  async function post(path: string, body: unknown = {}) {
    const { status, body: response } = await api.post(path, body);
    expect([path, status]).toEqual([path, expect.toSatisfy((code) => code === 201 || code === 202)]);
    granted.push(path);
    return response;
  }
  for (let count = 0; count < 5; count += 1)
    await post("/v1/conversations", { agent: "scripted", title: `No ${count}` });
  const { id } = await post("/v1/conversations", { agent: "scripted", message: JSON.stringify({ script }) });
  const asked = async (count: number) =>
    (
      await api.waitForEvent(
        id,
        ({ type, data }) => type === "inquiry.asked" && data.inquiry.id.split("_")[2] === String(count),
      )
    ).data.inquiry.id;
  const held = await asked(1);
  await post(`/v1/inquiries/${held}/answer`, { answers: bothAnswered, hold: 300 });
  await post(`/v1/inquiries/${held}/retract`);
  await post(`/v1/conversations/${id}/messages`, { text: "Later.", separate: true });
  await post(`/v1/inquiries/${held}/answer`, { answers: bothAnswered });
  await post(`/v1/inquiries/${await asked(2)}/delegate`);
  await api.waitForStatus(id, "idle");
  expect(await api.post(`/v1/inquiries/${held}/answer`, { answers: bothAnswered })).toMatchObject({ status: 202 });
  expect(await api.post(`/v1/inquiries/${held}/decline`)).toMatchObject({ status: 409 });
  await server.stop();

  const requests = requestsIn(await watch.calls());
  const changes = requests.slice(0, granted.length);
  expect(changes.map(({ status }) => status)).toEqual(
    granted.map((path) => (path === "/v1/conversations" ? 201 : 202)),
  );
  for (const { done } of changes) expect([done.includes("write"), done.at(-1)]).toEqual([true, "sync"]);
  // What changed nothing, a repeat and a conflict, wrote nothing either.
  expect(requests.slice(granted.length)).toEqual([
    { status: 202, done: [] },
    { status: 409, done: [] },
  ]);
});

interface Request {
  status?: number;
  /** What was done to the log of the database between request and response. */
  readonly done: string[];
}

function requestsIn(calls: readonly string[]): readonly Request[] {
  const requests: Request[] = [];
  for (const call of calls) {
    const current = requests.at(-1)?.status === undefined ? requests.at(-1) : undefined;
    const response = /^\w+\(.*"HTTP\/1\.1 (\d+)/.exec(call);
    if (/^read\(.*"POST /.test(call)) requests.push({ done: [] });
    else if (response && current) current.status = Number(response[1]);
    else if (/^pwrite64\(\d+<[^>]*askback\.db-wal>/.test(call)) current?.done.push("write");
    else if (/^f(?:data)?sync\(\d+<[^>]*askback\.db-wal>\)\s+= 0/.test(call)) current?.done.push("sync");
  }
  return requests;
}
