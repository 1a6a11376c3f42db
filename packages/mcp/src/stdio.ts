import { hostname } from "node:os";
import { createClient } from "@askback/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { AskingProcesses } from "./ask.ts";
import { createMcpServer } from "./server.ts";
import { cardTokenKey, requestStateKey, type StdioSettings } from "./settings.ts";

/** Serves one client by stdin and stdout, until it closes them. */
export function serveMcp({ url, key, answerKey, thread }: StdioSettings): void {
  const client = createClient({ url, key, via: "mcp" });
  const answers = answerKey === undefined ? undefined : createClient({ url, key: answerKey, via: "mcp" });
  const requestState = { key: requestStateKey(key), principal: "stdio" };
  const cards = { key: cardTokenKey({ key, answerKey }), principal: "stdio", url };
  const processes = localProcesses(hostname(), process.pid, process.cwd());
  serveStdio(({ era }) => createMcpServer({ client, answers, requestState, cards, thread, processes }, era), {
    onerror: ({ message }) => process.stderr.write(`${message}\n`),
  });
  // A call may still wait for an answer, which stays open and is found again.
  process.stdin.once("close", () => process.exit(0));
}

/** Processes of this machine and folder, by their ids. */
function localProcesses(host: string, pid: number, folder: string): AskingProcesses {
  const place = JSON.stringify([host, folder]);
  const takenOver = new Set<string>();
  const hasEnded = (asker: string) => {
    const [, id = "", where] = /^(\d+) (.*)$/s.exec(asker) ?? [];
    return where === place && Number(id) !== pid && !isRunning(Number(id));
  };
  return {
    self: `${pid} ${place}`,
    takeOver(inquiryId, asker) {
      if (takenOver.has(inquiryId) || !hasEnded(asker)) return false;
      takenOver.add(inquiryId);
      return true;
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
