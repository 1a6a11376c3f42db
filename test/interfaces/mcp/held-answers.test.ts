import { expect, test } from "vitest";
import { callTool, colours, connectMcpClient, inboxOf, type Person, textOf } from "../../harness/mcp/mcp-client.ts";
import { rawHttp, withForms, withTasks } from "../../harness/mcp/raw-mcp.ts";
import { startServerProcess } from "../../harness/server/server-process.ts";

const server = await startServerProcess();
const inbox = inboxOf(server);

/** Answers in the inbox, so that the answer can be taken back for some seconds. */
async function pickHeld(id: string, hold: number): Promise<void> {
  const answers = [{ question: "q1", options: ["o2"] }];
  expect(await inbox.inquiries.answer(id, { answers, hold })).toMatchObject({ ok: true });
}

test.each(["2026-07-28", "2025-11-25"] as const)(
  "[MCP-21] a form of %s that is filled in while an answer is held is not shown again, and the call has that answer",
  async (version) => {
    let forms = 0;
    const person: Person = async () => {
      forms += 1;
      if (forms === 1) await pickHeld((await inbox.untilOpen())[0]?.id ?? "", 2);
      return { action: "accept", content: { q1: "o1" } };
    };
    const mcp = await connectMcpClient(server, { version, person });
    expect(textOf(await callTool(mcp, "ask_user_question", colours))).toBe('{"answers":{"Which colour?":"Blue"}}');
    expect(forms).toBe(1);
    await mcp.client.close();
  },
);

test("[MCP-21] a handle says that somebody has answered while the answer is held, and has it once it is delivered", async () => {
  const mcp = await connectMcpClient(server, { version: "2025-11-25" });
  const asked = await callTool(mcp, "AskUserQuestion", colours);
  const handle = String(asked._meta?.["askback/handle"]);
  await pickHeld(handle, 300);
  for (const wait of [0, 1]) {
    const held = textOf(await callTool(mcp, "get_answer", { handle, wait }));
    expect(held).toMatch(/^Somebody has answered, and can still take the answer back\./);
    expect(held).not.toContain("Blue");
  }
  await inbox.inquiries.deliver(handle);
  expect(textOf(await callTool(mcp, "get_answer", { handle, wait: 0 }))).toContain("A: Blue");
  await mcp.client.close();
});

test("[MCP-21] a task shows no form while an answer is held, and shows it again after that was taken back", async () => {
  const send = rawHttp(server, { capabilities: { ...withTasks, ...withForms } });
  const { taskId } = (await send("tools/call", { name: "ask_user_question", arguments: colours })).result;
  const statusOf = async () => (await send("tasks/get", { taskId })).result.status;
  expect(await statusOf()).toBe("input_required");
  await pickHeld(taskId, 300);
  expect(await statusOf()).toBe("working");
  await inbox.inquiries.retract(taskId);
  expect(await statusOf()).toBe("input_required");
  await inbox.pick(taskId);
  expect(await statusOf()).toBe("completed");
});
