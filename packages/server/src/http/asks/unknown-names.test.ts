import { expect, onTestFinished, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

const as = "nobody";

function open(): TestApp {
  const app = createTestApp({ guardedBy: { people: ["per_ana"], groups: ["typo"] } });
  onTestFinished(() => app.close());
  return app;
}

async function add(app: TestApp, name: string, more = {}): Promise<string> {
  return (await app.call("POST", "/v1/members", { body: { name, ...more } })).body.id;
}

const question = { question: "Ship it?" };
const approval = { approval: { tool: "deploy", input: {} } };
const yes = { answers: [{ question: "q1", text: "Yes" }] };
const ask = (app: TestApp, body: object) => app.call("POST", "/v1/inquiries", { as: "agent", body });

test("[AUDIENCE-10] an ask that names people or groups whom the project does not have is refused with the field", async () => {
  const app = open();
  const vic = await add(app, "Vic", { role: "viewer" });
  const soon = { deadline: new Date(app.clock.now() + 60_000).toISOString() };
  for (const [body, pointers] of [
    [{ ...question, audience: { people: ["per_nobody"] } }, ["/audience/people"]],
    [{ ...question, audience: { people: [vic, "owner"], groups: ["typo"] } }, ["/audience/people", "/audience/groups"]],
    [{ ...approval, quorum: [{ group: "typo", count: 2 }] }, ["/quorum/groups"]],
    [{ ...question, escalation: [{ afterMs: 1, to: { groups: ["typo"] } }] }, ["/escalation/groups"]],
    [{ ...question, ...soon, onDeadline: { to: { people: ["x"] }, forMs: 1 } }, ["/onDeadline/to/people"]],
  ] as const) {
    const { status, body: problem } = await ask(app, body);
    expect([status, problem.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([400, pointers]);
  }
  expect((await app.call("GET", "/v1/inquiries")).body.items).toEqual([]);
});

test("[AUDIENCE-10] members, groups and keys that answer can be asked, and a repeat finds its inquiry after they left", async () => {
  const app = open();
  const ana = await add(app, "Ana", { groups: ["deploy"] });
  const body = { ...question, key: "once", audience: { people: [ana, "colleague"], groups: ["deploy"] } };
  const first = await ask(app, body);
  expect(first.status).toBe(201);
  await app.call("DELETE", "/v1/groups/deploy");
  await app.call("DELETE", `/v1/members/${ana}`);
  expect(await ask(app, body)).toMatchObject({ status: 200, body: { id: first.body.id } });
  expect((await ask(app, { ...body, key: "twice" })).status).toBe(400);
});

test("[AUDIENCE-11] owners see which open inquiry nobody can answer, and let somebody answer it, which is recorded", async () => {
  const app = open();
  const ana = await add(app, "Ana");
  const bob = await add(app, "Bob");
  const { body: asked } = await ask(app, { ...question, audience: { people: [ana] } });
  const path = `/v1/inquiries/${asked.id}`;
  const read = async (headers: object) => (await app.call("GET", path, { as, headers: { ...headers } })).body;
  const owner = await app.cookieOf();
  const stuck = async () =>
    (await app.call("GET", "/v1/inquiries?status=open&unanswerable=true")).body.items.map(
      ({ id }: { id: string }) => id,
    );
  expect([(await read(owner)).isUnanswerable, await stuck()]).toEqual([undefined, []]);
  await app.call("DELETE", `/v1/members/${ana}`);
  expect([(await read(owner)).isUnanswerable, await stuck()]).toEqual([true, [asked.id]]);
  const member = await app.cookieOf(bob);
  expect((await read(member)).isUnanswerable).toBeUndefined();
  const assign = (headers: object) =>
    app.call("POST", `${path}/assign`, { as, headers: { ...headers }, body: { to: bob } });
  expect((await assign(member)).status).toBe(403);
  expect(await assign(owner)).toMatchObject({
    status: 200,
    body: { assignee: bob, audience: { people: [bob, ana].sort() } },
  });
  expect([(await read(owner)).isUnanswerable, await stuck()]).toEqual([undefined, []]);
  expect((await app.call("POST", `${path}/answer`, { as, headers: member, body: yes })).status).toBe(202);
  const { items } = (await app.call("GET", `${path}/audit`)).body;
  expect(items).toContainEqual(
    expect.objectContaining({ type: "assigned", by: "owner", via: "web", facts: { to: bob, isLetIn: true } }),
  );
});

test("[AUDIENCE-11] a quorum that is larger than the group cannot be reached, until somebody joins it", async () => {
  const app = open();
  const ana = await add(app, "Ana", { groups: ["deploy"] });
  const bob = await add(app, "Bob", { groups: ["deploy"] });
  const { body: asked } = await ask(app, { ...approval, quorum: [{ group: "deploy", count: 2 }] });
  const read = async () => (await app.call("GET", `/v1/inquiries/${asked.id}`)).body.isUnanswerable;
  expect(await read()).toBeUndefined();
  await app.call("DELETE", `/v1/members/${bob}`);
  expect(await read()).toBe(true);
  await app.call("PUT", "/v1/groups/deploy", { body: { people: [ana, "owner"] } });
  expect(await read()).toBeUndefined();
  const allow = { answers: [{ question: "approval", options: ["allow"] }] };
  await app.call("POST", `/v1/inquiries/${asked.id}/answer`, { body: allow });
  expect(await read()).toBeUndefined();
});

test("[AUDIENCE-12] a run whose definition names nobody whom the project has fails and says so, and goes on once it has", async () => {
  const app = open();
  const { body: started } = await app.call("POST", "/v1/conversations", { body: { agent: "guarded", message: "Go" } });
  await app.waitForStatus(started.id, "failed");
  const { body: failed } = await app.call("GET", `/v1/conversations/${started.id}`);
  expect(failed.error).toMatchObject({
    kind: "setup",
    message: expect.stringContaining(
      'its audience names "per_ana", the group "typo", which the project "default" does not have',
    ),
  });
  await app.call("PUT", "/v1/groups/typo", { body: { people: ["owner"] } });
  await app.call("POST", `/v1/conversations/${started.id}/retry`);
  await app.waitForStatus(started.id, "parked");
});
