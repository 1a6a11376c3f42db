import type { Client } from "@askback/client";

type Start = Client["conversations"]["start"];

interface StarterOptions {
  readonly start: Start;
  readonly newKey: () => string;
}

/** Starts conversations. The same words to the same agent are one start until it is known to have worked. */
export function createStarter({ start, newKey }: StarterOptions) {
  let pending: { readonly body: string; readonly key: string } | undefined;
  return async (wish: { readonly agent: string; readonly message: string }): ReturnType<Start> => {
    const body = JSON.stringify(wish);
    if (pending?.body !== body) pending = { body, key: newKey() };
    const started = await start(wish, { key: pending.key });
    if (started.ok) pending = undefined;
    return started;
  };
}
