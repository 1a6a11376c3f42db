import { afterAll, expect, test } from "vitest";
import { createTestApp, tea } from "../testing/test-app.ts";
import { createSignInLink } from "./sign-in.ts";

const server = createTestApp();
afterAll(() => server.close());

const hour = 3_600_000;
const day = 24 * hour;
const as = "nobody";

async function newLink(person = "owner", app = server): Promise<string> {
  return (await createSignInLink({ credentials: app.store.credentials, clock: app.clock }, person)).path;
}

async function signedIn(headers = {}): Promise<string> {
  const response = await server.call("POST", await newLink(), { as, headers });
  expect(response.status).toBe(204);
  return response.headers.get("set-cookie") ?? "";
}

function cookieOf(header: string | null): { readonly cookie: string } {
  return { cookie: header?.split(";")[0] ?? "" };
}

async function statusOf(headers: Readonly<Record<string, string>>): Promise<number> {
  return (await server.call("GET", "/v1/inbox/count", { as, headers })).status;
}

test("[SEC-5] the link signs a browser in, by a cookie that scripts and other sites cannot use", async () => {
  const header = await signedIn();
  expect(header).toMatch(/^askback_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/);
  const { path } = await server.park();
  const answered = await server.call("POST", `${path}/answer`, { as, body: tea, headers: cookieOf(header) });
  expect(answered).toMatchObject({ status: 202, body: { by: "owner" } });
});

test("[SESSION-1] opening a link changes nothing; its button signs in, once", async () => {
  const link = await newLink();
  for (let count = 0; count < 2; count += 1) {
    const page = await server.send("GET", link, { as, headers: { accept: "text/html", "accept-language": "de" } });
    expect([page.status, page.headers.get("set-cookie")]).toEqual([200, null]);
    const text = await page.text();
    expect(text).toContain('<form method="post" action="/sign-in?token=');
    expect(text).toContain('<html lang="de" dir="ltr">');
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
    expect((await server.send("HEAD", link, { as })).status).toBe(200);
  }
  const tried = await Promise.all([1, 2, 3].map(() => server.call("POST", link, { as })));
  expect(tried.map(({ status }) => status).sort()).toEqual([204, 401, 401]);
  expect(await server.call("POST", link, { as })).toMatchObject({
    status: 401,
    body: { code: "link-expired", hint: expect.stringContaining("`askback link`") },
  });
  const page = await server.send("POST", await newLink(), { as, headers: { accept: "text/html,*/*" } });
  expect([page.status, page.headers.get("location")]).toEqual([303, "/"]);
});

test("[SESSION-1] the store has neither the token of a link nor that of a session", async () => {
  const link = await newLink();
  const token = new URL(link, "http://x").searchParams.get("token") ?? "";
  expect(await server.store.credentials.link(token, 0)).toBeUndefined();
  const { cookie } = cookieOf((await server.call("POST", link, { as })).headers.get("set-cookie"));
  const stored = await server.store.credentials.sessions("owner", 0);
  expect(JSON.stringify(stored)).not.toContain(cookie.split("=")[1]);
});

test("[SEC-5] a link and a session expire", async () => {
  const link = await newLink();
  const header = await signedIn();
  server.clock.advance(hour);
  for (const method of ["GET", "POST"]) {
    expect(await server.call(method, link, { as })).toMatchObject({ status: 401, body: { code: "link-expired" } });
    const shown = await server.send(method, link, { as, headers: { accept: "text/html,*/*" } });
    expect([shown.status, shown.headers.get("set-cookie")]).toEqual([401, null]);
    expect(await shown.text()).toContain('<a href="/#link-expired">');
  }
  expect(await statusOf(cookieOf(header))).toBe(200);
  server.clock.advance(30 * day);
  expect(await statusOf(cookieOf(header))).toBe(401);
});

test("[SESSION-2] a session that is used gets another token every day, and ends after 90 days", async () => {
  let { cookie } = cookieOf(await signedIn());
  const first = cookie;
  for (let days = 1; days < 90; days += 1) {
    server.clock.advance(day);
    const response = await server.call("GET", "/v1/inbox/count", { as, headers: { cookie } });
    expect(response.status, `day ${days}`).toBe(200);
    const next = cookieOf(response.headers.get("set-cookie")).cookie;
    expect([next === cookie, next === ""]).toEqual([false, false]);
    cookie = next;
    expect(await statusOf({ cookie })).toBe(200);
  }
  expect(await statusOf({ cookie: first })).toBe(401);
  server.clock.advance(day);
  expect(await statusOf({ cookie })).toBe(401);
});

test("[SESSION-2] the token before is valid for a minute after the new one was used, and as long as it was not", async () => {
  const { cookie: before } = cookieOf(await signedIn());
  server.clock.advance(day);
  const rotated = await server.call("GET", "/v1/inbox/count", { as, headers: { cookie: before } });
  // The response is lost: the browser has the token of before, which is replaced again after a while.
  expect(rotated.headers.get("set-cookie")).not.toBeNull();
  const soon = await server.call("GET", "/v1/inbox/count", { as, headers: { cookie: before } });
  expect([soon.status, soon.headers.get("set-cookie")]).toEqual([200, null]);
  server.clock.advance(hour);
  const again = await server.call("GET", "/v1/inbox/count", { as, headers: { cookie: before } });
  expect(again.status).toBe(200);
  const { cookie } = cookieOf(again.headers.get("set-cookie"));
  expect(await statusOf(cookieOf(rotated.headers.get("set-cookie")))).toBe(401);
  expect(await statusOf({ cookie })).toBe(200);
  server.clock.advance(59_000);
  expect(await statusOf({ cookie: before })).toBe(200);
  server.clock.advance(1_000);
  expect(await statusOf({ cookie: before })).toBe(401);
  expect(await statusOf({ cookie })).toBe(200);
});

test("[SESSION-4] two servers on ports of one host have cookies of different names", async () => {
  for (const host of ["127.0.0.1:4100", "127.0.0.1:4200", "localhost:4100", "[::1]:4100"]) {
    const response = await server.call("POST", await newLink(), { as, headers: { host } });
    expect(response.headers.get("set-cookie")).toMatch(new RegExp(`^askback_session_${host.slice(-4)}=`));
  }
  const header = (await server.call("POST", await newLink(), { as, headers: { host: "localhost:4100" } })).headers;
  const { cookie } = cookieOf(header.get("set-cookie"));
  expect(await statusOf({ cookie, host: "localhost:4100" })).toBe(200);
  expect(await statusOf({ cookie, host: "localhost:4200" })).toBe(401);
  await server.call("POST", "/sign-out", { as, headers: { cookie, host: "localhost:4200" } });
  expect(await statusOf({ cookie, host: "localhost:4100" })).toBe(200);
});

test("[HTTP-10] a link opens the page that it names, also where it has expired", async () => {
  for (const [next, path] of [
    ["/c/conv_1?x=1&y=2", "/c/conv_1?x=1&amp;y=2"],
    ["/inbox/needs-you/q_1", "/inbox/needs-you/q_1"],
    ["/agents/%E2%9C%93", "/agents/%E2%9C%93"],
    ['/c/"><script>alert(1)</script>', "/c/%22%3E%3Cscript%3Ealert(1)%3C/script%3E"],
    ["/c/x'y", "/c/x&#39;y"],
  ] as const) {
    const headers = { accept: "text/html" };
    const link = `${await newLink()}&next=${encodeURIComponent(next)}`;
    const shown = await (await server.send("GET", link, { as, headers })).text();
    const action = /action="([^"]+)"/.exec(shown)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const opened = await server.send("POST", action, { as, headers });
    expect([opened.status, opened.headers.get("set-cookie")], next).toEqual([303, expect.any(String)]);
    expect(opened.headers.get("location")).toBe(path.replaceAll("&amp;", "&").replaceAll("&#39;", "'"));
    const expired = await server.send("GET", `/sign-in?token=1.x&next=${encodeURIComponent(next)}`, { as, headers });
    expect(expired.status).toBe(401);
    const page = await expired.text();
    expect(page).toContain(`<a href="${path}#link-expired">`);
    expect(page).toContain(`content="0;url=${path}#link-expired"`);
  }
});

test("[HTTP-10] a link that would lead elsewhere is refused and signs nobody in", async () => {
  const link = await newLink();
  for (const next of [
    "",
    "inbox",
    "https://elsewhere.example",
    "https:/elsewhere.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "//elsewhere.example",
    "///elsewhere.example",
    "/\\elsewhere.example",
    "\\\\elsewhere.example",
    "/\t/elsewhere.example",
    "/\n/elsewhere.example",
    " //elsewhere.example",
    "/.//elsewhere.example",
    "/..//elsewhere.example",
    "/%2e//elsewhere.example",
    "/c/..//elsewhere.example",
    "/sign-in?token=x",
    "/c/../sign-in?token=x",
    "/sign-out",
    `/${"x".repeat(2_000)}`,
  ])
    for (const method of ["GET", "POST"]) {
      const response = await server.call(method, `${link}&next=${encodeURIComponent(next)}`, { as });
      expect(response, next).toMatchObject({ status: 400, body: { code: "invalid-request" } });
      expect(response.headers.get("set-cookie")).toBeNull();
    }
  expect((await server.call("POST", link, { as })).status).toBe(204);
});

test("[SEC-5] a request without a key is told the command that prints a sign-in link", async () => {
  expect(await server.call("GET", "/v1/me", { as })).toMatchObject({
    status: 401,
    body: { code: "unauthorized", signInCommand: "askback link" },
  });
});

test("[SEC-5] forged, changed and misused tokens are refused", async () => {
  const { cookie } = cookieOf(await signedIn());
  const [, good = ""] = cookie.split("=");
  const link = await newLink();
  const ofLink = new URL(link, "http://x").searchParams.get("token") ?? "";
  const [session] = await server.store.credentials.sessions("owner", 0);
  const tokens = [
    ofLink,
    `${good.slice(0, -2)}xx`,
    good.slice(0, -1),
    `${good}x`,
    session?.hash ?? "",
    session?.id ?? "",
    // As they were before sessions were stored.
    `${server.clock.now() + hour}.${"A".repeat(43)}`,
    "",
    ".",
    "\u00e9".repeat(43),
  ];
  for (const token of tokens) {
    expect(await statusOf({ cookie: `askback_session=${encodeURIComponent(token)}` }), token).toBe(401);
    if (token !== ofLink)
      expect((await server.call("POST", `/sign-in?token=${encodeURIComponent(token)}`, { as })).status, token).toBe(
        401,
      );
  }
  for (const token of [good, "x"])
    expect((await server.call("POST", `/sign-in?token=${token}`, { as })).status, token).toBe(401);
  expect(await statusOf({ cookie })).toBe(200);
  expect((await server.call("POST", link, { as })).status).toBe(204);
});

test("[SEC-5] the cookie is limited to https behind a public https address", async () => {
  const behind = createTestApp({ publicUrl: "https://askback.example" });
  const [there, here] = await Promise.all(
    ["askback.example", "127.0.0.1"].map(async (host) =>
      behind.call("POST", await newLink("owner", behind), { as, headers: { host } }),
    ),
  );
  expect(there?.headers.get("set-cookie")).toContain("; Secure");
  expect(here?.headers.get("set-cookie")).not.toContain("; Secure");
  await behind.close();
});

test("[SESSION-5] signing out ends the session, also where the cookie was copied, and can be repeated", async () => {
  const headers = cookieOf(await signedIn());
  for (const sent of [headers, {}]) {
    const response = await server.call("POST", "/sign-out", { as, headers: sent });
    expect(response.status).toBe(204);
    expect(response.headers.get("set-cookie")).toMatch(/^askback_session=; Max-Age=0; Path=\/$/);
  }
  expect(await statusOf(headers)).toBe(401);
});

test("[SESSION-5] signing in again in a browser ends its session of before", async () => {
  const headers = cookieOf(await signedIn());
  await signedIn(headers);
  expect(await statusOf(headers)).toBe(401);
});

test("[SEC-5] the page of another site can sign nobody in or out", async () => {
  const origin = "https://elsewhere.example";
  const headers = cookieOf(await signedIn());
  for (const path of ["/sign-out", await newLink()]) {
    const response = await server.call("POST", path, { as, headers: { ...headers, origin } });
    expect(response.status).toBe(403);
    expect(response.headers.get("set-cookie")).toBeNull();
  }
  expect(await statusOf(headers)).toBe(200);
});
