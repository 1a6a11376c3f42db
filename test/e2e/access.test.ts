import { statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "../harness/server/api.ts";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { runProgram } from "../harness/server/run-program.ts";
import { storeEnvironment, storeUnderTest } from "../harness/server/store-under-test.ts";
import { startTestServer, type TestConversation, type TestServer } from "../harness/server/test-server.ts";

let testServer: TestServer;
let conversation: TestConversation;
let inquiryId = "";

beforeAll(async () => {
  testServer = await startTestServer();
  const agent = createApi(testServer.server, testServer.server.keys.ask);
  conversation = await testServer.startConversation(
    "scripted",
    [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Done." }],
    agent,
  );
  inquiryId = (await conversation.waitForInquiry()).id;
});
afterAll(() => testServer.server.stop());

interface Raw {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request with exactly these headers; `fetch` does not allow Host or Origin. */
function raw(
  path: string,
  { method = "GET", headers = {}, body }: Raw = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const sent = request(
      `${testServer.server.url}${path}`,
      { method, headers: { ...headers, ...length } },
      (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

test("[SEC-2] [S3-48] an `ask` key is refused with 403 on every route that needs the scope `answer`", {
  tags: "smoke",
}, async () => {
  const { body: document } = await testServer.api.get("/openapi.json");
  const answering = Object.entries(document.paths as Record<string, Record<string, { description: string }>>).flatMap(
    ([path, item]) =>
      Object.entries(item)
        .filter(([, { description }]) => description.includes("Needs the scope `answer`"))
        .map(([method]) => ({ method: method.toUpperCase(), path })),
  );
  expect(answering.length).toBeGreaterThanOrEqual(9);
  for (const { method, path } of answering) {
    const target = path.replace("{id}", path.includes("inquiries") ? inquiryId : conversation.id);
    for (const body of [
      undefined,
      "{}",
      JSON.stringify({ answers: bothAnswered }),
      JSON.stringify({ text: "Hello" }),
    ]) {
      const headers = { authorization: `Bearer ${testServer.server.keys.ask}`, "content-type": "application/json" };
      const { status, text } = await raw(target, { method, headers, ...(body !== undefined && { body }) });
      expect({ method, path, status, code: JSON.parse(text).code }).toEqual({
        method,
        path,
        status: 403,
        code: "forbidden",
      });
    }
  }
  expect(await testServer.api.get(`/v1/inquiries/${inquiryId}`)).toMatchObject({ body: { status: "open" } });
});

test("[SEC-2] an `ask` key sees its own conversations and no others", async () => {
  const agent = createApi(testServer.server, testServer.server.keys.ask);
  const foreign = await testServer.startConversation("scripted", [{ text: "Done." }]);
  await foreign.waitForStatus("idle");
  expect(await agent.get(`/v1/conversations/${conversation.id}`)).toMatchObject({ status: 200 });
  expect(await agent.get(`/v1/conversations/${foreign.id}`)).toMatchObject({ status: 404 });
  expect((await agent.get("/v1/conversations")).body.items).toMatchObject([{ id: conversation.id }]);
  expect(await agent.get("/v1/events")).toMatchObject({ status: 403 });
  expect(await agent.waitForEvent(conversation.id, ({ type }) => type === "inquiry.asked")).toMatchObject({
    type: "inquiry.asked",
  });
});

test("[SEC-1] without a key or with a wrong one everything is 401 but health, docs and the description", {
  tags: "smoke",
}, async () => {
  for (const path of [
    "/v1/conversations",
    `/v1/conversations/${conversation.id}`,
    "/v1/events",
    "/metrics",
    "/v1/none",
  ])
    for (const headers of [{}, { authorization: "Bearer ans_wrong" }, { cookie: "askback_session=1.x" }])
      expect((await raw(path, { headers })).status, path).toBe(401);
  for (const path of ["/healthz", "/readyz", "/docs", "/openapi.json"])
    expect((await raw(path)).status, path).toBe(200);
});

test("[SEC-3] a foreign Host or Origin is refused, with a good key too", { tags: "smoke" }, async () => {
  const authorization = `Bearer ${testServer.server.keys.answer}`;
  const { host, port } = new URL(testServer.server.url);
  const status = async (headers: Record<string, string>) =>
    (await raw("/v1/inbox/count", { headers: { authorization, ...headers } })).status;
  for (const foreign of ["evil.example", `evil.example:${port}`, "127.0.0.1.nip.io", "0.0.0.0"])
    expect(await status({ host: foreign }), foreign).toBe(403);
  for (const foreign of ["https://evil.example", "null", "http://localhost.evil.example"])
    expect(await status({ host, origin: foreign }), foreign).toBe(403);
  const body = JSON.stringify({ answers: bothAnswered });
  const headers = { authorization, host, origin: "https://evil.example", "content-type": "application/json" };
  expect((await raw(`/v1/inquiries/${inquiryId}/answer`, { method: "POST", headers, body })).status).toBe(403);
  expect(await status({ host, origin: `http://${host}` })).toBe(200);
  expect(await status({ host: `localhost:${port}` })).toBe(200);
});

test("[SEC-5] the link signs a browser in and is not in the logs, and the keys are the owner's alone", {
  tags: "smoke",
}, async () => {
  const { url, dataDir, lines } = testServer.server;
  expect(lines.join("\n")).toMatch(
    /Sign in: {6}run `npm run askback -- link --data-dir \S+ --config \S+`, which prints a link/,
  );
  expect(lines.join("\n")).not.toContain("/sign-in");
  const env = await storeEnvironment(dataDir);
  const { stdout } = await runProgram(["link", "--port", new URL(url).port, "--data-dir", dataDir], { env });
  const link = stdout.trim();
  const page = await fetch(link);
  expect([page.status, page.headers.get("set-cookie")]).toEqual([200, null]);
  const signedIn = await fetch(link, { method: "POST" });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect((await raw("/v1/inbox/count", { headers: { cookie } })).status).toBe(200);
  expect((await raw("/v1/inbox/count", { headers: { cookie: `${cookie}x` } })).status).toBe(401);
  for (const used of [link, `${link}x`]) expect((await fetch(used, { method: "POST" })).status).toBe(401);
  const modeOf = (path: string) => statSync(join(testServer.server.dataDir, path)).mode & 0o777;
  const own = storeUnderTest === "sqlite" ? ["ask", "answer", "secret"] : ["ask", "answer"];
  for (const name of own) expect(modeOf(`keys/${name}`)).toBe(0o600);
  expect([modeOf("keys"), modeOf(".")]).toEqual([0o700, 0o700]);
});
