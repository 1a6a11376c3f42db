import { expect, onTestFinished, test } from "vitest";
import { startSmtpReceiver } from "../../harness/notify/smtp-receiver.ts";
import { createApi } from "../../harness/server/api.ts";
import { callerKey } from "../../harness/server/caller.ts";
import { colleagueKey } from "../../harness/server/colleague.ts";
import { startServerProcess } from "../../harness/server/server-process.ts";
import { storeUnderTest } from "../../harness/server/store-under-test.ts";

const yesNo = { question: "Deploy to production?", options: ["Yes", "No"] };
const yes = { answers: [{ question: "q1", options: ["o1"] }] };

test("[REMIND-1] [REMIND-2] steps happen once each, in order, through a kill of the server and on several servers", {
  tags: "smoke",
}, async () => {
  const first = await startServerProcess();
  const { dataDir } = first;
  const asker = createApi(first, callerKey);
  const escalation = [
    { afterMs: 1, remind: true },
    { afterMs: 2_500, to: { people: ["owner"] } },
    { afterMs: 2_600, remind: true },
  ];
  const asked = await asker.post("/v1/inquiries", { ...yesNo, audience: { people: ["colleague"] }, escalation });
  const { id, conversationId } = asked.body;
  const path = `/v1/inquiries/${id}`;
  await asker.waitForEvent(conversationId, ({ type }) => type === "inquiry.reminded");
  await first.kill();

  // On PostgreSQL two servers could both record what is due.
  const count = storeUnderTest === "sqlite" ? 1 : 2;
  const servers = await Promise.all(Array.from({ length: count }, () => startServerProcess({ dataDir })));
  const [server] = servers;
  if (!server) throw new Error("no server was started");
  const owner = createApi(server);
  await owner.waitForEvent(conversationId, ({ type, data }) => type === "inquiry.reminded" && data.step === 3);
  expect((await owner.get(path)).body).toMatchObject({
    status: "open",
    reminded: 3,
    mayAnswer: true,
    audience: { people: ["colleague", "owner"] },
  });
  expect(await owner.post(`${path}/answer`, yes)).toMatchObject({ status: 202 });
  const steps: number[] = [];
  await owner.waitForEvent(conversationId, ({ type, data }) => {
    if (type === "inquiry.reminded") steps.push(data.step);
    return type === "inquiry.resolved";
  });
  expect(steps).toEqual([1, 2, 3]);
  await Promise.all(servers.map((one) => one.stop()));
});

test("[REMIND-4] at the deadline others are asked, and it expires at the second one", async () => {
  const server = await startServerProcess();
  const asker = createApi(server, callerKey);
  const colleague = createApi(server, colleagueKey);
  const onDeadline = { to: { people: ["colleague"] }, forMs: 1_500 };
  const far = new Date(Date.now() + 3_600_000).toISOString();
  const ask = { ...yesNo, deadline: far, onDeadline, audience: { people: ["owner"] } };
  const { id, conversationId } = (await asker.post("/v1/inquiries", ask)).body;
  expect((await colleague.get("/v1/inbox/count")).body).toEqual({ open: 0, snoozed: 0 });
  let deadline = far;
  // A deadline is in the future when it arrives, also on a slow machine.
  const bringForward = async () => {
    deadline = new Date(Date.now() + 1_000).toISOString();
    return (await asker.patch(`/v1/inquiries/${id}`, { deadline })).status;
  };
  await expect.poll(bringForward).toBe(200);
  const passed = await asker.waitForEvent(conversationId, ({ type }) => type === "inquiry.escalated");
  expect(Date.parse(passed.data.deadline)).toBe(Date.parse(deadline) + onDeadline.forMs);
  const ended = await asker.waitForEvent(conversationId, ({ type }) => type === "inquiry.resolved");
  expect(ended.data).toMatchObject({ inquiryId: id, resolution: { type: "expired" } });
  await server.stop();
});

test("[NOTIFY-15] [REMIND-2] each step tells those whom it names by mail, once, through a kill and on several servers", async () => {
  const smtp = await startSmtpReceiver();
  onTestFinished(() => smtp.close());
  const env = { ASKBACK_TEST_MAIL: smtp.url };
  const first = await startServerProcess({ env });
  const { dataDir } = first;
  for (const [key, email] of [
    [first.keys.answer, "owner@example.org"],
    [colleagueKey, "colleague@example.org"],
  ] as const)
    await createApi(first, key).put("/v1/contact", { email });
  const asker = createApi(first, callerKey);
  const escalation = [
    { afterMs: 1, remind: true },
    { afterMs: 2_500, to: { people: ["owner"] } },
    { afterMs: 2_600, remind: true },
  ];
  const asked = await asker.post("/v1/inquiries", { ...yesNo, audience: { people: ["colleague"] }, escalation });
  // The first mail, and the reminder.
  await smtp.until((mails) => mails.length >= 2);
  await first.kill();
  const count = storeUnderTest === "sqlite" ? 1 : 2;
  const servers = await Promise.all(Array.from({ length: count }, () => startServerProcess({ dataDir, env })));
  const mails = await smtp.until((received) => new Set(received.map(({ messageId }) => messageId)).size === 5);
  const reasons = new Map(
    mails.map(({ messageId, recipients, text = "" }) => [
      messageId,
      `${recipients[0]}: ${/You may answer|now you are asked|this reminds/.exec(text)?.[0]}`,
    ]),
  );
  expect([...reasons.values()].sort()).toEqual([
    "colleague@example.org: You may answer",
    "colleague@example.org: this reminds",
    "colleague@example.org: this reminds",
    "owner@example.org: now you are asked",
    "owner@example.org: this reminds",
  ]);
  const [server] = servers;
  if (!server) throw new Error("no server was started");
  const owner = createApi(server);
  const { body } = await owner.get(`/v1/inquiries/${asked.body.id}/notices`);
  expect(body.items.filter(({ channel }: { channel: string }) => channel === "mail")).toHaveLength(5);
  await Promise.all(servers.map((one) => one.stop()));
});
