import { beforeAll, expect, test } from "vitest";
import { type Api, createApi } from "../../harness/server/api.ts";
import { callerKey } from "../../harness/server/caller.ts";
import { colleagueKey } from "../../harness/server/colleague.ts";
import { runProgram } from "../../harness/server/run-program.ts";
import { startTestServer, type TestServer } from "../../harness/server/test-server.ts";
import { keys, noTerminalReason, openTerminal } from "../../harness/terminal/pseudo-terminal.ts";

if (noTerminalReason !== undefined) console.info(`Calls that several allow are not tested: ${noTerminalReason}.`);

const allow = { answers: [{ question: "q1", options: ["o1"] }] };
let testServer: TestServer;
let asker: Api;
let colleague: Api;
let env: Record<string, string>;

beforeAll(async () => {
  testServer = await startTestServer();
  const { server } = testServer;
  asker = createApi(server, callerKey);
  colleague = createApi(server, colleagueKey);
  env = { ASKBACK_DATA_DIR: server.dataDir };
});

test("[TERM-18] [QUORUM-9] who allows a call first is told how many have, and the others can still answer", async () => {
  const { body } = await asker.post("/v1/inquiries", {
    approval: { tool: "deploy", input: {} },
    quorum: [{ count: 2, keys: true }],
  });
  const first = await runProgram(["answer", body.id, "--option", "1"], { env });
  expect(first).toMatchObject({ code: 0, stdout: "" });
  expect(first.stderr).toContain(
    "Owner has agreed. 1 more person must agree before the call runs. The others can still answer.",
  );
  expect((await colleague.post(`/v1/inquiries/${body.id}/answer`, allow)).body).toMatchObject({ allowed: true });
});

test.skipIf(noTerminalReason !== undefined)(
  "[TERM-18] a chat does not ask again who has allowed the call: it waits for the others",
  async () => {
    const script = [{ calls: [{ id: "call_a", name: "note", input: { line: "once" } }] }, { text: "It is noted." }];
    const conversation = await testServer.startConversation("guarded", script, asker);
    const { id } = await conversation.waitForInquiry();
    const terminal = openTerminal(`askback chat guarded --conversation ${conversation.id}`, { env });
    await terminal.shows("Ctrl+C leave");
    terminal.type("1");
    await terminal.shows("1 ● Allow once");
    terminal.type(keys.enter);
    await terminal.shows(
      "Owner has agreed. 1 more person must agree before the call runs. It waits for others. Ctrl+C leaves.",
    );
    await colleague.post(`/v1/inquiries/${id}/answer`, allow);
    await terminal.shows(/It is noted\.\n+›/);
    terminal.type(keys.end);
    expect(await terminal.ended).toBe(0);
  },
);

test.skipIf(noTerminalReason !== undefined)(
  "[TERM-18] in the inbox who has allowed a call can take that back until the others have",
  async () => {
    const { body } = await asker.post("/v1/inquiries", {
      approval: { tool: "deploy", input: {} },
      quorum: [{ count: 2, keys: true }],
      agent: "Taken back",
    });
    const terminal = openTerminal("askback inbox --quiet", { env });
    await terminal.shows("❯ Taken back");
    terminal.type(keys.enter);
    await terminal.shows("1 ○ Allow once");
    terminal.type("1");
    await terminal.shows("1 ● Allow once");
    terminal.type(keys.enter);
    await terminal.shows("Sent. You have agreed. 1 more person must agree before the call runs. u takes it back.");
    terminal.type("u");
    await terminal.shows("Taken back. Your answer is still filled in.");
    expect((await asker.get(`/v1/inquiries/${body.id}`)).body).not.toHaveProperty("agreements");
    terminal.type("q");
    expect(await terminal.ended).toBe(0);
    await asker.post(`/v1/inquiries/${body.id}/withdraw`);
  },
);

test("[TERM-19] who resolved a question is named, to the script that asked and to who comes too late", async () => {
  const { id } = (await asker.post("/v1/inquiries", { question: "Deploy?", options: ["Yes", "No"], key: "named" }))
    .body;
  const ana = (await runProgram(["people", "add", "Ana"], { env })).stdout.trim();
  const link = (await runProgram(["people", "link", ana], { env })).stdout.trim();
  const cookie = (await fetch(link, { method: "POST" })).headers.get("set-cookie")?.split(";")[0] ?? "";
  const { url } = testServer.server;
  const declined = await fetch(`${url}/v1/inquiries/${id}/decline`, {
    method: "POST",
    headers: { cookie, origin: url, "content-type": "application/json" },
    body: "{}",
  });
  expect(declined.status).toBe(202);
  const late = await runProgram(["answer", id, "--option", "1"], { env });
  expect(late).toMatchObject({ code: 64, stderr: expect.stringContaining("Ana declined to answer.") });
  const script = { ASKBACK_URL: url, ASKBACK_KEY: callerKey };
  const told = await runProgram(["ask", "Deploy?", "-o", "Yes", "-o", "No", "--key", "named", "--wait"], {
    env: script,
  });
  expect(told).toMatchObject({ code: 10, stderr: expect.stringContaining("Ana declined to answer.") });
});
