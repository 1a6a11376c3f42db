import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import type { GatedCall } from "./gated-calls.ts";
import { relay } from "./relay.ts";
import { readHeader } from "./serve.ts";

/** One end of the relay: what it is sent, and how to send to it. */
function createEnd(traits: Pick<Transport, "hasPerRequestStream"> = {}) {
  const received: JSONRPCMessage[] = [];
  const streams: AbortSignal[] = [];
  const ends: (() => void)[] = [];
  const transport: Transport = {
    ...traits,
    async start() {},
    async close() {},
    async send(message, { requestSignal, onRequestStreamEnd } = {}) {
      received.push(message as JSONRPCMessage);
      if (requestSignal) streams.push(requestSignal);
      if (onRequestStreamEnd) ends.push(onRequestStreamEnd);
    },
  };
  const say = (message: object) => transport.onmessage?.({ jsonrpc: "2.0", ...message } as JSONRPCMessage);
  /** The connection of the last request ends. */
  const breakOff = () => ends.at(-1)?.();
  return { transport, received, streams, say, breakOff };
}

/** A relay to a person who allows every call with `{ x: 2 }` instead of what was asked. */
async function startRelay(traits?: Pick<Transport, "hasPerRequestStream">) {
  const [client, server] = [createEnd(), createEnd(traits)];
  const asked: GatedCall[] = [];
  const names: object[] = [];
  await relay({
    downstream: client.transport,
    upstream: server.transport,
    isGated: (tool) => tool === "deploy",
    isEditable: () => false,
    calls: {
      call(call, signal) {
        asked.push(call);
        return call.run({ x: 2 }, signal);
      },
    },
    askerOf(known) {
      names.push({ ...known });
      return { session: "s", agent: "a", title: "t" };
    },
  });
  return { client, server, asked, names };
}

test("[PROXY-8] a call without an id does not get past the gate", async () => {
  const { client, server, asked } = await startRelay();
  client.say({ method: "tools/call", params: { name: "deploy", arguments: {} } });
  client.say({ method: "notifications/initialized" });
  expect(server.received).toEqual([{ jsonrpc: "2.0", method: "notifications/initialized" }]);
  expect(asked).toEqual([]);
});

test("[PROXY-2] an allowed call that needs more input several times is asked once, and goes on as it was allowed", async () => {
  const { client, server, asked } = await startRelay();
  const params = { name: "deploy", arguments: { x: 1 } };
  client.say({ id: 1, method: "tools/call", params });
  await expect.poll(() => server.received).toHaveLength(1);
  const needsMore = (state: string) => {
    const request = server.received.at(-1) as { readonly id: string };
    server.say({ id: request.id, result: { resultType: "input_required", requestState: state } });
  };
  for (const [index, state] of ["one", "two", "three"].entries()) {
    needsMore(state);
    await expect.poll(() => client.received).toHaveLength(index + 1);
    client.say({ id: index + 2, method: "tools/call", params: { ...params, requestState: state } });
    expect(server.received.at(-1)).toMatchObject({ params: { arguments: { x: 2 }, requestState: state } });
  }
  expect(asked).toHaveLength(1);
});

test("[PROXY-2] a server that asks for more input without a state gets it, and people are not asked again", async () => {
  const { client, server, asked } = await startRelay();
  const params = { name: "deploy", arguments: { x: 1 } };
  const inputResponses = { name: { action: "accept" } };
  client.say({ id: 1, method: "tools/call", params: { ...params, inputResponses } });
  await expect.poll(() => server.received).toHaveLength(1);
  expect(asked).toHaveLength(1);
  const { id } = server.received[0] as { readonly id: string };
  server.say({ id, result: { resultType: "input_required", inputRequests: { name: {} } } });
  await expect.poll(() => client.received).toHaveLength(1);
  client.say({ id: 2, method: "tools/call", params: { ...params, inputResponses } });
  expect(server.received.at(-1)).toMatchObject({ id: 2, params: { arguments: { x: 2 }, inputResponses } });
  expect(asked).toHaveLength(1);
});

test("[PROXY-2] people read the names of a client and a server that say them with each message", async () => {
  const { client, server, names } = await startRelay();
  const named = (side: string, name: string) => ({ _meta: { [`io.modelcontextprotocol/${side}Info`]: { name } } });
  client.say({ id: 1, method: "server/discover", params: named("client", "ana's client") });
  server.say({ id: 1, result: named("server", "notes") });
  client.say({ id: 2, method: "tools/call", params: { name: "deploy", ...named("client", "ana's client") } });
  await expect.poll(() => names.at(-1)).toEqual({ client: "ana's client", server: "notes" });
});

test("[PROXY-1] a request whose connection breaks off is answered, and a late answer to a cancelled one is for nobody", async () => {
  const { client, server } = await startRelay();
  client.say({ id: 1, method: "tools/list" });
  server.breakOff();
  expect(client.received).toMatchObject([{ id: 1, error: { message: expect.stringContaining("broke off") } }]);
  client.say({ id: 2, method: "tools/list" });
  server.say({ id: 2, result: {} });
  server.breakOff();
  client.say({ id: 3, method: "tools/list" });
  client.say({ method: "notifications/cancelled", params: { requestId: 3 } });
  server.say({ id: 3, result: {} });
  expect(client.received.map((message) => "id" in message && message.id)).toEqual([1, 2]);
  expect(server.received.at(-1)).toMatchObject({ method: "notifications/cancelled" });
});

test("[PROXY-1] by HTTP a request of 2026-07-28 is cancelled by the end of its stream", async () => {
  const { client, server } = await startRelay({ hasPerRequestStream: true });
  const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  for (const [id, params] of [
    [1, { _meta }],
    [2, {}],
  ] as const) {
    client.say({ id, method: "tools/list", params });
    client.say({ method: "notifications/cancelled", params: { requestId: id } });
  }
  expect(server.streams.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(server.received.filter((message) => "method" in message && message.method !== "tools/list")).toEqual([
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } },
  ]);
});

test("[PROXY-12] a header has its secret from the environment, and says which variable is missing", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the option is written so
  const line = "Authorization: Bearer ${TOKEN}";
  expect(readHeader(line, { TOKEN: "s3cret" })).toEqual(["Authorization", "Bearer s3cret"]);
  expect(() => readHeader(line, {})).toThrow("TOKEN");
  expect(() => readHeader("no header", {})).toThrow("not a header");
});

test("[PROXY-1] what the server asks of the client comes back to it, and changes of its lists are passed on", async () => {
  const { client, server } = await startRelay();
  for (const [id, method] of ["sampling/createMessage", "elicitation/create", "roots/list"].entries()) {
    server.say({ id, method, params: { of: method } });
    expect(client.received.at(-1)).toMatchObject({ method, params: { of: method } });
    const { id: passed } = client.received.at(-1) as { readonly id: number };
    client.say({ id: passed, result: { from: method } });
    expect(server.received.at(-1)).toMatchObject({ id, result: { from: method } });
    server.say({ id: `${id}b`, method, params: {} });
    const { id: refused } = client.received.at(-1) as { readonly id: string };
    client.say({ id: refused, error: { code: -32601, message: "not here" } });
    expect(server.received.at(-1)).toMatchObject({ id: `${id}b`, error: { message: "not here" } });
  }
  for (const list of ["tools", "resources", "prompts"]) {
    const changed = { method: `notifications/${list}/list_changed` };
    server.say(changed);
    expect(client.received.at(-1)).toMatchObject(changed);
  }
});
