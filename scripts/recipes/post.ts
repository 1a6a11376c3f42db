import { setTimeout as delay } from "node:timers/promises";

/** Sends JSON as soon as the receiver, and what it needs for it, is there, and returns the JSON of its response. */
// biome-ignore lint/suspicious/noExplicitAny: what comes back depends on the host
export async function postWhenReady(url: string, body: unknown): Promise<any> {
  const headers = { "content-type": "application/json" };
  for (;;) {
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => undefined);
    const read = response?.ok ? await response.json().catch(() => undefined) : undefined;
    if (read !== undefined) return read;
    await delay(100);
  }
}
