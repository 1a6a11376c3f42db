import { once } from "node:events";
import { expect, test } from "vitest";
import { type HookProcess, permissionCall, questionCall, startHook } from "../../harness/hook/hook-process.ts";
import { openInquiries, openInquiry } from "../../harness/hook/open-inquiry.ts";
import { createApi } from "../../harness/server/api.ts";
import { startServerProcess } from "../../harness/server/server-process.ts";
import { startRelay } from "../../harness/terminal/relay.ts";

async function startServer(options: Parameters<typeof startServerProcess>[0] = {}) {
  const server = await startServerProcess(options);
  return { server, api: createApi(server), env: { ASKBACK_URL: server.url, ASKBACK_KEY: server.keys.ask } };
}

const first = { answers: [{ question: "q1", options: ["o1"] }] };
const blue = { answers: [{ question: "q1", options: ["o2"] }] };

test("[HOOK-4] after kill -9 of hook and server the hook finds its question, and later its answer", async () => {
  const { server, api, env } = await startServer();
  const killed = startHook(questionCall("toolu_01"), { env });
  const { id } = await openInquiry(api);
  killed.process.kill("SIGKILL");
  expect(await killed.output).toBeUndefined();
  await server.kill();
  const args = ["--port", new URL(server.url).port];
  const restarted = await startServer({ dataDir: server.dataDir, args });
  const again = startHook(questionCall("toolu_01"), { env });
  expect((await openInquiry(restarted.api)).id).toBe(id);
  await restarted.api.post(`/v1/inquiries/${id}/answer`, blue);
  const output = await again.output;
  expect(output.hookSpecificOutput.updatedInput.answers).toEqual({ "Which colour?": "Blue" });
  expect(await startHook(questionCall("toolu_01"), { env }).output).toEqual(output);
  expect((await restarted.api.get("/v1/inquiries")).body.items).toHaveLength(1);
  await restarted.server.stop();
});

test("[HOOK-4] a hook waits through a kill of the server", async () => {
  const { server, api, env } = await startServer();
  const hook = startHook(questionCall("toolu_01"), { env });
  const { id } = await openInquiry(api);
  await server.kill();
  const restarted = await startServer({ dataDir: server.dataDir, args: ["--port", new URL(server.url).port] });
  await restarted.api.post(`/v1/inquiries/${id}/answer`, blue);
  expect((await hook.output).hookSpecificOutput.updatedInput.answers).toEqual({ "Which colour?": "Blue" });
  await restarted.server.stop();
});

test("[HOOK-4] two parallel questions are both kept, and each gets its own answer", { tags: "smoke" }, async () => {
  const { server, api, env } = await startServer();
  const hooks = ["toolu_01", "toolu_02"].map((callId) => startHook(questionCall(callId), { env }));
  const open = await openInquiries(api, 2);
  for (const [index, { id }] of open.entries())
    await api.post(`/v1/inquiries/${id}/answer`, index === 0 ? first : blue);
  const outputs = await Promise.all(hooks.map(({ output }) => output));
  const answers = outputs.map(({ hookSpecificOutput }) => hookSpecificOutput.updatedInput.answers["Which colour?"]);
  expect(answers.toSorted()).toEqual(["Blue", "Red (Recommended)"]);
  await server.stop();
});

test("[HOOK-4] an allowance covers one request for permission, also where the next one looks the same", async () => {
  const { server, api, env } = await startServer();
  const allowed = startHook(permissionCall("make deploy"), { env });
  await api.post(`/v1/inquiries/${(await openInquiry(api)).id}/answer`, first);
  expect((await allowed.output).hookSpecificOutput.decision).toEqual({ behavior: "allow" });
  const next = startHook(permissionCall("make deploy"), { env });
  await api.post(`/v1/inquiries/${(await openInquiry(api)).id}/decline`, {});
  expect((await next.output).hookSpecificOutput.decision.behavior).toBe("deny");
  await server.stop();
});

test("[HOOK-6] when its time is up, the hook withdraws the question and decides nothing", async () => {
  const { server, api, env } = await startServer();
  const { output } = startHook(questionCall("toolu_01"), { env, args: ["--timeout", "6"] });
  expect(await output).toEqual({ systemMessage: expect.stringContaining("nobody answered in Askback in time") });
  expect((await api.get("/v1/inquiries")).body.items).toMatchObject([{ status: "withdrawn" }]);
  await server.stop();
});

test("[HOOK-6] an answer that came before the end of the hook counts", async () => {
  const { server, api, env } = await startServer();
  const hook = startHook(questionCall("toolu_01"), { env });
  const { id } = await openInquiry(api);
  hook.process.kill("SIGSTOP");
  await api.post(`/v1/inquiries/${id}/answer`, blue);
  hook.process.kill("SIGTERM");
  hook.process.kill("SIGCONT");
  expect((await hook.output).hookSpecificOutput.updatedInput.answers).toEqual({ "Which colour?": "Blue" });
  await server.stop();
});

test("[HOOK-6] when Claude Code ends the hook, the question is withdrawn", async () => {
  const { server, api, env } = await startServer();
  const hook = startHook(questionCall("toolu_01"), { env });
  const { id } = await openInquiry(api);
  hook.process.kill("SIGTERM");
  await once(hook.process, "exit");
  expect(await hook.output).toEqual({});
  expect((await api.get(`/v1/inquiries/${id}`)).body.status).toBe("withdrawn");
  await server.stop();
});

test("[HOOK-6] Claude Code ends the hook while it asks, and the server has taken the question", async () => {
  const { server, api, env } = await startServer();
  let hook: HookProcess | undefined;
  let responses = 0;
  const relay = await startRelay(server, {
    loses() {
      hook?.process.kill("SIGTERM");
      return responses++ === 0;
    },
  });
  hook = startHook(questionCall("toolu_01"), { env: { ...env, ASKBACK_URL: relay.url } });
  expect(await hook.output).toEqual({});
  expect((await api.get("/v1/inquiries")).body.items).toMatchObject([{ status: "withdrawn" }]);
  await server.stop();
});

test("[HOOK-9] the question of a hook that was killed expires, and one that is started again waits for its own time", async () => {
  const { server, api, env } = await startServer();
  const killed = startHook(questionCall("toolu_01"), { env, args: ["--timeout", "3600"] });
  const { id, askedAt, deadline = "" } = await openInquiry(api);
  const hours = (Date.parse(deadline) - Date.parse(askedAt)) / 3_600_000;
  expect(hours).toBeGreaterThan(0.9);
  expect(hours).toBeLessThan(1.1);
  killed.process.kill("SIGKILL");
  await killed.output;
  const again = startHook(questionCall("toolu_01"), { env, args: ["--timeout", "7200"] });
  const later = async () => Date.parse((await api.get(`/v1/inquiries/${id}`)).body.deadline) - Date.parse(askedAt);
  await expect.poll(later).toBeGreaterThan(1.9 * 3_600_000);
  await api.post(`/v1/inquiries/${id}/answer`, blue);
  expect((await again.output).hookSpecificOutput.updatedInput.answers).toEqual({ "Which colour?": "Blue" });
  await server.stop();
});

test("[HOOK-5] a server that is down, a wrong key and an unknown server are said, and decide nothing", async () => {
  const { server, env } = await startServer();
  const call = permissionCall("make deploy");
  const wrong = await startHook(call, { env: { ...env, ASKBACK_KEY: "wrong" } }).output;
  const answering = await startHook(call, { env: { ...env, ASKBACK_KEY: server.keys.answer } }).output;
  await server.stop();
  const down = await startHook(call, { env }).output;
  const unknown = await startHook(call).output;
  for (const output of [wrong, answering, down, unknown])
    expect(output).toEqual({ systemMessage: expect.stringMatching(/^Askback: .+ Claude Code asks here instead\.$/) });
  expect(down.systemMessage).toContain("cannot be reached");
  expect(unknown.systemMessage).toContain("no Askback server is known here");
});

test("[HOOK-5] what cannot be read, or is none of its calls, decides nothing and asks nothing", async () => {
  const { server, api, env } = await startServer();
  const { tool_input: _, ...withoutInput } = questionCall("toolu_01");
  const unreadable: readonly (string | object)[] = [
    "",
    "{",
    "[]",
    withoutInput,
    { ...questionCall("toolu_01"), tool_use_id: 7 },
    questionCall("toolu_01", []),
    questionCall("toolu_01", [{ question: "Which?", options: ["a", "b"] }]),
    questionCall("toolu_01", [{ question: "Which?", options: [{ label: "a" }, { label: "a" }] }]),
  ];
  for (const stdin of unreadable)
    expect(Object.keys(await startHook(stdin, { env }).output), JSON.stringify(stdin)).toEqual(["systemMessage"]);
  const others = [
    { ...questionCall("toolu_01"), hook_event_name: "PostToolUse" },
    { ...questionCall("toolu_01"), tool_name: "Bash" },
    { ...permissionCall("ls"), tool_name: "AskUserQuestion" },
    { ...permissionCall("ls"), tool_name: "ExitPlanMode" },
  ];
  for (const stdin of others) expect(await startHook(stdin, { env }).output).toEqual({});
  expect((await api.get("/v1/inquiries")).body.items).toEqual([]);
  await server.stop();
});
