import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp } from "../../testing/test-app.ts";

const server = createTestApp();
beforeAll(async () => {
  await server.call("PUT", "/v1/groups/ops", { body: { people: [] } });
});
afterAll(() => server.close());

const yesNo = { question: "Deploy to production?", options: ["Yes", "No"] };
const yes = { answers: [{ question: "q1", options: ["o1"] }] };
const no = { answers: [{ question: "q1", options: ["o2"] }] };
const twoKeys = [{ count: 2, keys: true }];
const approval = { approval: { tool: "deploy", input: { to: "production" } } };

async function ask(body: object): Promise<string> {
  const asked = await server.call("POST", "/v1/inquiries", { as: "agent", body });
  expect(asked).toMatchObject({ status: 201 });
  return `/v1/inquiries/${asked.body.id}`;
}

type Caller = "owner" | "colleague" | "agent" | "rival";

function post(as: Caller, path: string, body?: unknown) {
  return server.call("POST", path, { as, ...(body !== undefined && { body }) });
}

async function listed(as: Caller, query: string): Promise<readonly string[]> {
  const { body } = await server.call("GET", `/v1/inquiries?status=open&limit=100&${query}`, { as });
  return body.items.map(({ id }: { id: string }) => `/v1/inquiries/${id}`);
}

async function count(as: Caller): Promise<number> {
  return (await server.call("GET", "/v1/inbox/count", { as })).body.open;
}

test("[AUDIENCE-1] only who is named may answer; everybody else learns who may, and nothing is recorded", async () => {
  const path = await ask({ ...yesNo, audience: { people: ["colleague"], groups: ["ops"] } });
  for (const [route, body] of [
    ["answer", yes],
    ["delegate", {}],
    ["decline", {}],
    ["dismiss", {}],
    ["take", undefined],
  ] as const)
    expect(await post("owner", `${path}/${route}`, body)).toMatchObject({
      status: 403,
      body: {
        code: "not-in-audience",
        detail: "Only colleague, the group ops may answer.",
        audience: { people: ["colleague"], groups: ["ops"] },
      },
    });
  expect(await server.call("GET", path)).toMatchObject({ body: { status: "open", mayAnswer: false } });
  expect(await server.call("GET", path, { as: "colleague" })).toMatchObject({ body: { mayAnswer: true } });
  expect(await post("colleague", `${path}/answer`, yes)).toMatchObject({ status: 202 });
});

test("[AUDIENCE-2] a message of somebody else to a program that runs elsewhere is refused", async () => {
  const path = await ask({ ...yesNo, audience: { people: ["colleague"] } });
  const { body } = await server.call("GET", path);
  const messages = `/v1/conversations/${body.conversationId}/messages`;
  expect(await post("owner", messages, { text: "Yes" })).toMatchObject({
    status: 403,
    body: { code: "not-in-audience" },
  });
  expect(await post("colleague", messages, { text: "Yes" })).toMatchObject({ status: 202 });
});

test("[AUDIENCE-3] the asker extends the deadline, and a person outside the audience does not", async () => {
  const deadline = new Date(server.clock.now() + 60_000).toISOString();
  const until = new Date(server.clock.now() + 120_000).toISOString();
  const path = await ask({ ...yesNo, deadline, audience: { people: ["colleague"] } });
  expect(await post("owner", `${path}/extend`, { until })).toMatchObject({ status: 403 });
  expect(await post("agent", `${path}/extend`, { until })).toMatchObject({ status: 202 });
});

test("[AUDIENCE-4] the inbox and its count have what waits for the caller, and everybody sees the rest", async () => {
  const before = await count("owner");
  const path = await ask({ ...yesNo, audience: { people: ["colleague"] } });
  expect(await count("owner")).toBe(before);
  expect(await listed("owner", "waiting=you")).not.toContain(path);
  expect(await listed("owner", "")).toContain(path);
  expect(await listed("colleague", "waiting=you")).toContain(path);
  // A program that asks sees all that it asked.
  expect(await listed("agent", "waiting=you")).toContain(path);
});

test("[AUDIENCE-5] an audience that names nobody is refused with its field, and nothing is asked", async () => {
  for (const [audience, pointer] of [
    [{}, "/audience"],
    [{ people: [] }, "/audience"],
    [{ people: [""] }, "/audience/people/0"],
    [{ people: ["a\u0000b"] }, "/audience/people/0"],
    [{ people: ["ana"], team: ["ops"] }, "/audience"],
  ] as const)
    expect(await post("agent", "/v1/inquiries", { ...yesNo, audience })).toMatchObject({
      status: 400,
      body: { code: "invalid-request", errors: [{ pointer }] },
    });
});

test("[AUDIENCE-5] the same key with another audience is another question", async () => {
  const asked = { ...yesNo, key: "who", audience: { people: ["colleague", "owner"] } };
  const path = await ask(asked);
  const same = { ...asked, audience: { people: ["owner", "colleague", "owner"] } };
  expect(await post("agent", "/v1/inquiries", same)).toMatchObject({ status: 200, body: { id: path.slice(14) } });
  expect(await post("agent", "/v1/inquiries", { ...asked, audience: { people: ["owner"] } })).toMatchObject({
    status: 422,
    body: { code: "ask-key-reused" },
  });
});

test("[AUDIENCE-6] who takes an inquiry is shown to everybody, and anybody may answer all the same", async () => {
  const path = await ask(yesNo);
  expect(await post("colleague", `${path}/take`)).toMatchObject({ status: 200, body: { takenBy: "colleague" } });
  expect(await server.call("GET", path)).toMatchObject({ body: { status: "open", takenBy: "colleague" } });
  expect(await post("owner", `${path}/release`)).toMatchObject({ status: 200 });
  expect((await server.call("GET", path)).body).not.toHaveProperty("takenBy");
  await post("colleague", `${path}/take`);
  expect(await post("owner", `${path}/answer`, yes)).toMatchObject({ status: 202, body: { by: "owner" } });
  expect(await post("colleague", `${path}/take`)).toMatchObject({ status: 409, body: { receipt: { by: "owner" } } });
  expect(await post("agent", `${path}/take`)).toMatchObject({ status: 403, body: { code: "forbidden" } });
});

test("[AUDIENCE-7] people assign to who may answer, and the asker to anybody", async () => {
  const path = await ask({ ...yesNo, audience: { people: ["owner"] } });
  const own = await ask({ ...yesNo, audience: { people: ["colleague"] } });
  expect(await post("colleague", `${own}/assign`, { to: "owner" })).toMatchObject({
    status: 422,
    body: { code: "assignee-not-in-audience" },
  });
  expect(await post("agent", `${path}/assign`, { to: "colleague" })).toMatchObject({
    status: 200,
    body: { assignee: "colleague", audience: { people: ["colleague", "owner"] } },
  });
  expect(await post("colleague", `${path}/assign`, { to: null })).toMatchObject({ status: 200 });
  expect(await post("rival", `${path}/assign`, { to: "rival" })).toMatchObject({ status: 404 });
});

test("[AUDIENCE-7] nobody assigns to a viewer, to somebody disabled or removed, or to a name that nobody has", async () => {
  const path = await ask(yesNo);
  const add = async (name: string, role: string) => (await post("owner", "/v1/members", { name, role })).body.id;
  const [viewer, disabled, removed, member] = [
    await add("Vic", "viewer"),
    await add("Dan", "member"),
    await add("Rea", "member"),
    await add("Ana", "member"),
  ];
  await server.call("PATCH", `/v1/members/${disabled}`, { body: { isDisabled: true } });
  await server.call("DELETE", `/v1/members/${removed}`);
  for (const to of [viewer, disabled, removed, "per_nobody", "agent"])
    for (const as of ["owner", "agent"] as const)
      expect(await post(as, `${path}/assign`, { to }), `${as} to ${to}`).toMatchObject({
        status: 422,
        body: { code: "assignee-cannot-answer", errors: [{ pointer: "/to" }] },
      });
  expect((await server.call("GET", path)).body).not.toHaveProperty("assignee");
  expect(await post("owner", `${path}/assign`, { to: member })).toMatchObject({
    status: 200,
    body: { assignee: member },
  });
});

test("[AUDIENCE-8] what one has, what nobody has and what others have are listed", async () => {
  const [mine, free, theirs] = [await ask(yesNo), await ask(yesNo), await ask(yesNo)];
  await post("owner", `${mine}/take`);
  await post("owner", `${theirs}/assign`, { to: "colleague" });
  const own = await Promise.all(["mine", "unassigned", "others"].map((which) => listed("owner", `assigned=${which}`)));
  for (const [index, path] of [mine, free, theirs].entries())
    for (const [which, paths] of own.entries()) expect(paths.includes(path), `${index} ${which}`).toBe(index === which);
  expect(await listed("colleague", "assigned=mine")).toContain(theirs);
});

test("[QUORUM-1] two people allow a call of a program: the first is told who is missing, the second allows it", async () => {
  const path = await ask({ ...approval, quorum: twoKeys });
  expect(await post("owner", `${path}/answer`, yes)).toMatchObject({
    status: 202,
    body: { resolution: "answered", by: "owner", agreement: { given: 1, needed: 2 } },
  });
  expect(await server.call("GET", path)).toMatchObject({
    body: {
      status: "open",
      mayAnswer: false,
      quorum: { rules: twoKeys, excludes: ["agent"] },
      agreements: [{ by: "owner", at: expect.stringContaining("2026") }],
    },
  });
  const again = await post("owner", `${path}/answer`, yes);
  expect(again).toMatchObject({ status: 202, body: { agreement: { given: 1 } } });
  const last = await post("colleague", `${path}/answer`, yes);
  expect(last).toMatchObject({ status: 202, body: { allowed: true, agreedBy: ["owner", "colleague"] } });
  expect(last.body).not.toHaveProperty("agreement");
  expect(await post("owner", `${path}/answer`, yes)).toMatchObject({ status: 202, body: { by: "colleague" } });
});

test("[QUORUM-5] an agreement is taken back by who gave it", async () => {
  const path = await ask({ ...approval, quorum: twoKeys });
  await post("owner", `${path}/answer`, yes);
  expect(await post("colleague", `${path}/retract`)).toMatchObject({ status: 409 });
  expect(await post("owner", `${path}/retract`)).toMatchObject({ status: 202 });
  expect((await server.call("GET", path)).body).not.toHaveProperty("agreements");
  expect(await post("colleague", `${path}/answer`, yes)).toMatchObject({ body: { agreement: { given: 1 } } });
  expect(await post("owner", `${path}/answer`, no)).toMatchObject({ status: 202, body: { allowed: false } });
});

test("[QUORUM-8] what the asker changes is agreed to by nobody yet", async () => {
  const path = await ask({ ...approval, quorum: twoKeys });
  await post("owner", `${path}/answer`, yes);
  const changed = { approval: { tool: "deploy", input: { to: "staging" } } };
  const { status, body } = await server.call("PATCH", path, { as: "agent", body: changed });
  expect(status).toBe(200);
  expect((await server.call("GET", path)).body).not.toHaveProperty("agreements");
  expect(await post("colleague", `${path}/answer`, { ...yes, revision: body.revision })).toMatchObject({
    body: { agreement: { given: 1, needed: 2 } },
  });
});

test("[QUORUM-7] a quorum needs an approval that nobody changes, and numbers that make sense", async () => {
  const editable = { schema: { type: "object" } };
  for (const [body, pointer] of [
    [{ ...yesNo, quorum: twoKeys }, "/quorum"],
    [{ approval: { ...approval.approval, editable }, quorum: twoKeys }, "/quorum"],
    [{ ...approval, quorum: 1 }, "/quorum"],
    [{ ...approval, quorum: [] }, "/quorum"],
    [{ ...approval, quorum: [{ count: 0 }] }, "/quorum/0/count"],
  ] as const)
    expect(await post("agent", "/v1/inquiries", body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
});

test("[REMIND-5] steps and a second deadline that make no sense are refused with their field", async () => {
  const deadline = new Date(server.clock.now() + 60_000).toISOString();
  const to = { people: ["colleague"] };
  for (const [given, pointer] of [
    [{ escalation: [{ afterMs: 1_000 }] }, "/escalation/0"],
    [{ escalation: [{ afterMs: 0, remind: true }] }, "/escalation/0/afterMs"],
    [{ escalation: [{ afterMs: 5, to: {} }] }, "/escalation/0/to"],
    [{ escalation: [{ afterMs: 5, remind: true, channels: [] }] }, "/escalation/0/channels"],
    [{ channels: [""] }, "/channels/0"],
    [{ onDeadline: { to, forMs: 5 } }, "/onDeadline"],
    [{ deadline, onDeadline: { forMs: 5 } }, "/onDeadline/to"],
  ] as const)
    expect(await post("agent", "/v1/inquiries", { ...yesNo, ...given })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer }] },
    });
});

test("[REMIND-1] an ask with steps shows them in the order of their times, and lets others in at theirs", async () => {
  const escalation = [
    { afterMs: 60_000, to: { people: ["owner"] } },
    { afterMs: 30_000, remind: true, channels: ["mail"] },
  ];
  const path = await ask({ ...yesNo, audience: { people: ["colleague"] }, channels: ["push"], escalation });
  expect(await server.call("GET", path)).toMatchObject({
    body: {
      channels: ["push"],
      escalation: [{ afterMs: 30_000, channels: ["mail"] }, { afterMs: 60_000 }],
      mayAnswer: false,
    },
  });
  expect(await post("owner", `${path}/answer`, yes)).toMatchObject({ status: 403 });
  server.clock.advance(60_000);
  expect(await post("owner", `${path}/answer`, yes)).toMatchObject({ status: 202 });
});
