import { expect, onTestFinished, test } from "vitest";
import { startOidcProvider } from "../../testing/oidc-provider.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import type { OidcSettings } from "./oidc-client.ts";

const as = "nobody";
const callback = "http://localhost/sign-in/oidc/idp/callback";
const cookiesOf = (headers: Headers) =>
  Object.fromEntries(headers.getSetCookie().map((header) => [header.split("=")[0], header.split(";")[0]]));

async function open(admit?: OidcSettings["admit"]) {
  const provider = await startOidcProvider(callback);
  const settings = { name: "idp", title: "Example", issuer: provider.issuer, clientId: "askback" };
  const app = createTestApp({ oidc: [{ ...settings, clientSecret: "client-secret", ...(admit && { admit }) }] });
  onTestFinished(() => app.close());
  return { app, provider };
}

/** Begins a sign-in in a new browser. */
async function begin(app: TestApp, query = "") {
  const response = await app.send("GET", `/sign-in/oidc/idp${query}`, { as });
  expect(response.status).toBe(302);
  const header = response.headers.get("set-cookie") ?? "";
  expect(header).toMatch(/^askback_flow_=[\w-]+; Max-Age=600; Path=\/sign-in\/oidc; HttpOnly; SameSite=Lax$/);
  return { url: response.headers.get("location") ?? "", cookie: header.split(";")[0] ?? "" };
}

const finish = (app: TestApp, back: URL, cookie: string) =>
  app.send("GET", back.pathname + back.search, { as, headers: { cookie, accept: "text/html" } });

async function signIn({ app, provider }: Awaited<ReturnType<typeof open>>, login: string, query = "") {
  const { url, cookie } = await begin(app, query);
  const response = await finish(app, await provider.signIn(url, login), cookie);
  const session = cookiesOf(response.headers).askback_session;
  const me = await app.call("GET", "/v1/me", { as, headers: session === undefined ? {} : { cookie: session } });
  return { response, me };
}

test("[SESSION-6] whoever the config admits signs in, becomes a member once, and is on the page that they wanted", async () => {
  const setting = await open({ emailDomains: ["Example.org"], groups: ["staff"], role: "viewer" });
  const { response, me } = await signIn(setting, "ana", "?next=/inbox");
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('content="0;url=/inbox"');
  expect(me.body).toMatchObject({
    name: "ana",
    kind: "person",
    project: "default",
    scopes: ["read"],
    groups: ["staff"],
  });
  const again = await signIn(setting, "ana");
  expect(again.me.body.id).toBe(me.body.id);
  expect((await setting.app.call("GET", "/v1/members")).body.items).toHaveLength(2);
  expect((await setting.app.call("GET", "/sign-in/providers", { as })).body).toEqual({
    items: [{ name: "idp", title: "Example" }],
    mail: false,
  });
});

test("[SESSION-6] an account that nobody admitted, or whose address is not verified, is refused", async () => {
  const strangers = await open();
  const refused = await signIn(strangers, "eve");
  expect([refused.response.status, refused.me.status]).toEqual([403, 401]);
  expect(await refused.response.text()).toContain("Ask for an invitation.");
  const known = await open({ emails: ["ana@example.org", "unverified@example.org"], emailDomains: ["example.com"] });
  expect((await signIn(known, "ana")).me.status).toBe(200);
  for (const login of ["eve", "unverified"]) expect((await signIn(known, login)).response.status, login).toBe(403);
  expect((await known.app.call("GET", "/v1/members")).body.items).toHaveLength(2);
});

test("[SESSION-6] an invitation is accepted by signing in, and the account is known then", async () => {
  const setting = await open();
  const { body } = await setting.app.call("POST", "/v1/invitations", { body: { groups: ["deploy"] } });
  const token = new URL(body.url).searchParams.get("token");
  const { me } = await signIn(setting, "ana", `?invitation=${token}`);
  expect(me.body).toMatchObject({ name: "ana", scopes: ["answer"], groups: ["deploy"] });
  expect((await signIn(setting, "ana")).me.body.id).toBe(me.body.id);
  expect((await signIn(setting, "eve", `?invitation=${token}`)).response.status).toBe(403);
  await setting.app.call("PATCH", `/v1/members/${me.body.id}`, { body: { isDisabled: true } });
  expect((await signIn(setting, "ana")).response.status).toBe(403);
});

test("[SESSION-6] somebody who is disabled uses up no invitation", async () => {
  const setting = await open({ emails: ["ana@example.org"] });
  const { me } = await signIn(setting, "ana");
  await setting.app.call("PATCH", `/v1/members/${me.body.id}`, { body: { isDisabled: true } });
  const { body } = await setting.app.call("POST", "/v1/invitations", { body: {} });
  const token = new URL(body.url).searchParams.get("token");
  expect((await signIn(setting, "ana", `?invitation=${token}`)).response.status).toBe(403);
  expect((await setting.app.call("GET", "/v1/invitations")).body.items).toHaveLength(1);
});

test("[SESSION-6] responses that are replayed, swapped, forged or late sign nobody in", async () => {
  const { app, provider } = await open({ emailDomains: ["example.org"] });
  const [mine, theirs] = [await begin(app), await begin(app)];
  const back = await provider.signIn(mine.url, "ana");
  const status = async (url: URL, cookie: string) => {
    const response = await finish(app, url, cookie);
    expect(cookiesOf(response.headers).askback_session === undefined, String(url)).toBe(response.status !== 200);
    return response.status;
  };
  const changed = (change: (search: URLSearchParams) => void) => {
    const url = new URL(back);
    change(url.searchParams);
    return url;
  };
  // The response for one browser, in another one.
  expect(await status(back, theirs.cookie)).toBe(401);
  expect(await status(back, "")).toBe(401);
  expect(await status(back, `${mine.cookie.slice(0, -2)}xx`)).toBe(401);
  expect(
    await status(
      changed((search) => search.set("state", "forged")),
      mine.cookie,
    ),
  ).toBe(401);
  expect(
    await status(
      changed((search) => search.delete("state")),
      mine.cookie,
    ),
  ).toBe(401);
  expect(
    await status(
      changed((search) => search.set("code", "forged")),
      mine.cookie,
    ),
  ).toBe(401);
  expect(
    await status(
      changed((search) => search.set("iss", "https://evil.example")),
      mine.cookie,
    ),
  ).toBe(401);
  expect(
    await status(
      changed((search) => search.set("error", "access_denied")),
      mine.cookie,
    ),
  ).toBe(401);
  const fresh = await begin(app);
  const good = await provider.signIn(fresh.url, "ana");
  expect(await status(good, fresh.cookie)).toBe(200);
  // The provider exchanges a code once, also for a browser that kept its cookie.
  expect(await status(good, fresh.cookie)).toBe(401);
  const slow = await begin(app);
  const late = await provider.signIn(slow.url, "ana");
  app.clock.advance(10 * 60 * 1000);
  expect(await status(late, slow.cookie)).toBe(401);
});

test("[SESSION-6] the request to the provider has state, nonce and a challenge of PKCE, new each time", async () => {
  const { app } = await open();
  const seen = new Set<string | null>();
  for (let count = 0; count < 3; count += 1) {
    const { searchParams } = new URL((await begin(app)).url);
    expect(searchParams.get("code_challenge_method")).toBe("S256");
    expect(searchParams.get("redirect_uri")).toBe(callback);
    for (const name of ["state", "nonce", "code_challenge"]) seen.add(searchParams.get(name));
  }
  expect(seen.size).toBe(9);
  for (const path of ["/sign-in/oidc/other", "/sign-in/oidc/idp?next=//evil.example", "/sign-in/oidc/other/callback"])
    expect((await app.send("GET", path, { as })).status, path).toBe(404);
});

test("[SESSION-6] a provider that cannot be reached is said to be so, and links still sign in", async () => {
  const app = createTestApp({ oidc: [{ name: "idp", issuer: "http://127.0.0.1:9", clientId: "askback" }] });
  onTestFinished(() => app.close());
  expect(await app.call("GET", "/sign-in/oidc/idp", { as })).toMatchObject({
    status: 503,
    body: { code: "provider-unavailable" },
  });
  expect(app.failures).toHaveLength(1);
  expect((await app.call("GET", "/v1/me", { as, headers: await app.cookieOf() })).status).toBe(200);
});
