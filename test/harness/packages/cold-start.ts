import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "cold-start", version: "1" } },
};

/**
 * The milliseconds from the start of an MCP server until it has answered `initialize`, and those of a Node process that does nothing: the
 * shortest of several, taken in turns, so that what else the machine does slows both.
 */
export async function coldStart(main: string): Promise<{ readonly answersMs: number; readonly emptyMs: number }> {
  const times: { readonly answersMs: number; readonly emptyMs: number }[] = [];
  for (let count = 0; count < 7; count++)
    times.push({ answersMs: await timeOf(() => serverThatAnswers(main)), emptyMs: await timeOf(emptyProcess) });
  return {
    answersMs: Math.min(...times.map(({ answersMs }) => answersMs)),
    emptyMs: Math.min(...times.map(({ emptyMs }) => emptyMs)),
  };
}

async function serverThatAnswers(main: string): Promise<ChildProcess> {
  const env = { PATH: process.env.PATH ?? "", ASKBACK_URL: "http://127.0.0.1:9", ASKBACK_KEY: "ask" };
  const server = spawn(process.execPath, [main], { env, stdio: ["pipe", "pipe", "inherit"] });
  server.stdin.write(`${JSON.stringify(initialize)}\n`);
  const [answer] = await once(server.stdout, "data");
  if (!String(answer).includes('"serverInfo"')) throw new Error(`this is no answer: ${answer}`);
  server.stdin.end();
  return server;
}

async function emptyProcess(): Promise<ChildProcess> {
  const empty = spawn(process.execPath, ["-e", ""], { stdio: "ignore" });
  await once(empty, "exit");
  return empty;
}

async function timeOf(run: () => Promise<ChildProcess>): Promise<number> {
  const began = performance.now();
  const child = await run();
  const ms = performance.now() - began;
  if (child.exitCode === null) await once(child, "exit");
  return ms;
}
