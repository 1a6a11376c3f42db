import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { startPushService } from "../../harness/notify/push-service.ts";
import { startSmtpReceiver } from "../../harness/notify/smtp-receiver.ts";
import { formsOf } from "../../harness/secrets/text-forms.ts";
import { createApi } from "../../harness/server/api.ts";
import { callerKey } from "../../harness/server/caller.ts";
import { runProgram } from "../../harness/server/run-program.ts";
import { storedBytes, storeEnvironment } from "../../harness/server/store-under-test.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

test("[SECRET-4] [LINK-4] a secret that is given by an answer link is in no mail, push, page, metric, event, notification and audit", {
  tags: "smoke",
}, async () => {
  const canary = `Canary-${randomUUID()}`;
  const [smtp, browser] = [await startSmtpReceiver(), await startPushService()];
  const { server, api } = await startTestServer({ env: { ASKBACK_TEST_MAIL: smtp.url, ASKBACK_TEST_PUSH: "1" } });
  onTestFinished(async () => {
    await Promise.all([smtp.close(), browser.close(), server.stop()]);
  });
  await api.put("/v1/contact", { email: "ana@example.org" });
  await api.post("/v1/contact/subscriptions", { ...browser.subscription, device: "Phone" });
  const caller = createApi(server, callerKey);
  const { body: asked } = await caller.post("/v1/inquiries", { question: "Which token?", secret: true });
  const [mail] = await smtp.until(({ length }) => length === 1);
  await browser.until(({ length }) => length === 1);
  const link = mail?.link("/a/") ?? "";
  const post = (fields: Record<string, string>) =>
    fetch(link, { method: "POST", body: new URLSearchParams({ "text.q1": canary, ...fields }), redirect: "manual" });

  const responses = [
    await fetch(link),
    await post({ action: "answer", revision: "1", "option.q1": "o9" }),
    await post({ action: "answer", revision: "7" }),
    await post({ action: "answer", revision: "1" }),
    await post({ action: "answer", revision: "1" }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 422, 409, 200, 410]);
  const pages = await Promise.all(responses.map((response) => response.text()));
  const { body: answered } = await caller.get(`/v1/inquiries/${asked.id}`);
  const { secret: handle } = answered.resolution.answers[0];
  expect(answered.resolution.by).toBe("owner");
  expect((await caller.post(`/v1/secrets/${handle}`)).body).toEqual({ secret: canary });
  await browser.until(({ length }) => length === 2);

  const events: string[] = [];
  await api.waitForEvent(asked.conversationId, (event) => {
    events.push(JSON.stringify(event));
    return event.type === "inquiry.resolved";
  });
  const env = { ASKBACK_DATA_DIR: server.dataDir, ...(await storeEnvironment(server.dataDir)) };
  let audit = await runProgram(["audit", "export"], { env });
  // On PostgreSQL an entry is in its chain, and so in the export, a second later.
  while (!audit.stdout.includes('"via":"link"')) {
    expect(audit).toMatchObject({ code: 0, stderr: "" });
    audit = await runProgram(["audit", "export"], { env });
  }
  const text = async (path: string) => JSON.stringify((await api.get(path)).body);
  const places = {
    mails: JSON.stringify(smtp.received),
    pushes: JSON.stringify(browser.received.map(({ message }) => message)),
    pages: pages.join("\n"),
    metrics: await text("/metrics"),
    events: events.join("\n"),
    notifications: await text("/v1/notifications"),
    deliveries: await text(`/v1/notifications/ntf_${asked.id}/deliveries`),
    entries: await text(`/v1/inquiries/${asked.id}/audit`),
    audit: audit.stdout,
    store: await storedBytes(server.dataDir),
    log: server.lines.join("\n"),
  };
  for (const [place, found] of Object.entries(places)) {
    expect(found.length, place).toBeGreaterThan(100);
    for (const form of formsOf(canary)) expect(found.includes(form), `${form} in ${place}`).toBe(false);
  }
});
