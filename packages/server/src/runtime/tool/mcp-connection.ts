import {
  Client,
  ProtocolError,
  SdkError,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { maskApiKeys } from "../model/mask-api-keys.ts";
import type { Presenter } from "./presenter.ts";

/** An MCP server: a program to start, or a URL. */
export type McpServer = McpProgram | McpUrl;

interface McpPresenters {
  /** How people are shown inputs that need their approval, by the names that the server gives its tools. */
  readonly present?: Readonly<Record<string, Presenter<Readonly<Record<string, unknown>>>>>;
}

interface McpProgram extends McpPresenters {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

interface McpUrl extends McpPresenters {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface McpConnection {
  /** The client; it reconnects if the server closed the connection. Rejects with an error that names the server. */
  client(): Promise<Client>;
  /** Drops a client whose session the server does not know any more. It stays open for calls that are under way. */
  drop(client: Client): void;
  /** Closes the client, also one that waits for an answer of the server; none is opened any more. */
  close(): Promise<void>;
}

export function createMcpConnection(name: string, server: McpServer, version: string): McpConnection {
  let opening: Promise<Client> | undefined;
  let known: Client | undefined;
  const closing = new AbortController();

  async function open(): Promise<Client> {
    try {
      const client = await connect(server, version, closing.signal);
      client.onclose = () => drop(client);
      known = client;
      return client;
    } catch (cause) {
      opening = undefined;
      const why = maskApiKeys(messagesOf(cause), secretsOf(server));
      throw new Error(`the MCP server "${name}" could not be reached: ${why}`, { cause });
    }
  }

  function drop(client: Client): void {
    if (known !== client) return;
    known = undefined;
    opening = undefined;
  }

  return {
    client() {
      opening ??= open();
      return opening;
    },
    drop,
    async close() {
      closing.abort();
      await opening?.then((client) => client.close()).catch(() => {});
    },
  };
}

/** The message of an error and of its first cause: a failed fetch says only in its cause why. */
function messagesOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const first = firstCause(error);
  return error.message.includes(first.message) ? error.message : `${error.message} (${first.message})`;
}

/** Where a name has several addresses, the error of each is a cause. */
function firstCause(error: Error): Error {
  const cause = error instanceof AggregateError ? error.errors[0] : error.cause;
  return cause instanceof Error ? firstCause(cause) : error;
}

/** What a program or a server may quote of its settings. */
function secretsOf(server: McpServer): readonly string[] {
  return Object.values(("url" in server ? server.headers : server.env) ?? {});
}

async function connect(server: McpServer, version: string, signal: AbortSignal): Promise<Client> {
  if ("url" in server) return connectToUrl(server, version, signal);
  try {
    return await connectToProgram("legacy", server, version, signal);
  } catch (error) {
    // Negotiating the protocol first would start every program twice, so it is done only after a refusal.
    if (!(error instanceof ProtocolError)) throw error;
    return connectToProgram("auto", server, version, signal);
  }
}

/** Prefers the newer protocol, in which calls can be cancelled without a session. */
async function connectToUrl({ url, headers }: McpUrl, version: string, signal: AbortSignal): Promise<Client> {
  const client = createClient("auto", version);
  const options = headers && { requestInit: { headers: { ...headers } } };
  await connectBy(new StreamableHTTPClientTransport(new URL(url), options), client, signal);
  return client;
}

async function connectToProgram(
  mode: Mode,
  { command, args = [], env, cwd }: McpProgram,
  version: string,
  signal: AbortSignal,
): Promise<Client> {
  const client = createClient(mode, version);
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    stderr: "pipe",
    ...(env && { env: { ...env } }),
    ...(cwd !== undefined && { cwd }),
  });
  const stderrTail = tailOf(transport.stderr);
  try {
    await connectBy(transport, client, signal);
    return client;
  } catch (error) {
    await client.close().catch(() => {});
    const output = stderrTail().trim();
    if (!output || !(error instanceof SdkError)) throw error;
    throw new Error(`${error.message}; it wrote: ${output}`, { cause: error });
  }
}

/** An abort closes the transport, and so ends a program that has not answered yet. */
async function connectBy(transport: Transport, client: Client, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let closed: Promise<void> | undefined;
  const close = () => {
    closed = transport.close().catch(() => {});
  };
  signal.addEventListener("abort", close);
  try {
    await client.connect(transport, { signal });
  } finally {
    signal.removeEventListener("abort", close);
    await closed;
  }
}

type Mode = "legacy" | "auto";

function createClient(mode: Mode, version: string): Client {
  return new Client({ name: "askback", version }, { versionNegotiation: { mode } });
}

/** Reads a stream to its end, so that the writer never blocks, and returns its tail. */
function tailOf(stream: StdioClientTransport["stderr"]): () => string {
  let tail = "";
  stream?.on("data", (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-1_000);
  });
  return () => tail;
}
