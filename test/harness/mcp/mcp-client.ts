import { fileURLToPath } from "node:url";
import { createClient } from "@askback/client";
import type { Inquiry } from "@askback/core/wire";
import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { compileCache, type ServerProcess, temporaryFolder } from "../server/server-process.ts";
import { onEnd } from "../server/temporary-folder.ts";

const main = fileURLToPath(new URL("../../../packages/mcp/src/main.ts", import.meta.url));

/** What a person does with a form that the client shows. */
export type Person = (form: Form) => Promise<FormResponse> | FormResponse;
export interface Form {
  readonly message: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Aborts when the server takes the form back. */
  readonly signal: AbortSignal;
}
export interface FormResponse {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Record<string, string | string[] | boolean>;
}

export interface McpClientOptions {
  readonly version?: "2026-07-28" | "2025-11-25" | "2025-06-18";
  readonly capabilities?: ClientCapabilities;
  /** Fills the forms in; the client declares forms if it is given. */
  readonly person?: Person;
  /** Whether the server gets the key that answers, without which it shows no forms. */
  readonly canAnswer?: boolean;
  readonly by?: "stdio" | "http";
  /** The folder in which the stdio server runs. */
  readonly folder?: string;
}

export interface McpClient {
  readonly client: Client;
  /** Kills the stdio server with SIGKILL. */
  kill(): void;
}

export async function connectMcpClient(server: ServerProcess, options: McpClientOptions = {}): Promise<McpClient> {
  const { version = "2026-07-28", person, by = "stdio", canAnswer = person !== undefined } = options;
  const isModern = version === "2026-07-28";
  const client = new Client(
    { name: "test-client", title: "Test client", version: "1" },
    {
      capabilities: { ...(person && { elicitation: isModern ? { form: {} } : {} }), ...options.capabilities },
      ...(isModern ? { versionNegotiation: { mode: { pin: version } } } : { supportedProtocolVersions: [version] }),
    },
  );
  if (person)
    client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq: { signal } }) => {
      if (!("requestedSchema" in params)) throw new Error("not a form");
      return { ...(await person({ message: params.message, properties: params.requestedSchema.properties, signal })) };
    });
  if (by === "http") {
    const headers = {
      authorization: `Bearer ${server.keys.ask}`,
      ...(canAnswer && { "askback-answer-key": server.keys.answer }),
    };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }));
    return { client, kill() {} };
  }
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--conditions=@askback/source", main],
    cwd: options.folder ?? temporaryFolder(),
    env: {
      PATH: process.env.PATH ?? "",
      ...compileCache,
      ASKBACK_URL: server.url,
      ASKBACK_KEY: server.keys.ask,
      ...(canAnswer && { ASKBACK_ANSWER_KEY: server.keys.answer }),
    },
  });
  await client.connect(transport);
  const { pid } = transport;
  const kill = () => void (pid && process.kill(pid, "SIGKILL"));
  onEnd(() => void client.close());
  return { client, kill };
}

export const colours = {
  questions: [{ question: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] }],
};

export const answeredRed = '{"answers":{"Which colour?":"Red"}}';

/** Calls a tool, without the time limit of the client. */
export function callTool(
  { client }: McpClient,
  name: string,
  input: Record<string, unknown>,
  { id, onWaiting = () => {} }: { readonly id?: string; onWaiting?(): void } = {},
) {
  const meta = id === undefined ? {} : { _meta: { "claudecode/toolUseId": id } };
  return client.callTool({ name, arguments: input, ...meta }, { timeout: 2 ** 31 - 1, onprogress: onWaiting });
}

export function textOf(result: unknown): string {
  const { content } = result as { readonly content: readonly { readonly text?: string }[] };
  return content.map(({ text = "" }) => text).join("\n");
}

/** The card of a result: what only the app gets. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent
export const cardOf = (result: unknown): any => (result as any)._meta?.["askback/card"];

/** The people of a server, as they see the inbox. */
export function inboxOf({ url, keys }: Pick<ServerProcess, "url" | "keys">) {
  const { inquiries } = createClient({ url, key: keys.answer });
  const open = async (): Promise<readonly Inquiry[]> => {
    const page = await inquiries.list({ status: "open" });
    if (!page.ok) throw new Error(page.error.title);
    return page.value.items;
  };
  return {
    inquiries,
    open,
    /** Waits until so many inquiries are open. */
    async untilOpen(count = 1): Promise<readonly Inquiry[]> {
      for (;;) {
        const items = await open();
        if (items.length >= count) return items;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async pick(inquiryId: string, option = "o1") {
      const answered = await inquiries.answer(inquiryId, { answers: [{ question: "q1", options: [option] }] });
      if (!answered.ok) throw new Error(answered.error.title);
      return answered.value;
    },
  };
}
