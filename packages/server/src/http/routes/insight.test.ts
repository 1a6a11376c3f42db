import { expect, onTestFinished, test } from "vitest";
import { createInsight } from "../insight/insight.ts";
import { createTestApp, tea } from "../testing/test-app.ts";

function openApp() {
  const server = createTestApp();
  onTestFinished(() => server.close());
  async function answer(ms = 60_000) {
    const { path, conversationId } = await server.park();
    server.clock.advance(ms);
    await server.call("POST", `${path}/answer`, { body: tea });
    await server.waitForStatus(conversationId, "idle");
  }
  return { ...server, answer };
}

test("[INSIGHT-1] people read how the questions of their project were answered, and nobody else does", async () => {
  const { call, answer, park, clock } = openApp();
  for (const ms of [60_000, 120_000, 180_000]) await answer(ms);
  await park();
  clock.advance(1_000);
  const { status, body } = await call("GET", "/v1/insight?days=7");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    isWhole: true,
    asked: 4,
    resolved: 3,
    waited: 361_000,
    outcomes: [{ resolution: "answered", count: 3 }],
    agents: [{ agent: "asker", asked: 4, answered: 3, median: 120_000, p95: 180_000, waited: 360_000 }],
    people: [{ by: "owner", answered: 3, median: 120_000 }],
    repeated: [{ agent: "asker", question: "Tea or coffee?", questions: 1, count: 4 }],
  });
  expect(body.open).toHaveLength(7);
  expect(body.open.at(-1)).toMatchObject({ at: body.to, open: 1, asked: 4 });
  expect(body.repeated[0].answeredId).not.toBe(body.repeated[0].inquiryId);
  expect((await call("GET", "/v1/insight", { as: "agent" })).status).toBe(403);
  expect((await call("GET", "/v1/insight", { as: "stranger" })).body).toMatchObject({ asked: 0, repeated: [] });
  expect((await call("GET", "/v1/insight?days=5")).status).toBe(400);
});

test("[INSIGHT-3] one computation serves everybody for half a minute", async () => {
  const { call, answer, clock } = openApp();
  await answer();
  const read = async () => (await call("GET", "/v1/insight")).body.asked;
  expect(await read()).toBe(1);
  await answer(1_000);
  expect(await read()).toBe(1);
  clock.advance(31_000);
  expect(await read()).toBe(2);
});

test("[INSIGHT-3] of more entries than it may read it takes the newest, and says so", async () => {
  const { store, clock, answer } = openApp();
  for (let times = 0; times < 5; times += 1) await answer(1_000);
  const limited = createInsight({ store, clock }, { entries: 6, perRead: 2, keptMs: 0 });
  const { isWhole, asked, resolved, from } = await limited("default", 30);
  expect({ isWhole, asked, resolved }).toEqual({ isWhole: false, asked: 2, resolved: 2 });
  expect(Date.parse(from)).toBeGreaterThan(clock.now() - 24 * 3_600_000);
  const whole = await createInsight({ store, clock }, { entries: 100, perRead: 2, keptMs: 0 })("default", 30);
  expect(whole).toMatchObject({ isWhole: true, asked: 5, resolved: 5 });
});

test("[INSIGHT-1] only what happened in the time is counted", async () => {
  const { store, clock, answer } = openApp();
  await answer();
  clock.advance(8 * 24 * 3_600_000);
  await answer();
  const read = createInsight({ store, clock });
  expect(await read("default", 7)).toMatchObject({ asked: 1, resolved: 1 });
  expect(await read("default", 30)).toMatchObject({ asked: 2, resolved: 2 });
});

test("[INSIGHT-4] a question is repeated if the same agent asks it in the same words with the same options", async () => {
  const { call } = openApp();
  const ask = (body: object, as: "agent" | "rival" = "agent") => call("POST", "/v1/inquiries", { as, body });
  const deploy = { question: "Deploy?", options: ["Yes", "No"] };
  for (const question of ["Deploy?", "deploy? ", "DEPLOY?"]) await ask({ ...deploy, question });
  await ask({ ...deploy, options: ["Yes", "Later"] });
  await ask(deploy, "rival");
  for (let times = 0; times < 2; times += 1) await ask({ approval: { tool: "deploy", input: {} } });
  const { body } = await call("GET", "/v1/insight");
  expect(body.repeated).toMatchObject([{ agent: "agent", count: 3 }]);
});
