import { expect, test, vi } from "vitest";
import { createClient } from "./create-client.ts";
import type { Wait } from "./timers.ts";

const open = { id: "inq_a_1_x", status: "open" };
const resolved = { ...open, status: "answered", resolution: { type: "answered", at: "2026-11-18T09:00:00Z" } };

/** Pauses end at once, and no request times out. */
const pause: Wait = (ms) => (ms < 30_000 ? Promise.resolve() : new Promise(() => {}));

/** A server that gives these responses one after the other; undefined is a lost connection. */
function clientOf(responses: readonly (object | number | undefined)[]) {
  const requests: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
  const rest = [...responses];
  const client = createClient({
    url: "http://server",
    key: "ask_1",
    wait: pause,
    fetch: async (input, init) => {
      const { method = "GET", body } = init ?? {};
      requests.push({
        method,
        path: String(input).slice("http://server".length),
        body: body && JSON.parse(String(body)),
      });
      const next = rest.shift();
      if (rest.length === 0 && next === undefined) return new Response("", { status: 410 });
      if (next === undefined) throw new TypeError("fetch failed");
      if (typeof next === "number") return new Response("", { status: next });
      return Response.json(next);
    },
  });
  return { client, requests };
}

test("[EXTERNAL-11] an ask waits through lost connections and a server that fails, under one key", async () => {
  const { client, requests } = clientOf([undefined, 503, open, open, undefined, 502, resolved]);
  const seen: string[] = [];
  const reply = await client.ask({ question: "Go?" }, { onProgress: ({ status }) => seen.push(status) });
  expect(reply).toEqual({ ok: true, value: resolved });
  expect(seen).toEqual(["open", "open", "answered"]);
  const keys = requests.filter(({ method }) => method === "POST").map(({ body }) => (body as { key: string }).key);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(requests.at(-1)).toMatchObject({ method: "GET", path: "/v1/inquiries/inq_a_1_x?wait=50" });
});

test("[EXTERNAL-11] an ask that the server refuses fails at once; an aborted one ends its wait", async () => {
  const problem = { type: "x", status: 422, code: "ask-invalid", title: "No", hint: "Correct it" };
  const refusing = createClient({ fetch: async () => Response.json(problem, { status: 422 }), wait: pause });
  expect(await refusing.ask({ question: "" })).toMatchObject({ ok: false, error: { code: "ask-invalid" } });
  const abort = new AbortController();
  const { client } = clientOf([open, open, open]);
  const reply = await client.ask({ question: "Go?" }, { signal: abort.signal, onProgress: () => abort.abort() });
  expect(reply).toMatchObject({ ok: false, error: { code: "aborted" } });
});

test("[EXTERNAL-11] a server that ends every wait at once is asked again only after a pause", async () => {
  const elapsed = vi.spyOn(performance, "now").mockReturnValue(0);
  const pauses: number[] = [];
  const replies = [open, { ...open, status: "held" }, resolved];
  const client = createClient({
    fetch: async () => Response.json(replies.shift()),
    wait(ms, signal) {
      if (ms < 30_000) pauses.push(ms);
      return pause(ms, signal);
    },
  });
  expect(await client.untilResolved(open.id)).toEqual({ ok: true, value: resolved });
  elapsed.mockRestore();
  expect(pauses).toEqual([1_000, 1_000]);
});

test("[EXTERNAL-11] several asks are asked at once, and their results are in order", async () => {
  const { client, requests } = clientOf([resolved, { ...resolved, id: "inq_b_1_x" }]);
  const replies = await client.askMany([
    { question: "One?", key: "1" },
    { question: "Two?", key: "2" },
  ]);
  expect(replies.map((reply) => reply.ok && reply.value.id)).toEqual(["inq_a_1_x", "inq_b_1_x"]);
  expect(requests).toHaveLength(2);
});

test("[EXTERNAL-11] of several asks each tells its progress, and one signal ends the wait of all", async () => {
  const abort = new AbortController();
  const seen: string[] = [];
  const client = createClient({
    wait: pause,
    fetch: async (_input, init) => {
      const { question } = JSON.parse(String(init?.body ?? "{}"));
      if (question !== undefined) return Response.json({ ...open, id: `inq_${question}` });
      // The wait for a resolution lasts until it is given up.
      return new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("given up"))));
    },
  });
  const replies = await client.askMany([{ question: "One" }, { question: "Two" }], {
    signal: abort.signal,
    onProgress({ id }) {
      seen.push(id);
      if (seen.length === 2) abort.abort();
    },
  });
  expect(seen.sort()).toEqual(["inq_One", "inq_Two"]);
  expect(replies).toMatchObject([
    { ok: false, error: { code: "aborted" } },
    { ok: false, error: { code: "aborted" } },
  ]);
});
