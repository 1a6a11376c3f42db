import type { Failure } from "./failure.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** A short-lived token of a host, which is asked for once, and again when the server no longer accepts it. */
export interface TokenSource {
  current(): Promise<string>;
  /** Another token than the one that was refused; requests at the same time share it. */
  renew(refused: string): Promise<string>;
}

export function createTokenSource(ask: () => Promise<string>): TokenSource {
  let latest: Promise<string> | undefined;

  function askAnew(): Promise<string> {
    const asked = ask();
    latest = asked;
    // A host that could not give one is asked again by the next request.
    asked.catch(() => {
      if (latest === asked) latest = undefined;
    });
    return asked;
  }

  return {
    current: () => latest ?? askAnew(),
    async renew(refused) {
      const seen = latest;
      const known = await seen?.catch(() => undefined);
      // Another request has asked meanwhile.
      if (latest !== undefined && latest !== seen) return latest;
      return known !== undefined && known !== refused ? known : askAnew();
    },
  };
}

/** A fetch that sends the token, and once more with another one where the server refuses it. */
export function fetchWithToken(fetch: typeof globalThis.fetch, tokens: TokenSource): typeof globalThis.fetch {
  let failures = 0;
  return async (input, init) => {
    const send = (token: string) => {
      const headers = new Headers(init?.headers);
      headers.set("authorization", `Bearer ${token}`);
      return fetch(input, { ...init, headers });
    };
    try {
      const token = await tokenFrom(tokens.current());
      const response = await send(token);
      if (response.status !== 401) return response;
      await response.body?.cancel();
      return await send(await tokenFrom(tokens.renew(token)));
    } catch (error) {
      const isOver = error instanceof NoToken && failures >= triedBeforeSignedOut && !init?.signal?.aborted;
      if (isOver) return Response.json(noToken, { status: 401 });
      throw error;
    }

    function tokenFrom(asked: Promise<string>): Promise<string> {
      const given = asked.then(
        (token) => {
          failures = 0;
          return token;
        },
        (cause) => {
          failures += 1;
          throw new NoToken("the page has no token", { cause });
        },
      );
      return unlessAborted(init?.signal, given);
    }
  };
}

/** A host that fails less often in a row may only be out of reach, and is asked again. */
const triedBeforeSignedOut = 3;

class NoToken extends Error {}

/** What a page that is given no token reads in place of a response: the server can be reached, and nobody is signed in. */
const noToken: Failure = {
  type: "about:blank#no-token",
  status: 401,
  code: "no-token",
  title: "This page was given no token",
  hint: "The function that returns it failed: sign in to the page again. What was written is kept.",
};
