import { expect, test } from "vitest";
import { createClient } from "./create-client.ts";

/** Pauses between tries are over at once; a response is waited for without end. */
const wait = (ms: number) => (ms < 30_000 ? Promise.resolve() : new Promise<void>(() => {}));

/** A server that accepts one token at a time, and a host that gives new ones. */
function createHost() {
  const sent: (string | null)[] = [];
  let valid = "t1";
  let asked = 0;
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const authorization = new Headers(init?.headers).get("authorization");
    sent.push(authorization);
    const isValid = authorization === `Bearer ${valid}`;
    return Response.json(isValid ? { id: "per_ana" } : { code: "unauthorized" }, { status: isValid ? 200 : 401 });
  };
  const token = async () => {
    asked += 1;
    return asked === 1 ? "t1" : valid;
  };
  const expire = (next: string) => {
    valid = next;
  };
  return {
    sent,
    expire,
    asked: () => asked,
    client: createClient({ url: "http://x", token, fetch, wait }),
  };
}

test("[TOKEN-3] a token is asked for once, and again when the server refuses it", async () => {
  const { client, sent, expire, asked } = createHost();
  await client.me();
  await client.me();
  expect([sent, asked()]).toEqual([["Bearer t1", "Bearer t1"], 1]);
  expire("t2");
  const replies = await Promise.all([client.me(), client.me(), client.me()]);
  expect(replies.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(asked()).toBe(2);
});

test("[TOKEN-3] a token that is refused again is not asked for without end", async () => {
  const { client, expire, sent } = createHost();
  expire("never");
  const refused = createClient({
    url: "http://x",
    token: async () => "wrong",
    fetch: async (...request) => {
      sent.push(new Headers(request[1]?.headers).get("authorization"));
      return Response.json({ code: "unauthorized" }, { status: 401 });
    },
    wait,
  });
  expect(await refused.me()).toMatchObject({ ok: false, error: { status: 401 } });
  expect(sent).toHaveLength(2);
  expect(await client.me()).toMatchObject({ ok: true });
});

test("[TOKEN-3] a host that fails to give a token is asked again, and a call can be aborted meanwhile", async () => {
  let tries = 0;
  const fetch = async () => Response.json({ id: "per_ana" });
  const client = createClient({
    url: "http://x",
    fetch,
    wait,
    token: async () => {
      tries += 1;
      if (tries < 3) throw new Error("the host is down");
      return "t";
    },
  });
  expect(await client.me()).toMatchObject({ ok: true });
  const never = createClient({ url: "http://x", fetch, token: () => new Promise(() => {}) });
  const leaving = new AbortController();
  const reply = never.me({ signal: leaving.signal });
  leaving.abort();
  expect(await reply).toMatchObject({ ok: false, error: { code: "aborted" } });
});

test("[TOKEN-3] a page that is given no token is signed out and not offline, until it is given one", async () => {
  const { client, expire } = createHost();
  const sent: string[] = [];
  let isSignedIn = false;
  const page = createClient({
    url: "http://x",
    token: async () => {
      if (!isSignedIn) throw new Error("the host's session has ended");
      return "t1";
    },
    fetch: async (...request) => {
      sent.push(String(request[0]));
      return Response.json({ id: "per_ana" });
    },
    wait,
  });
  expect(await page.me()).toMatchObject({ ok: false, error: { status: 401, code: "no-token" } });
  expect(sent).toEqual([]);
  isSignedIn = true;
  expect((await page.me()).ok).toBe(true);
  // The same where a token that was valid cannot be replaced.
  await client.me();
  expire("t2");
  expect((await client.me()).ok).toBe(true);
});
