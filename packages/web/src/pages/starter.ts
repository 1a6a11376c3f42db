import type { Client } from "@askback/client";

type Start = Client["conversations"]["start"];

interface StarterOptions {
  readonly start: Start;
  readonly newKey: () => string;
}

/** Starts conversations. The same words to the same agent are one start until it is known to have worked. */
export function createStarter({ start, newKey }: StarterOptions) {
  const keys = new Map<string, string>();
  return async (wish: { readonly agent: string; readonly message: string }): ReturnType<Start> => {
    const body = JSON.stringify(wish);
    const key = keys.get(body) ?? newKey();
    keys.set(body, key);
    const started = await start(wish, { key });
    if (started.ok && keys.get(body) === key) keys.delete(body);
    return started;
  };
}
