import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";

interface Token {
  readonly id: string;
  readonly idempotencyKey?: string;
  readonly createdAt: string;
  output?: string;
}

/**
 * Stands in for the API of Trigger.dev, whose server npm does not have: it makes wait tokens, finds them by their idempotency key, and
 * completes each once.
 */
export function startTriggerStandIn(port: number): void {
  const tokens = new Map<string, Token>();
  const url = (id: string) => `http://127.0.0.1:${port}/api/v1/http-callback/${id}`;

  function create(idempotencyKey: string | undefined): object {
    const known = [...tokens.values()].find((token) => idempotencyKey && token.idempotencyKey === idempotencyKey);
    if (known) return { id: known.id, isCached: true, url: url(known.id) };
    const id = `waitpoint_${tokens.size + 1}`;
    tokens.set(id, { id, createdAt: new Date().toISOString(), ...(idempotencyKey && { idempotencyKey }) });
    return { id, isCached: false, url: url(id) };
  }

  async function respond(request: IncomingMessage): Promise<object | undefined> {
    const path = request.url ?? "";
    const body = request.method === "POST" ? ((await json(request).catch(() => ({}))) as Record<string, unknown>) : {};
    if (path === "/api/v1/waitpoints/tokens") return create(body.idempotencyKey as string | undefined);
    const [, id = "", action] = /\/waitpoints\/tokens\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
    const token = tokens.get(id);
    if (!token) return undefined;
    if (action === "complete") token.output ??= JSON.stringify(body.data);
    if (action !== undefined) return { success: true };
    const status = token.output === undefined ? "WAITING" : "COMPLETED";
    return {
      ...token,
      url: url(id),
      status,
      tags: [],
      ...(token.output !== undefined && { outputType: "application/json" }),
    };
  }

  createServer((request, response) => {
    void respond(request).then((body) => {
      response.writeHead(body ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(body ?? {}));
    });
  }).listen(port, "127.0.0.1");
}
