import { Client, ProtocolError, SdkError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** An MCP server whose tools agents can be given: a program to start, or an address. */
export type McpServer = ByProgram | ByUrl;

interface ByProgram {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

interface ByUrl {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface McpConnection {
  /** The client, connected anew if the server has gone away since. Rejects with an error that names the server. */
  client(): Promise<Client>;
  /** Forgets a client that the server does not know any more. It is not closed: other calls may find that out yet. */
  forget(client: Client): void;
  close(): Promise<void>;
}

export function createMcpConnection(name: string, server: McpServer, version: string): McpConnection {
  let opening: Promise<Client> | undefined;
  let known: Client | undefined;

  async function open(): Promise<Client> {
    try {
      const client = await connect(server, version);
      client.onclose = () => forget(client);
      known = client;
      return client;
    } catch (cause) {
      opening = undefined;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`the MCP server "${name}" could not be reached: ${why}`, { cause });
    }
  }

  function forget(client: Client): void {
    if (known !== client) return;
    known = undefined;
    opening = undefined;
  }

  return {
    client() {
      opening ??= open();
      return opening;
    },
    forget,
    async close() {
      await opening?.then((client) => client.close()).catch(() => {});
    },
  };
}

async function connect(server: McpServer, version: string): Promise<Client> {
  if ("url" in server) return connectToUrl(server, version);
  try {
    return await connectToProgram("legacy", server, version);
  } catch (error) {
    // Asking first which protocol it speaks would start every program twice; only one that refuses ours is asked.
    if (!(error instanceof ProtocolError)) throw error;
    return connectToProgram("auto", server, version);
  }
}

/** Prefers the later protocol, whose calls can be cancelled at servers that keep no sessions. */
async function connectToUrl({ url, headers }: ByUrl, version: string): Promise<Client> {
  const client = createClient("auto", version);
  const options = headers && { requestInit: { headers: { ...headers } } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), options));
  return client;
}

async function connectToProgram(mode: Mode, { command, args = [], env, cwd }: ByProgram, version: string) {
  const client = createClient(mode, version);
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    stderr: "pipe",
    ...(env && { env: { ...env } }),
    ...(cwd !== undefined && { cwd }),
  });
  const said = tailOf(transport.stderr);
  try {
    await client.connect(transport);
    return client;
  } catch (error) {
    await client.close().catch(() => {});
    const words = said().trim();
    if (!words || !(error instanceof SdkError)) throw error;
    throw new Error(`${error.message}; it wrote: ${words}`, { cause: error });
  }
}

type Mode = "legacy" | "auto";

function createClient(mode: Mode, version: string): Client {
  return new Client({ name: "askback", version }, { versionNegotiation: { mode } });
}

/** Reads a stream to its end, so that its writer never waits, and gives the last of it. */
function tailOf(stream: StdioClientTransport["stderr"]): () => string {
  let tail = "";
  stream?.on("data", (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-1_000);
  });
  return () => tail;
}
