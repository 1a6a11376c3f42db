import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Reply } from "./apis/loopback.ts";
import { openCodex } from "./codex-session.ts";

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: it is what Codex sends
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: it is what Codex sends
  readonly result?: any;
  readonly error?: { readonly message: string };
}

/** Codex as the server of an editor, which shows the form that the MCP server asks for and fills it in. Returns what the model was sent last. */
export async function fillFormInCodex(calls: NonNullable<Reply["calls"]>): Promise<string> {
  const session = await openCodex(calls, { showsForms: true });
  const cwd = session.workplace.folder;
  const child = spawn(session.binary, ["app-server"], { cwd, env: session.env, stdio: ["pipe", "pipe", "ignore"] });
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const waiting = new Map<number, (message: Message) => void>();
  const ended = Promise.withResolvers<void>();
  child.once("exit", () => ended.resolve());
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, method, ...message } = JSON.parse(line) as Message;
    if (method === "mcpServer/elicitation/request")
      send({ id, result: { action: "accept", content: { q1: "o2" }, _meta: null } });
    else if (method === "turn/completed") ended.resolve();
    else if (method === undefined && typeof id === "number") waiting.get(id)?.(message);
  });
  let count = 0;
  const request = async (method: string, params: object) => {
    const id = ++count;
    send({ id, method, params });
    const { result, error } = await new Promise<Message>((resolve) => waiting.set(id, resolve));
    if (error) throw new Error(`codex refused ${method}: ${error.message}`);
    return result;
  };
  await request("initialize", { clientInfo: { name: "editor", title: "Editor", version: "1" } });
  send({ method: "initialized" });
  const { thread } = await request("thread/start", { cwd, approvalPolicy: "on-request" });
  await request("turn/start", { threadId: thread.id, input: [{ type: "text", text: "Ask me, then go on." }] });
  await ended.promise;
  child.kill();
  await session.close();
  return session.lastResults();
}
