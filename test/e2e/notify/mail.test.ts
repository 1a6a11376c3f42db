import { expect, onTestFinished, test } from "vitest";
import { type SmtpOptions, startSmtpReceiver } from "../../harness/notify/smtp-receiver.ts";
import { createApi } from "../../harness/server/api.ts";
import { callerKey } from "../../harness/server/caller.ts";
import { colleagueKey } from "../../harness/server/colleague.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const deploy = {
  question: "Deploy <b>now</b>?",
  context: "The tests & the build pass.",
  options: [{ label: "Yes", description: "At once" }, { label: "No" }],
};

async function openMail(options?: SmtpOptions) {
  const smtp = await startSmtpReceiver(options);
  onTestFinished(() => smtp.close());
  const testServer = await startTestServer({ env: { ASKBACK_TEST_MAIL: smtp.url } });
  onTestFinished(async () => void (await testServer.server.stop()));
  const asking = createApi(testServer.server, callerKey);
  return {
    smtp,
    server: testServer.server,
    owner: testServer.api,
    colleague: createApi(testServer.server, colleagueKey),
    ask: async (some: object = {}) => (await asking.post("/v1/inquiries", { ...deploy, ...some })).body,
    asking,
  };
}

function post(url: string, fields: Record<string, string>) {
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
}

test("[MAIL-1] a question reaches a person by mail, as text and HTML, and its link answers it", {
  tags: "smoke",
}, async () => {
  const { smtp, owner, ask } = await openMail();
  expect((await owner.put("/v1/contact", { email: "ana@example.org" })).status).toBe(200);
  const inquiry = await ask();
  const [mail] = await smtp.until(({ length }) => length === 1);
  expect(mail).toMatchObject({ recipients: ["ana@example.org"], subject: "Agent question from caller" });
  for (const part of [
    "Deploy <b>now</b>?",
    "The tests & the build pass.",
    "- Yes\n  At once",
    "- No",
    "You may answer",
  ])
    expect(mail?.text).toContain(part);
  expect(mail?.html).toContain("Deploy &#60;b&#62;now&#60;/b&#62;?");
  expect(mail?.html).not.toContain("<b>");
  const link = mail?.link("/a/") ?? "";
  const page = await (await fetch(link)).text();
  expect(page).toContain("Deploy &lt;b&gt;now&lt;/b&gt;?");
  expect(page).not.toMatch(/<input[^>]*checked/);
  expect((await owner.get(`/v1/inquiries/${inquiry.id}`)).body.status).toBe("open");
  const sent = await post(link, { action: "answer", revision: "1", "option.q1": "o1" });
  expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining("The agent goes on")]);
  const { body } = await owner.get(`/v1/inquiries/${inquiry.id}`);
  expect(body).toMatchObject({ status: "answered", resolution: { by: "owner", answers: [{ labels: ["Yes"] }] } });
});

test("[MAIL-2] mails of a conversation are one thread, and each has an id of its own and a way to stop them", async () => {
  const { smtp, owner, ask } = await openMail();
  await owner.put("/v1/contact", { email: "ana@example.org" });
  await ask({ thread: "release" });
  await ask({ thread: "release", question: "And tomorrow?" });
  await ask({ thread: "other", question: "What else?" });
  const mails = await smtp.until(({ length }) => length === 3);
  const threads = Map.groupBy(mails, (mail) => mail.header("references"));
  expect([...threads.values()].map(({ length }) => length).sort()).toEqual([1, 2]);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(3);
  const [mail] = mails;
  expect(mail?.inReplyTo).toBe(mail?.header("references"));
  expect(mail?.header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const stop = /<(.+)>/.exec(mail?.header("list-unsubscribe") ?? "")?.[1] ?? "";
  expect(await (await fetch(stop)).text()).toContain("Switch mail off");
  expect((await owner.get("/v1/contact")).body).not.toHaveProperty("channels");
  expect((await post(`${stop}x`, {})).status).toBe(404);
  expect((await post(stop, { "List-Unsubscribe": "One-Click" })).status).toBe(200);
  expect((await owner.get("/v1/contact")).body).toMatchObject({ channels: { mail: "off" }, email: "ana@example.org" });
});

test("[MAIL-3] a server that refuses for good, refuses for now or is slow: others are told, and it is tried again", async () => {
  const held = Promise.withResolvers<void>();
  const { smtp, owner, colleague, ask } = await openMail({
    refuse: (recipient) => (recipient.startsWith("gone") ? 550 : recipient.startsWith("busy") ? 451 : undefined),
    hold: (recipient) => (recipient.startsWith("slow") ? held.promise : undefined),
  });
  const deliveries = async (id: string) => (await owner.get(`/v1/inquiries/${id}/notices`)).body.items;
  const told: Record<string, string> = {};
  for (const name of ["gone", "busy", "slow"]) {
    await owner.put("/v1/contact", { email: `${name}@example.org` });
    told[name] = (await ask({ question: `${name}?` })).id;
    await expect
      .poll(async () => (await owner.get(`/v1/notifications/ntf_${told[name]}/deliveries`)).body.items.length)
      .toBe(1);
  }
  await colleague.put("/v1/contact", { email: "colleague@example.org" });
  const { id } = await ask({ question: "For the colleague?" });
  await smtp.until((received) => received.some(({ recipients }) => recipients.includes("colleague@example.org")));
  const of = async (name: string) => (await owner.get(`/v1/notifications/ntf_${told[name]}/deliveries`)).body.items[0];
  await expect.poll(async () => (await of("gone")).status).toBe("dead");
  expect((await of("gone")).attempts).toMatchObject([{ status: 550, failure: "refused" }]);
  await expect.poll(async () => (await of("busy")).attempts.length).toBeGreaterThan(0);
  expect(await of("busy")).toMatchObject({ status: "pending", attempts: [{ status: 451, failure: "refused" }] });
  expect(await of("slow")).toMatchObject({ status: "pending", url: "slow@example.org", why: expect.any(String) });
  held.resolve();
  await smtp.until((received) => received.some(({ recipients }) => recipients.includes("slow@example.org")));
  expect((await deliveries(id)).length).toBeGreaterThan(0);
});

test("[MAIL-3] a mail server that is down gets the mail when it is back, under the same id", async () => {
  const { smtp, owner, ask } = await openMail();
  await owner.put("/v1/contact", { email: "ana@example.org" });
  await smtp.close();
  const { id } = await ask();
  const delivery = async () => (await owner.get(`/v1/notifications/ntf_${id}/deliveries`)).body.items[0];
  await expect.poll(async () => (await delivery())?.attempts ?? []).toMatchObject([{ failure: "connection" }]);
  const again = await startSmtpReceiver({ port: Number(new URL(smtp.url).port) });
  onTestFinished(() => again.close());
  const { id: notice } = await delivery();
  await owner.post(`/v1/notices/${notice}/resend`, {});
  const [mail] = await again.until(({ length }) => length === 1);
  expect(mail?.messageId).toBe(`<${notice}@example.com>`);
});

test("[NOTIFY-13] a person tries a channel, and a wrong choice names its field", async () => {
  const { smtp, owner, asking } = await openMail();
  expect((await owner.get("/v1/contact")).body).toEqual({ subscriptions: [], available: ["mail"] });
  expect(await owner.post("/v1/contact/test", { channel: "mail" })).toMatchObject({
    status: 404,
    body: { code: "channel-unknown" },
  });
  for (const [body, field] of [
    [{ email: "nowhere" }, "/email"],
    [{ slackUserId: "ana" }, "/slackUserId"],
    [{ channels: { mail: "sometimes" } }, "/channels/mail"],
    [{ quietHours: { from: "25:00", to: "07:00", timeZone: "UTC" } }, "/quietHours/from"],
    [{ quietHours: { from: "22:00", to: "07:00", timeZone: "Mars/Olympus" } }, "/quietHours/timeZone"],
    [{ onCall: { days: [], from: "09:00", to: "17:00", timeZone: "UTC" } }, "/onCall/days"],
    [{ onCall: { days: ["Montag"], from: "09:00", to: "17:00", timeZone: "UTC" } }, "/onCall/days/0"],
    [{ onCall: { days: ["mon"], from: "9", to: "17:00", timeZone: "UTC" } }, "/onCall/from"],
    [{ onCall: { days: ["mon"], from: "09:00", to: "17:00", timeZone: "Mars/Olympus" } }, "/onCall/timeZone"],
    [{ digest: { at: [], timeZone: "UTC" } }, "/digest/at"],
  ] as const) {
    const { status, body: problem } = await owner.put("/v1/contact", body);
    expect([status, problem.errors[0].pointer]).toEqual([400, field]);
  }
  await owner.put("/v1/contact", { email: "ana@example.org" });
  expect((await owner.post("/v1/contact/test", { channel: "mail" })).body).toEqual({ outcome: "delivered" });
  const [mail] = await smtp.until(({ length }) => length === 1);
  expect(mail?.subject).toBe("Mail from Askback reaches you");
  await smtp.close();
  expect((await owner.post("/v1/contact/test", { channel: "mail" })).body).toMatchObject({ outcome: "failed" });
  expect((await asking.get("/v1/contact")).status).toBe(403);
});
