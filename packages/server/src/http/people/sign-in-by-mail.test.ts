import { afterAll, expect, test } from "vitest";
import type { MailSignInLink } from "../../notify/deliver/notifier.ts";
import type { Sent } from "../../notify/notice-sender.ts";
import { createTestApp } from "../testing/test-app.ts";

type Link = Parameters<MailSignInLink>[0];

const as = "nobody";
const minute = 60_000;
const servers: { close(): Promise<void> }[] = [];
afterAll(async () => void (await Promise.all(servers.map((server) => server.close()))));

/** A server that mails links, with Ana, who has an address. */
async function openApp(answer: Sent = { outcome: "delivered" }) {
  const links: Link[] = [];
  const server = createTestApp({
    mailSignInLink: async (link) => {
      links.push(link);
      return answer;
    },
  });
  servers.push(server);
  const member = { project: "default", role: "member", groups: [], at: 1 } as const;
  await server.store.directory.addMember({ id: "per_ana", name: "Ana", email: "ana@example.org" }, member);
  const wants = (body: unknown) => server.call("POST", "/sign-in/mail", { as, body });
  return { server, links, wants };
}

test("[SESSION-7] the link that is mailed signs its person in once, and leads on to the wanted page", async () => {
  const { server, links, wants } = await openApp();
  expect((await server.call("GET", "/sign-in/providers", { as })).body).toEqual({ items: [], mail: true });
  const sent = await wants({ email: "ANA@example.org", next: "/inbox?a=b" });
  expect([sent.status, sent.body]).toEqual([202, ""]);
  await expect.poll(() => links.length).toBe(1);
  const [link] = links;
  expect(link).toMatchObject({ to: "ANA@example.org", name: "Ana" });
  const headers = { accept: "text/html" };
  const used = await server.send("POST", link?.path ?? "", { as, headers });
  expect([used.status, used.headers.get("location")]).toEqual([303, "/inbox?a=b"]);
  const cookie = used.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect((await server.call("GET", "/v1/me", { as, headers: { cookie } })).body).toMatchObject({ id: "per_ana" });
  expect((await server.call("POST", link?.path ?? "", { as })).status).toBe(401);
});

test("[SESSION-7] nobody learns whether somebody has an address, and that of a contact gets no link", async () => {
  const { server, links, wants } = await openApp();
  await server.store.contacts.save({ project: "default", person: "owner" }, { email: "owner@example.org" });
  const known = await wants({ email: "ana@example.org" });
  for (const email of ["nobody@example.org", "owner@example.org"]) {
    const { status, body } = await wants({ email });
    expect([status, body]).toEqual([known.status, known.body]);
  }
  await expect.poll(() => links.map(({ to }) => to)).toEqual(["ana@example.org"]);
  expect(server.failures).toEqual([]);
});

test("[SESSION-7] a person gets three links at once and one a minute, whoever asks for them", async () => {
  const { server, links, wants } = await openApp();
  for (let count = 0; count < 5; count += 1) expect((await wants({ email: "ana@example.org" })).status).toBe(202);
  await expect.poll(() => links.length).toBe(3);
  server.clock.advance(minute);
  await wants({ email: "ana@example.org" });
  await expect.poll(() => links.length).toBe(4);
  const responses = await Promise.all(Array.from({ length: 200 }, () => wants({ email: "nobody@example.org" })));
  const refused = responses.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(100);
  expect(refused[0]?.headers.get("retry-after")).toBe("1");
});

test("[SESSION-7] a wrong field is named, and a page of another site is never led to", async () => {
  const { links, wants } = await openApp();
  for (const [body, field] of [
    [{ email: "nowhere" }, "/email"],
    [{ email: "ana@example.org\r\nBcc: eve@example.org" }, "/email"],
    [{}, "/email"],
    [{ email: "ana@example.org", next: "//evil.example" }, "/next"],
    [{ email: "ana@example.org", next: "https://evil.example" }, "/next"],
    [{ email: "ana@example.org", other: 1 }, "/"],
    ["{", "/"],
  ] as const) {
    const { status, body: problem } = await wants(body);
    expect([status, problem.errors[0].pointer]).toEqual([400, field]);
  }
  expect((await wants({ email: `${"a".repeat(5_000)}@example.org` })).status).toBe(413);
  expect(links).toEqual([]);
});

test("[SESSION-7] a mail server that does not take a link is an error of the server, and changes no response", async () => {
  const { server, links, wants } = await openApp({ outcome: "failed", failure: "connection" });
  expect((await wants({ email: "ana@example.org" })).status).toBe(202);
  await expect.poll(() => server.failures).toMatchObject([{ message: expect.stringContaining("connection") }]);
  expect(String(server.failures)).not.toContain(links[0]?.path);
});

test("[SESSION-7] where no mail is sent there is nothing at the address", async () => {
  const server = createTestApp();
  servers.push(server);
  const { status } = await server.call("POST", "/sign-in/mail", { as, body: { email: "ana@example.org" } });
  expect(status).toBe(404);
  expect((await server.call("GET", "/sign-in/providers", { as })).body).toEqual({ items: [], mail: false });
});
