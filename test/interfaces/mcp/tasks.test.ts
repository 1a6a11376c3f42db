import { expect, test } from "vitest";
import { answeredRed, colours, inboxOf } from "../../harness/mcp/mcp-client.ts";
import { rawHttp, rawStdio, withForms, withTasks } from "../../harness/mcp/raw-mcp.ts";
import { startServerProcess } from "../../harness/server/server-process.ts";

const server = await startServerProcess();
const inbox = inboxOf(server);
const ask = { name: "ask_user_question", arguments: colours };

test.each(["stdio", "http"] as const)(
  "[MCP-4] by %s a call becomes a task, whose result is the answer from the inbox",
  async (by) => {
    const stdio = by === "stdio" ? rawStdio(server, { capabilities: withTasks }) : undefined;
    const send = stdio?.send ?? rawHttp(server, { capabilities: withTasks });
    const { result: created } = await send("tools/call", ask);
    expect(created).toMatchObject({ resultType: "task", status: "working", ttlMs: null });
    const { taskId } = created;
    expect(await inbox.inquiries.get(taskId)).toMatchObject({ value: { status: "open" } });
    expect((await send("tasks/get", { taskId })).result).toMatchObject({
      resultType: "complete",
      taskId,
      status: "working",
    });
    await inbox.pick(taskId);
    const { result: done } = await send("tasks/get", { taskId });
    expect(done).toMatchObject({ status: "completed", result: { content: [{ type: "text", text: answeredRed }] } });
    await stdio?.kill();
  },
);

test("[MCP-4] a client that shows forms gets one as input request, once for each revision", {
  tags: "smoke",
}, async () => {
  const send = rawHttp(server, { capabilities: { ...withTasks, ...withForms } });
  const { taskId } = (await send("tools/call", ask)).result;
  const { result: open } = await send("tasks/get", { taskId });
  expect(open.status).toBe("input_required");
  const [[key, request] = []] = Object.entries<Record<string, unknown>>(open.inputRequests);
  expect(request).toMatchObject({ method: "elicitation/create", params: { requestedSchema: { type: "object" } } });
  const answer = (option: string) => ({ action: "accept", content: { q1: option } });
  for (const inputResponses of [{ other: answer("o2") }, { [String(key)]: { action: "accept", content: {} } }]) {
    expect((await send("tasks/update", { taskId, inputResponses })).result).toMatchObject({ resultType: "complete" });
    expect((await send("tasks/get", { taskId })).result).toMatchObject({ status: "input_required" });
  }
  for (const option of ["o1", "o2"])
    await send("tasks/update", { taskId, inputResponses: { [String(key)]: answer(option) } });
  const { result: done } = await send("tasks/get", { taskId });
  expect(done).toMatchObject({ status: "completed", result: { content: [{ text: answeredRed }] } });
  expect(await inbox.inquiries.get(taskId)).toMatchObject({ value: { resolution: { by: "owner" } } });
});

test("[MCP-4] a cancelled task withdraws its question, and a second cancel changes nothing", {
  tags: "smoke",
}, async () => {
  const send = rawHttp(server, { capabilities: withTasks });
  const { taskId } = (await send("tools/call", ask)).result;
  for (let i = 0; i < 2; i++)
    expect((await send("tasks/cancel", { taskId })).result).toMatchObject({ resultType: "complete" });
  expect((await send("tasks/get", { taskId })).result).toMatchObject({ status: "cancelled" });
  expect(await inbox.inquiries.get(taskId)).toMatchObject({ value: { status: "withdrawn" } });
});

test("[MCP-4] [MCP-11] tasks are for clients that declare them, and an unknown task is an error", async () => {
  const send = rawHttp(server, { capabilities: withTasks });
  const { taskId } = (await send("tools/call", ask)).result;
  for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
    expect((await rawHttp(server)(method, { taskId })).error?.code).toBe(-32021);
    expect((await send(method, { taskId: "inq_none" })).error?.code).toBe(-32602);
    expect((await send(method, {})).error?.code).toBe(-32602);
  }
  expect((await send("tasks/get", { taskId })).result).toMatchObject({ status: "working" });
});
