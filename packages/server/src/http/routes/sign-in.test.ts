import { afterAll, expect, test } from "vitest";
import { createKeys } from "../middleware/api-keys.ts";
import { createTestApp, tea } from "../testing/test-app.ts";
import { signInPath } from "./sign-in.ts";

const server = createTestApp();
afterAll(() => server.close());

const hour = 3_600_000;
const as = "nobody";

async function signedIn(headers = {}): Promise<string> {
  const response = await server.call("GET", signInPath(server.keys, server.clock.now() + hour), { as, headers });
  expect(response.status).toBe(200);
  return response.headers.get("set-cookie") ?? "";
}

function cookieOf(header: string): { readonly cookie: string } {
  return { cookie: header.split(";")[0] ?? "" };
}

test("[SEC-5] the link signs a browser in, by a cookie that scripts and other sites cannot use", async () => {
  const header = await signedIn();
  expect(header).toMatch(/^askback_session=\d+\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/);
  const { path } = await server.park();
  const answered = await server.call("POST", `${path}/answer`, { as, body: tea, headers: cookieOf(header) });
  expect(answered).toMatchObject({ status: 202, body: { by: "owner" } });
});

test("[SEC-5] a link and a cookie expire", async () => {
  const link = signInPath(server.keys, server.clock.now() + hour);
  const header = await signedIn();
  server.clock.advance(hour);
  expect(await server.call("GET", link, { as })).toMatchObject({
    status: 401,
    body: { code: "link-expired", hint: expect.stringContaining("`askback link`") },
  });
  const shown = await server.send("GET", link, { as, headers: { accept: "text/html,*/*" } });
  expect([shown.status, shown.headers.get("set-cookie")]).toEqual([401, null]);
  expect(await shown.text()).toContain('<a href="/#link-expired">');
  expect(await server.call("GET", "/v1/inbox/count", { as, headers: cookieOf(header) })).toMatchObject({ status: 200 });
  server.clock.advance(30 * 24 * hour);
  expect(await server.call("GET", "/v1/inbox/count", { as, headers: cookieOf(header) })).toMatchObject({ status: 401 });
});

test("[HTTP-10] a link opens the page that it names, also where it has expired", async () => {
  const link = signInPath(server.keys, server.clock.now() + hour);
  for (const [next, path] of [
    ["/c/conv_1?x=1&y=2", "/c/conv_1?x=1&amp;y=2"],
    ["/inbox/needs-you/q_1", "/inbox/needs-you/q_1"],
    ["/agents/%E2%9C%93", "/agents/%E2%9C%93"],
    ['/c/"><script>alert(1)</script>', "/c/%22%3E%3Cscript%3Ealert(1)%3C/script%3E"],
    ["/c/x'y", "/c/x&#39;y"],
  ] as const) {
    const opened = await server.send("GET", `${link}&next=${encodeURIComponent(next)}`, { as });
    expect([opened.status, opened.headers.get("set-cookie")], next).toEqual([200, expect.any(String)]);
    const page = await opened.text();
    expect(page).toContain(`<a href="${path}">`);
    expect(page).toContain(`content="0;url=${path}"`);
    const headers = { accept: "text/html" };
    const expired = await server.send("GET", `/sign-in?token=1.x&next=${encodeURIComponent(next)}`, { as, headers });
    expect(expired.status).toBe(401);
    expect(await expired.text()).toContain(`<a href="${path}#link-expired">`);
  }
});

test("[HTTP-10] a link that would lead elsewhere is refused and signs nobody in", async () => {
  const link = signInPath(server.keys, server.clock.now() + hour);
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
  ]) {
    const response = await server.call("GET", `${link}&next=${encodeURIComponent(next)}`, { as });
    expect(response, next).toMatchObject({ status: 400, body: { code: "invalid-request" } });
    expect(response.headers.get("set-cookie")).toBeNull();
  }
});

test("[SEC-5] a request without a key is told the command that prints a sign-in link", async () => {
  expect(await server.call("GET", "/v1/me", { as })).toMatchObject({
    status: 401,
    body: { code: "unauthorized", signInCommand: "askback link" },
  });
});

test("[SEC-5] forged, changed and misused tokens are refused", async () => {
  const until = server.clock.now() + hour;
  const good = server.keys.sign("cookie", until);
  const [, signature = ""] = good.split(".");
  const tokens = [
    createKeys([], "another secret").sign("cookie", until),
    server.keys.sign("link", until),
    `${until + hour}.${signature}`,
    `${until}.${signature.slice(0, -1)}`,
    `${until}.${"A".repeat(signature.length)}`,
    `${until}.`,
    `.${signature}`,
    `1e99.${signature}`,
    `Infinity.${signature}`,
    "",
    ".",
    "\u00e9".repeat(43),
  ];
  for (const token of tokens)
    expect(
      await server.call("GET", "/v1/inbox/count", {
        as,
        headers: { cookie: `askback_session=${encodeURIComponent(token)}` },
      }),
      token,
    ).toMatchObject({ status: 401 });
  for (const token of [good, "", "x", `${until}.${signature}`])
    expect(await server.call("GET", `/sign-in?token=${encodeURIComponent(token)}`, { as }), token).toMatchObject({
      status: 401,
    });
  const headers = { cookie: `askback_session=${good}` };
  expect(await server.call("GET", "/v1/inbox/count", { as, headers })).toMatchObject({ status: 200 });
});

test("[SEC-5] the cookie is limited to https behind a public https address", async () => {
  const behind = createTestApp({ publicUrl: "https://askback.example" });
  const path = signInPath(behind.keys, behind.clock.now() + hour);
  const [there, here] = await Promise.all(
    ["askback.example", "127.0.0.1"].map((host) => behind.call("GET", path, { as, headers: { host } })),
  );
  expect(there?.headers.get("set-cookie")).toContain("; Secure");
  expect(here?.headers.get("set-cookie")).not.toContain("; Secure");
  await behind.close();
});

test("[SEC-5] signing out removes the cookie, and can be repeated", async () => {
  const headers = cookieOf(await signedIn());
  for (const sent of [headers, {}]) {
    const response = await server.call("POST", "/sign-out", { as, headers: sent });
    expect(response.status).toBe(204);
    expect(response.headers.get("set-cookie")).toMatch(/^askback_session=; Max-Age=0; Path=\/$/);
  }
});

test("[SEC-5] the page of another site cannot sign anybody out", async () => {
  const headers = { ...cookieOf(await signedIn()), origin: "https://elsewhere.example" };
  const response = await server.call("POST", "/sign-out", { as, headers });
  expect(response.status).toBe(403);
  expect(response.headers.get("set-cookie")).toBeNull();
});
