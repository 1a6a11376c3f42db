import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@askback/client";
import type { AnswerInquiry, Inquiry } from "@askback/core/wire";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect } from "vitest";
import { compileCache, program, type ServerProcess } from "../server/server-process.ts";
import { onEnd, temporaryFolder } from "../server/temporary-folder.ts";

const wrapped = fileURLToPath(new URL("wrapped-server.ts", import.meta.url));
/** A slow machine is no failure. */
const patience = { timeout: 600_000 };

/** A folder in which a client works with the wrapped server, and what the server recorded there. */
export interface Workplace {
  readonly folder: string;
  readonly command: string;
  /** What ran, in order. */
  recorded(): readonly object[];
}

export function createWorkplace(mode = "serve"): Workplace {
  const folder = temporaryFolder();
  const file = join(folder, "recorded");
  return {
    folder,
    command: `"${process.execPath}" "${wrapped}" "${file}" ${mode}`,
    recorded: () =>
      existsSync(file)
        ? readFileSync(file, "utf8")
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line))
        : [],
  };
}

export interface McpProcess {
  readonly client: Client;
  readonly notifications: { readonly method: string; readonly params?: object }[];
  call(name: string, args?: object, options?: CallOptions): ReturnType<Client["callTool"]>;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
}

interface CallOptions {
  readonly id?: string;
  readonly signal?: AbortSignal;
  onprogress?(progress: { progress: number; message?: string | undefined }): void;
}

/** An MCP client and the program that serves it: `askback mcp` with options, or another one. */
export async function startMcp(
  { folder }: Workplace,
  server: Pick<ServerProcess, "url" | "keys">,
  args: readonly string[],
  name = "tester",
): Promise<McpProcess> {
  const askback = ["--conditions=@askback/source", program, "mcp"];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: args[0] === "direct" ? args.slice(1) : [...askback, ...args],
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", ...compileCache, ASKBACK_URL: server.url, ASKBACK_KEY: server.keys.ask },
  });
  const client = new Client({ name, version: "1.0.0" });
  const notifications: McpProcess["notifications"] = [];
  client.fallbackNotificationHandler = async (notification) => {
    notifications.push(notification as McpProcess["notifications"][number]);
  };
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  await client.connect(transport, patience);
  const { pid } = transport;
  onEnd(() => killIfRunning(pid));
  return {
    client,
    notifications,
    call: (tool, args = {}, { id, ...options } = {}) =>
      client.callTool(
        {
          name: tool,
          arguments: args as Record<string, unknown>,
          ...(id !== undefined && { _meta: { "claudecode/toolUseId": id } }),
        },
        { ...patience, ...options },
      ),
    async kill() {
      killIfRunning(pid);
      await closed;
    },
  };
}

/** The wrapped server without the proxy. */
export function startDirectly(workplace: Workplace, server: Pick<ServerProcess, "url" | "keys">): Promise<McpProcess> {
  const words = [...workplace.command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  return startMcp(workplace, server, ["direct", ...words.slice(1)]);
}

function killIfRunning(pid: number | null): void {
  try {
    if (pid !== null) process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** The person who answers. */
export function personAt({ url, keys }: Pick<ServerProcess, "url" | "keys">) {
  const { inquiries } = createClient({ url, key: keys.answer });
  const open = async (): Promise<readonly Inquiry[]> => {
    const page = await inquiries.list({ status: "open" });
    return page.ok ? page.value.items : [];
  };
  return {
    inquiries,
    open,
    /** Waits until the only open inquiry is about this input. */
    async asked(input: object): Promise<Inquiry> {
      let found: Inquiry | undefined;
      await expect
        .poll(async () => {
          found = (await open()).find(({ approval }) => JSON.stringify(approval?.input) === JSON.stringify(input));
          return found !== undefined;
        })
        .toBe(true);
      if (!found) throw new Error("unreachable");
      return found;
    },
    answer: (id: string, option: "o1" | "o2", more: Partial<AnswerInquiry> & { readonly note?: string } = {}) => {
      const { note, ...rest } = more;
      const answer = { question: "q1", options: [option], ...(note !== undefined && { note }) };
      return inquiries.answer(id, { answers: [answer], ...rest });
    },
  };
}
