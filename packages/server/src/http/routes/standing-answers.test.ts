import { expect, onTestFinished, test } from "vitest";
import { maxStanding } from "../../store/standing-answers.ts";
import { standingAudit, standingRecord } from "../../store/testing/standing-answers.contract.ts";
import { coffee, createTestApp, tea } from "../testing/test-app.ts";

const path = "/v1/standing-answers";

function openApp() {
  const server = createTestApp();
  onTestFinished(() => server.close());
  async function answered() {
    const parked = await server.park();
    await server.call("POST", `${parked.path}/answer`, { body: tea });
    await server.waitForStatus(parked.conversationId, "idle");
    return parked;
  }
  /** Starts a conversation that asks the same; returns its inquiry once the conversation has this status. */
  async function asked(status: "idle" | "parked") {
    const { body } = await server.call("POST", "/v1/conversations", { body: { agent: "asker", message: "Hello" } });
    await server.waitForStatus(body.id, status);
    const { items } = (await server.call("GET", `/v1/inquiries?conversation=${body.id}`)).body;
    return items[0];
  }
  return { ...server, answered, asked };
}

test("[STANDING-1] a person makes one from an answer; then the same question is answered so, visibly, until it is revoked", async () => {
  const { call, answered, asked } = openApp();
  const { inquiryId } = await answered();
  const made = await call("POST", path, { as: "colleague", body: { inquiry: inquiryId } });
  expect(made).toMatchObject({ status: 201, body: { agent: "asker", by: "colleague", inquiryId, text: "Tea" } });
  const used = await asked("idle");
  expect(used).toMatchObject({
    status: "answered",
    resolution: { by: "colleague", standing: made.body.id, text: "Tea" },
    receipt: { by: "colleague", standing: made.body.id },
  });
  const { body: audit } = await call("GET", `/v1/inquiries/${used.id}/audit`);
  expect(audit.items).toMatchObject([
    { type: "asked" },
    { type: "resolved", by: "colleague", via: "standing", facts: { standing: made.body.id } },
    { type: "consumed" },
  ]);
  expect((await call("GET", path)).body.items).toMatchObject([{ id: made.body.id }]);
  expect(await call("DELETE", `${path}/${made.body.id}`)).toMatchObject({ status: 204 });
  expect(await asked("parked")).toMatchObject({ status: "open" });
  const { body: source } = await call("GET", `/v1/inquiries/${inquiryId}/audit`);
  expect(source.items.slice(-2)).toMatchObject([
    { type: "standing-made", by: "colleague" },
    { type: "standing-revoked", by: "owner" },
  ]);
});

test("[STANDING-2] a program that runs elsewhere gets the standing answer of its own agent at once", async () => {
  const { call } = openApp();
  const deploy = { question: "Deploy?", options: ["Yes", "No"] };
  const ask = async (as: "agent" | "rival") => (await call("POST", "/v1/inquiries", { as, body: deploy })).body;
  const first = await ask("agent");
  await call("POST", `/v1/inquiries/${first.id}/answer`, { body: tea });
  await call("POST", path, { body: { inquiry: first.id } });
  expect(await ask("agent")).toMatchObject({ status: "answered", resolution: { by: "owner", text: "Yes" } });
  expect(await ask("rival")).toMatchObject({ status: "open" });
});

test("[STANDING-2] a program that takes the name of another one's agent, or of one that runs here, gets none of its answers", async () => {
  const { call, answered, asked } = openApp();
  const drink = { question: "Tea or coffee?", options: ["Tea", "Coffee"], agent: "asker" };
  const ask = async (as: "agent" | "rival") => (await call("POST", "/v1/inquiries", { as, body: drink })).body;
  const makeFrom = (inquiry: string) => call("POST", path, { body: { inquiry } });
  const { inquiryId } = await answered();
  await makeFrom(inquiryId);
  expect(await asked("idle")).toMatchObject({ status: "answered" });
  const own = await ask("agent");
  expect(own).toMatchObject({ status: "open", agent: "asker" });
  await call("POST", `/v1/inquiries/${own.id}/answer`, { body: coffee });
  expect(await makeFrom(own.id)).toMatchObject({ status: 201 });
  expect(await ask("agent")).toMatchObject({ status: "answered", resolution: { text: "Coffee" } });
  expect(await ask("rival")).toMatchObject({ status: "open" });
  expect(await asked("idle")).toMatchObject({ resolution: { text: "Tea" } });
});

test("[STANDING-6] one counts only while who made it may answer: not of a viewer, somebody disabled or removed", async () => {
  const { call, cookieOf, answered, asked } = openApp();
  const { body: ana } = await call("POST", "/v1/members", { body: { name: "Ana" } });
  const { inquiryId } = await answered();
  const headers = await cookieOf(ana.id);
  expect(await call("POST", path, { as: "nobody", headers, body: { inquiry: inquiryId } })).toMatchObject({
    status: 201,
  });
  expect(await asked("idle")).toMatchObject({ status: "answered", resolution: { by: ana.id } });
  const change = (body: object) => call("PATCH", `/v1/members/${ana.id}`, { body });
  for (const [lost, regained] of [
    [{ role: "viewer" }, { role: "member" }],
    [{ isDisabled: true }, { isDisabled: false }],
  ] as const) {
    await change(lost);
    expect(await asked("parked"), JSON.stringify(lost)).toMatchObject({ status: "open" });
    await change(regained);
    expect(await asked("idle"), JSON.stringify(regained)).toMatchObject({ resolution: { by: ana.id } });
  }
  await call("DELETE", `/v1/members/${ana.id}`);
  expect(await asked("parked")).toMatchObject({ status: "open" });
  // It is listed, since it applies again once they may answer, and can be revoked.
  expect((await call("GET", path)).body.items).toMatchObject([{ by: ana.id }]);
});

test("[STANDING-6] a program that runs elsewhere is not answered by one of somebody who may no longer answer", async () => {
  const { call, cookieOf } = openApp();
  const { body: ana } = await call("POST", "/v1/members", { body: { name: "Ana" } });
  const deploy = { question: "Deploy?", options: ["Yes", "No"] };
  const ask = async () => (await call("POST", "/v1/inquiries", { as: "agent", body: deploy })).body;
  const first = await ask();
  await call("POST", `/v1/inquiries/${first.id}/answer`, { body: tea });
  await call("POST", path, { as: "nobody", headers: await cookieOf(ana.id), body: { inquiry: first.id } });
  expect(await ask()).toMatchObject({ status: "answered", resolution: { by: ana.id } });
  await call("DELETE", `/v1/members/${ana.id}`);
  expect(await ask()).toMatchObject({ status: "open" });
});

test("[STANDING-7] one more than a project can have is refused", async () => {
  const { call, store, answered } = openApp();
  const { inquiryId } = await answered();
  for (let count = 0; count < maxStanding; count += 1)
    await store.standing.make(
      { ...standingRecord, id: `sta_${count}`, fingerprint: `f${count}` },
      standingAudit("standing-made"),
    );
  const made = await call("POST", path, { body: { inquiry: inquiryId } });
  expect(made).toMatchObject({ status: 409, body: { code: "standing-full", inquiryId } });
});

test("[STANDING-3] what is open, declined, an approval or unknown is refused, and so are agents and other projects", async () => {
  const { call, park, answered } = openApp();
  const make = (inquiry: string, as?: "agent" | "stranger") =>
    call("POST", path, { ...(as && { as }), body: { inquiry } });
  const { inquiryId: open } = await park();
  expect(await make(open)).toMatchObject({ status: 422, body: { code: "standing-misfit", inquiryId: open } });
  await call("POST", `/v1/inquiries/${open}/decline`, { body: {} });
  expect(await make(open)).toMatchObject({ status: 422, body: { code: "standing-misfit" } });
  const approval = { approval: { tool: "deploy", input: {} } };
  const { body: gated } = await call("POST", "/v1/inquiries", { as: "agent", body: approval });
  await call("POST", `/v1/inquiries/${gated.id}/answer`, { body: tea });
  expect((await make(gated.id)).body).toMatchObject({
    code: "standing-misfit",
    hint: expect.stringMatching(/approval/i),
  });
  expect(await make("inq_none")).toMatchObject({ status: 404 });
  const { inquiryId } = await answered();
  expect(await make(inquiryId, "agent")).toMatchObject({ status: 403 });
  expect(await make(inquiryId, "stranger")).toMatchObject({ status: 404 });
  const { body: made } = await make(inquiryId);
  expect(await make(inquiryId)).toMatchObject({ status: 409, body: { code: "standing-exists" } });
  expect((await call("GET", path, { as: "stranger" })).body.items).toEqual([]);
  expect(await call("DELETE", `${path}/${made.id}`, { as: "stranger" })).toMatchObject({ status: 404 });
  expect(await call("DELETE", `${path}/${made.id}`, { as: "agent" })).toMatchObject({ status: 403 });
});
