import { setTimeout as wait } from "node:timers/promises";
import { McpMismatch } from "./mcp-mismatch.ts";
import type { McpServer, McpTools } from "./mcp-tools.ts";
import type { Tool } from "./tool.ts";

/** The MCP servers of a config, as far as they can be reached. */
export interface McpServers {
  /** The tools of the servers that are connected, by their names; those that were connected last come last. */
  tools(): ReadonlyMap<string, readonly Tool[]>;
  /** Why servers cannot be reached right now, by their names. The words may be those of another program. */
  problems(): ReadonlyMap<string, string>;
  /** Calls the listener whenever a server was connected after the start. */
  onConnected(listener: () => void): void;
  close(): Promise<void>;
}

export interface McpServersOptions {
  readonly version: string;
  /** The first pause before a server that could not be reached is tried again; later ones are longer. */
  readonly retryMs?: number;
  /** How long the start waits for servers that do not answer. */
  readonly startMs?: number;
}

const maxPauseMs = 60_000;

/**
 * Connects to all servers; those that cannot be reached are tried again until they can. Rejects for a server that is
 * reached and does not have what the config says of it.
 */
export async function connectMcpServers(
  servers: Readonly<Record<string, McpServer>>,
  { version, retryMs = 2_000, startMs = 10_000 }: McpServersOptions,
): Promise<McpServers> {
  const connected = new Map<string, McpTools>();
  const problems = new Map<string, string>();
  const attempts = new Map<string, Promise<void>>();
  const closing = new AbortController();
  let handleConnected = () => {};

  function connect(name: string, server: McpServer): Promise<void> {
    const attempt = connectOnce(name, server);
    attempts.set(name, attempt);
    return attempt;
  }

  async function connectOnce(name: string, server: McpServer): Promise<void> {
    try {
      // The code is loaded where there are servers; meanwhile they may have been closed.
      const { connectMcp } = await import("./mcp-tools.ts");
      closing.signal.throwIfAborted();
      const tools = await connectMcp(name, server, version, closing.signal);
      if (closing.signal.aborted) return await tools.close();
      connected.set(name, tools);
      problems.delete(name);
    } catch (error) {
      problems.set(name, messageOf(error));
      throw error;
    }
  }

  /** Waits for the first attempt, and makes others until one succeeds. */
  async function keepTrying(name: string, server: McpServer, first: Promise<void>): Promise<void> {
    let attempt = first;
    let pauseMs = retryMs;
    while (!(await succeeds(attempt))) {
      await wait(pauseMs, undefined, { signal: closing.signal, ref: false });
      pauseMs = Math.min(maxPauseMs, pauseMs * 2);
      attempt = connect(name, server);
    }
    if (!closing.signal.aborted) handleConnected();
  }

  /** Settles when the server has answered, or when the start waits for it no longer. */
  async function begin(name: string, server: McpServer): Promise<void> {
    problems.set(name, "it has not answered yet");
    const first = connect(name, server);
    const late = wait(startMs, false, { ref: false, signal: closing.signal }).catch(() => false);
    try {
      if (await Promise.race([first.then(() => true), late])) return;
    } catch (error) {
      if (error instanceof McpMismatch) throw error;
    }
    // It ends only when the server is connected, or by closing.
    void keepTrying(name, server, first).catch(() => {});
  }

  async function close(): Promise<void> {
    closing.abort();
    await Promise.allSettled(attempts.values());
    await Promise.all([...connected.values()].map((tools) => tools.close()));
  }

  try {
    await Promise.all(Object.entries(servers).map(([name, server]) => begin(name, server)));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    tools: () => new Map([...connected].map(([name, { tools }]) => [name, tools])),
    problems: () => problems,
    onConnected(listener) {
      handleConnected = listener;
    },
    close,
  };
}

function succeeds(attempt: Promise<void>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
