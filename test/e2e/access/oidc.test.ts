import { expect, test } from "vitest";
import { startOidcProvider } from "../../../packages/server/src/http/testing/oidc-provider.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

test("[SESSION-6] an invitation is accepted at a real provider, and the account signs in again without one", {
  tags: "smoke",
}, async () => {
  const provider = await startOidcProvider("http://127.0.0.1/sign-in/oidc/idp/callback");
  const { server, api } = await startTestServer({ env: { ASKBACK_TEST_OIDC: provider.issuer } });

  async function signIn(login: string, query = "") {
    const began = await fetch(`${server.url}/sign-in/oidc/idp${query}`, { redirect: "manual" });
    expect(began.status).toBe(302);
    const flow = began.headers.get("set-cookie")?.split(";")[0] ?? "";
    const back = await provider.signIn(began.headers.get("location") ?? "", login);
    const headers = { cookie: flow, accept: "text/html" };
    const response = await fetch(new URL(back.pathname + back.search, server.url), { headers, redirect: "manual" });
    const session = response.headers.getSetCookie().find((cookie) => cookie.startsWith("askback_session"));
    const me = session && (await fetch(`${server.url}/v1/me`, { headers: { cookie: session.split(";")[0] ?? "" } }));
    return { status: response.status, me: me && (await me.json()) };
  }

  expect(await signIn("eve")).toEqual({ status: 403, me: undefined });
  const { body } = await api.post("/v1/invitations", { groups: ["deploy"] });
  const invitation = new URL(body.url).searchParams.get("token");
  const { me } = await signIn("ana", `?invitation=${invitation}`);
  expect(me).toMatchObject({ name: "ana", kind: "person", scopes: ["answer"], groups: ["deploy"] });
  expect((await signIn("ana")).me).toMatchObject({ id: me.id });
  expect((await signIn("eve", `?invitation=${invitation}`)).status).toBe(403);
  await api.delete(`/v1/members/${me.id}`);
  // Their account is known, and there is nothing for it here.
  expect((await signIn("ana")).me).toMatchObject({ code: "forbidden", title: "You are a member of no project" });
});
