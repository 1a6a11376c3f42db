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
  return async (input, init) => {
    const send = (token: string) => {
      const headers = new Headers(init?.headers);
      headers.set("authorization", `Bearer ${token}`);
      return fetch(input, { ...init, headers });
    };
    const token = await unlessAborted(init?.signal, tokens.current());
    const response = await send(token);
    if (response.status !== 401) return response;
    await response.body?.cancel();
    return send(await unlessAborted(init?.signal, tokens.renew(token)));
  };
}
