import { spawn } from "node:child_process";
import { once } from "node:events";

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "cold-start", version: "1" } },
};

/** The milliseconds from the start of an MCP server until it has answered `initialize`, the shortest of several. */
export function answersAfter(main: string): Promise<number> {
  return shortest(async () => {
    const env = { PATH: process.env.PATH ?? "", ASKBACK_URL: "http://127.0.0.1:9", ASKBACK_KEY: "ask" };
    const server = spawn(process.execPath, [main], { env, stdio: ["pipe", "pipe", "inherit"] });
    server.stdin.write(`${JSON.stringify(initialize)}\n`);
    const [answer] = await once(server.stdout, "data");
    if (!String(answer).includes('"serverInfo"')) throw new Error(`this is no answer: ${answer}`);
    server.stdin.end();
    return server;
  });
}

/** The same for a Node process that does nothing. */
export function emptyProcess(): Promise<number> {
  return shortest(async () => {
    const empty = spawn(process.execPath, ["-e", ""], { stdio: "ignore" });
    await once(empty, "exit");
    return empty;
  });
}

async function shortest(run: () => Promise<ReturnType<typeof spawn>>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 5; count++) {
    const began = performance.now();
    const child = await run();
    times.push(performance.now() - began);
    if (child.exitCode === null) await once(child, "exit");
  }
  return Math.min(...times);
}
