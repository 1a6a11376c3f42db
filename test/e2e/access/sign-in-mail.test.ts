import { expect, onTestFinished, test } from "vitest";
import { startSmtpReceiver } from "../../harness/notify/smtp-receiver.ts";
import { storedBytes } from "../../harness/server/store-under-test.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

test("[SESSION-7] a link comes by mail, its page changes nothing, and its button signs in once; its token is stored nowhere", {
  tags: "smoke",
}, async () => {
  const smtp = await startSmtpReceiver();
  const { server, api } = await startTestServer({ env: { ASKBACK_TEST_MAIL: smtp.url } });
  onTestFinished(async () => {
    await Promise.all([smtp.close(), server.stop()]);
  });
  const ana = { name: "Ana <b>", email: "ana@example.org" };
  expect((await api.post("/v1/members", ana)).status).toBe(201);
  const wanted = JSON.stringify({ email: ana.email, next: "/audit" });
  const headers = { "content-type": "application/json" };
  const asked = await fetch(`${server.url}/sign-in/mail`, { method: "POST", headers, body: wanted });
  expect([asked.status, await asked.text()]).toEqual([202, ""]);
  const [mail] = await smtp.until(({ length }) => length === 1);
  expect(mail).toMatchObject({ recipients: [ana.email], subject: "Sign in to Askback" });
  expect(mail?.html).toContain("You sign in as Ana &#60;b&#62;.");
  const link = mail?.link("/sign-in") ?? "";
  expect(link.startsWith(`${server.url}/sign-in?token=`)).toBe(true);

  const token = new URL(link).searchParams.get("token") ?? "";
  for (const text of [await storedBytes(server.dataDir), server.lines.join("\n")]) expect(text).not.toContain(token);
  for (let count = 0; count < 2; count += 1) {
    const page = await fetch(link, { headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("set-cookie")]).toEqual([200, null]);
  }
  const press = () =>
    fetch(link, { method: "POST", headers: { accept: "text/html", origin: server.url }, redirect: "manual" });
  const used = await press();
  expect([used.status, used.headers.get("location")]).toEqual([303, "/audit"]);
  const cookie = used.headers.get("set-cookie")?.split(";")[0] ?? "";
  const me = await fetch(`${server.url}/v1/me`, { headers: { cookie } });
  expect(await me.json()).toMatchObject({ name: ana.name });
  expect((await press()).status).toBe(401);
});
