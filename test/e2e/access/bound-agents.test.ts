import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, createApi } from "../../harness/server/api.ts";
import {
  type ProviderTestServer,
  type ProviderTestServerOptions,
  startProviderTestServer,
} from "../../harness/server/provider-test-server.ts";
import { anthropic } from "../../providers/protocol/anthropic.ts";

/** The agent `deployer` belongs to these projects, or to all. */
function optionsWith(projects?: readonly string[]): ProviderTestServerOptions {
  return {
    agents: [
      { name: "deployer", tools: ["note"], approve: ["note"], ...(projects && { projects }) },
      { name: "helper", ask: false },
    ],
    keys: [
      { name: "ann", project: "alpha", scopes: ["answer"], key: "ann_of_alpha" },
      { name: "ben", project: "beta", scopes: ["answer"], key: "ben_of_beta" },
      { name: "bot", project: "beta", scopes: ["ask"], key: "bot_of_beta" },
    ],
  };
}

let testServer: ProviderTestServer;
const as = (key: string): Api => createApi(testServer.server, key);
const note = (line: string) => ({ id: `call_${line}`, name: "note", input: { line } });

/** Conversations of beta with the agent, from the time when beta had it. */
let gated: { readonly id: string; readonly inquiry: string };
let idle: string;

beforeAll(async () => {
  testServer = await startProviderTestServer(anthropic, optionsWith());
  const ben = as("ben_of_beta");
  testServer.provider.queueReplies({ text: "Hello." });
  idle = (await ben.post("/v1/conversations", { agent: "deployer", message: "Hello" })).body.id;
  await ben.waitForStatus(idle, "idle");
  testServer.provider.queueReplies({ calls: [note("deployed")] });
  const { id } = (await ben.post("/v1/conversations", { agent: "deployer", message: "Deploy" })).body;
  const { data } = await ben.waitForEvent(id, ({ type }) => type === "inquiry.asked");
  gated = { id, inquiry: data.inquiry.id };
  testServer = await testServer.restart(optionsWith(["alpha"]));
});
afterAll(() => testServer.close());

test("[PROJECT-2] an agent of other projects is neither listed nor named nor started", { tags: "smoke" }, async () => {
  const names = async (key: string) =>
    (await as(key).get("/v1/agents")).body.items.map(({ name }: { name: string }) => name);
  expect(await names("ann_of_alpha")).toEqual(["deployer", "helper"]);
  for (const key of ["ben_of_beta", "bot_of_beta", testServer.server.keys.answer, testServer.server.keys.ask]) {
    expect(await names(key)).toEqual(["helper"]);
    const start = (agent: string) => as(key).post("/v1/conversations", { agent, message: "Deploy" });
    const [refused, unknown] = [await start("deployer"), await start("nobody")];
    expect(refused).toMatchObject({ status: 422, body: { code: "agent-unknown" } });
    expect(JSON.stringify(refused.body)).toBe(JSON.stringify(unknown.body).replace("nobody", "deployer"));
  }
  testServer.provider.queueReplies({ text: "Hello." });
  const started = await as("ann_of_alpha").post("/v1/conversations", { agent: "deployer", message: "Hello" });
  expect(started.status).toBe(201);
  await as("ann_of_alpha").waitForStatus(started.body.id, "idle");
});

test("[PROJECT-2] an agent that was bound to other projects does not go on in the conversations that began before", async () => {
  const ben = as("ben_of_beta");
  const before = await testServer.position();
  const allow = { answers: [{ question: "q1", options: ["o1"] }] };
  const attempts: readonly (readonly [path: string, body: object])[] = [
    [`/v1/conversations/${idle}/messages`, { text: "Go on." }],
    [`/v1/conversations/${idle}/resume`, {}],
    [`/v1/conversations/${idle}/retry`, {}],
    [`/v1/conversations/${idle}/fork`, { message: `msg_${idle.slice(5)}_1`, text: "Hello again" }],
    [`/v1/conversations/${gated.id}/fork`, { inquiry: gated.inquiry }],
    [`/v1/conversations/${gated.id}/messages`, { text: "Yes." }],
    [`/v1/inquiries/${gated.inquiry}/answer`, allow],
    [`/v1/inquiries/${gated.inquiry}/answer`, { ...allow, hold: 10 }],
    [`/v1/inquiries/${gated.inquiry}/delegate`, {}],
    [`/v1/inquiries/${gated.inquiry}/decline`, {}],
    [`/api/projects/beta/agent-questions/${gated.inquiry}/respond`, { response: "Allow" }],
  ];
  for (const [path, body] of attempts)
    expect(await ben.post(path, body), path).toMatchObject({ status: 422, body: { code: "agent-unknown" } });
  expect(await testServer.position()).toBe(before);
  expect(testServer.notes()).not.toContain("deployed");
  expect(await ben.get(`/v1/conversations/${gated.id}/transcript`)).toMatchObject({ status: 200 });
  expect(await ben.post(`/v1/inquiries/${gated.inquiry}/dismiss`)).toMatchObject({ status: 202 });
  await ben.waitForStatus(gated.id, "idle");
  expect((await ben.delete(`/v1/conversations/${idle}`)).status).toBe(204);
});
