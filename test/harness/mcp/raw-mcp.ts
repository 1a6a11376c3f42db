import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { compileCache, type ServerProcess, temporaryFolder } from "../server/server-process.ts";
import { onEnd } from "../server/temporary-folder.ts";

const main = fileURLToPath(new URL("../../../packages/mcp/src/main.ts", import.meta.url));
const version = "2026-07-28";

export interface RawResponse {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Sends a request as it is on the wire, and returns the response as it is. */
export type SendRaw = (method: string, params: Readonly<Record<string, unknown>>) => Promise<RawResponse>;

export const withTasks = { extensions: { "io.modelcontextprotocol/tasks": {} } };
export const withForms = { elicitation: { form: {} } };
export const withCards = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } };

function message(method: string, params: Readonly<Record<string, unknown>>, id: number, capabilities: object) {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  return { jsonrpc: "2.0", id, method, params: { ...params, _meta: { ...meta, ...(params._meta as object) } } };
}

export interface RawOptions {
  readonly capabilities?: object;
  readonly canAnswer?: boolean;
}

export function rawHttp(
  { url, keys }: ServerProcess,
  { capabilities = {}, canAnswer = true }: RawOptions = {},
): SendRaw {
  return async (method, params) => {
    const response = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${keys.ask}`,
        ...(canAnswer && { "askback-answer-key": keys.answer }),
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": version,
        "mcp-method": method,
        ...(typeof params.name === "string" && { "mcp-name": params.name }),
        ...(typeof params.taskId === "string" && { "mcp-name": params.taskId }),
      },
      body: JSON.stringify(message(method, params, 1, capabilities)),
    });
    return (await response.json()) as RawResponse;
  };
}

/** A stdio server, and a way to kill it with SIGKILL. */
export function rawStdio(
  { url, keys }: ServerProcess,
  { capabilities = {}, canAnswer = true }: RawOptions = {},
): { readonly send: SendRaw; kill(): Promise<void> } {
  const child = spawn(process.execPath, ["--conditions=@askback/source", main], {
    cwd: temporaryFolder(),
    env: {
      PATH: process.env.PATH ?? "",
      ...compileCache,
      ASKBACK_URL: url,
      ASKBACK_KEY: keys.ask,
      ...(canAnswer && { ASKBACK_ANSWER_KEY: keys.answer }),
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onEnd(() => child.kill("SIGKILL"));
  const waiting = new Map<number, (response: RawResponse) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, ...response } = JSON.parse(line);
    waiting.get(id)?.(response);
  });
  let count = 0;
  return {
    send(method, params) {
      const id = ++count;
      child.stdin.write(`${JSON.stringify(message(method, params, id, capabilities))}\n`);
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    async kill() {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
