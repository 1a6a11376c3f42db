import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { jsonOutput } from "../terminal/text/json-output.ts";

export interface ListenOptions {
  readonly port: number;
  readonly secrets: readonly string[];
  /** Called with each line to show. */
  write(line: string): void;
}

/** Far more than a webhook of Askback has. */
const largestBody = 4 * 1024 * 1024;

/** Receives webhooks on this machine until the process ends: one line for each that arrives, then its body. */
export async function listenForWebhooks({ port, secrets, write }: ListenOptions): Promise<void> {
  const receivers = secrets.map((secret) => new Webhook(secret));
  const server = createServer(async (request, response) => {
    const body = await readBody(request).catch(() => undefined);
    const headers = headersOf(request);
    const isGenuine = body !== undefined && receivers.some((receiver) => verifies(receiver, body, headers));
    write(`${isGenuine ? "✔ verified" : "✖ refused: the signature does not fit"}  ${printable(headers["webhook-id"])}`);
    if (isGenuine) write(jsonOutput(JSON.parse(body)).trimEnd());
    response.writeHead(isGenuine ? 204 : 400).end();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) throw new Error("too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function verifies(receiver: Webhook, body: string, headers: Record<string, string>): boolean {
  try {
    receiver.verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

/** Whoever sends it, it does not control the terminal. */
function printable(text = ""): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "").slice(0, 100);
}
