import { createClient } from "@askback/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createProcessCallers } from "./callers.ts";
import { createProcesses, thisMachine } from "./processes.ts";
import { createMcpServer } from "./server.ts";
import { cardTokenKey, requestStateKey, type StdioSettings } from "./settings.ts";

/** Serves one client by stdin and stdout, until it closes them. */
export function serveMcp({ url, key, answerKey, thread }: StdioSettings): void {
  const client = createClient({ url, key, via: "mcp" });
  const answers = answerKey === undefined ? undefined : createClient({ url, key: answerKey, via: "mcp" });
  const requestState = { key: requestStateKey(key), principal: "stdio" };
  const cards = { key: cardTokenKey({ key, answerKey }), principal: "stdio", url };
  const callers = createProcessCallers(createProcesses(thisMachine, process.pid, process.cwd()));
  serveStdio(({ era }) => createMcpServer({ client, answers, requestState, cards, thread, callers }, era), {
    onerror: ({ message }) => process.stderr.write(`${message}\n`),
  });
  // A call may still wait for an answer, which stays open and is found again.
  process.stdin.once("close", () => process.exit(0));
}
