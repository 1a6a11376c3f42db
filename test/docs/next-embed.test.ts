import { expect, onTestFinished, test } from "vitest";
import { createApi } from "../harness/server/api.ts";
import { startServerProcess } from "../harness/server/server-process.ts";

const origin = "http://shop.example";

test("[DOCS-4] the route of the Next.js example passes calls and events on with the key, which the browser never sees", async () => {
  const server = await startServerProcess({ config: "none" });
  onTestFinished(() => void server.stop());
  process.env.ASKBACK_URL = server.url;
  process.env.ASKBACK_KEY = server.keys.answer;
  const { GET, POST, ...others } = await import("../../examples/next-embed/app/askback/[...path]/route.ts");
  // An app with `cacheComponents`, as a new one is, refuses a route with settings beside its methods.
  expect(Object.keys(others)).toEqual(["DELETE", "PATCH", "PUT"]);
  const call = (path: string, init: RequestInit = {}) =>
    new Request(`${origin}/askback${path}`, { ...init, headers: { host: "shop.example", ...init.headers } });

  const body = JSON.stringify({ agent: "planner", message: "A weekend away in May" });
  const headers = { "content-type": "application/json", origin };
  const started = await POST(call("/v1/conversations", { method: "POST", headers, body }));
  expect(started.status).toBe(201);
  const { id } = (await started.json()) as { id: string };
  await createApi(server).waitForStatus(id, "parked");

  const leaving = new AbortController();
  const stream = await GET(call(`/v1/events?after=0&conversation=${id}`, { signal: leaving.signal }));
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  let seen = "";
  for await (const chunk of stream.body ?? []) {
    seen += new TextDecoder().decode(chunk as Uint8Array);
    if (seen.includes("event: inquiry.asked")) break;
  }
  leaving.abort();

  const foreign = { ...headers, origin: "http://elsewhere.example" };
  expect((await POST(call("/v1/conversations", { method: "POST", headers: foreign, body }))).status).toBe(403);
  const missing = await GET(call("/v1/conversations/conv_0"));
  expect({ status: missing.status, type: missing.headers.get("content-type") }).toEqual({
    status: 404,
    type: "application/problem+json",
  });
});
