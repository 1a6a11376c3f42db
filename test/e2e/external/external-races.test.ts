import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, type ApiResponse, createApi } from "../../harness/server/api.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server/server-process.ts";
import { storeUnderTest } from "../../harness/server/store-under-test.ts";

/** On PostgreSQL two servers share the data; on SQLite one has it. */
let servers: readonly ServerProcess[];
let people: readonly Api[];
let programs: readonly Api[];

beforeAll(async () => {
  const first = await startServerProcess();
  const { dataDir } = first;
  servers = storeUnderTest === "sqlite" ? [first] : [first, await startServerProcess({ dataDir })];
  people = servers.map((server) => createApi(server));
  programs = servers.map((server) => createApi(server, server.keys.ask));
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

const yesNo = { question: "Deploy to production?", options: ["Yes", "No"] };
const at = (apis: readonly Api[], index: number) => apis[index % apis.length] as Api;

/** Sends requests to all servers in turn, at once. */
function race<Result>(count: number, send: (index: number) => Promise<Result>): Promise<readonly Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => send(index)));
}

test("[EXTERNAL-44] of asks that race under one key and in one new thread, at every server, one is recorded", {
  tags: "smoke",
}, async () => {
  for (let round = 0; round < 5; round += 1) {
    const thread = `race ${round}`;
    const same = { ...yesNo, thread, key: `same ${round}` };
    const asked = await race(24, (index) =>
      at(programs, index).post(
        "/v1/inquiries",
        index % 3 === 0 ? { ...yesNo, thread, key: `${round} ${index}` } : same,
      ),
    );
    expect(asked.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(15);
    expect(new Set(asked.map(({ body }) => body.conversationId)).size).toBe(1);
    expect(new Set(asked.map(({ body }) => body.id)).size).toBe(9);
    const repeats = await race(2, (index) => at(programs, index).post("/v1/inquiries", same));
    expect(new Set([...repeats, asked[1]].map((response) => response?.body.id)).size).toBe(1);
    const { body } = await at(people, round).get(`/v1/conversations/${asked[0]?.body.conversationId}`);
    expect(body).toMatchObject({ kind: "external", openInquiries: 9 });
  }
});

test("[EXTERNAL-44] answers, amendments, withdrawals and a deadline race for one inquiry: one wins, and all get its receipt", async () => {
  for (let round = 0; round < 6; round += 1) {
    let path = "";
    // A deadline is in the future when it arrives, also on a slow machine.
    await expect
      .poll(async () => {
        const deadline = new Date(Date.now() + 300 + 100 * round).toISOString();
        const { status, body } = await at(programs, round).post("/v1/inquiries", { ...yesNo, deadline });
        path = `/v1/inquiries/${body.id}`;
        return status;
      })
      .toBe(201);
    const waiting = race(4, (index) => at(programs, index).get(`${path}?wait=60`));
    const kinds = [
      (index: number) => at(people, index).post(`${path}/answer`, { ...answerOf("o1"), revision: 1 }),
      (index: number) => at(programs, index).patch(path, { context: `Change ${index}`, revision: 1 }),
      async (index: number) => {
        const { revision } = (await at(people, index).get(path)).body;
        return at(people, index).post(`${path}/answer`, { ...answerOf(revision === 1 ? "o1" : "o2"), revision });
      },
      (index: number) => at(programs, index).post(`${path}/withdraw`),
      (index: number) => at(people, index).post(`${path}/decline`, { revision: 1 }),
    ];
    // In some rounds nobody is fast enough, and the deadline ends it.
    const used = round % 3 === 2 ? kinds.slice(1, 2) : kinds.slice(0, round % 3 === 0 ? 3 : 5);
    const sent = await race(30, async (index) => {
      const kind = (index + round) % used.length;
      return { kind: used[kind], response: await (used[kind] as (typeof kinds)[number])(index) };
    });
    const ended = await waiting;
    const [{ body: end } = { body: undefined }] = ended;
    expect(end.resolution).toBeDefined();
    for (const { body: seen } of ended) expect(seen.receipt).toEqual(end.receipt);
    for (const { response } of sent) expectOneWinner(response, end);
    const amended = sent.filter(({ kind, response }) => kind === kinds[1] && response.status === 200);
    expect(amended.length).toBeLessThanOrEqual(1);
    expect(end.revision).toBe(amended[0]?.response.body.revision ?? 1);
    if (end.status === "answered") expect(end.resolution.text).toBe(end.revision === 1 ? "Yes" : "No");
  }
});

function answerOf(option: string) {
  return { answers: [{ question: "q1", options: [option] }] };
}

/** A response accepts what the winner did, or names the winner or the new revision. */
function expectOneWinner({ status, body }: ApiResponse, end: ApiResponse["body"]): void {
  if (status === 202) expect(body).toEqual(end.receipt);
  else if (status === 409 && body.receipt) expect(body.receipt).toEqual(end.receipt);
  else if (status === 409) expect(body).toMatchObject({ code: "revision-changed" });
  else expect(status).toBe(200);
}
