import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import type { GatedCall } from "./gated-calls.ts";
import { relay } from "./relay.ts";
import { readHeader } from "./serve.ts";

/** One end of the relay: what it is sent, and how to send to it. */
function createEnd() {
  const received: JSONRPCMessage[] = [];
  const transport: Transport = {
    async start() {},
    async close() {},
    async send(message) {
      received.push(message as JSONRPCMessage);
    },
  };
  const say = (message: object) => transport.onmessage?.({ jsonrpc: "2.0", ...message } as JSONRPCMessage);
  return { transport, received, say };
}

/** A relay to a person who allows every call with `{ x: 2 }` instead of what was asked. */
async function startRelay() {
  const [client, server] = [createEnd(), createEnd()];
  const asked: GatedCall[] = [];
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
    askerOf: () => ({ session: "s", agent: "a", title: "t" }),
  });
  return { client, server, asked };
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

test("[PROXY-12] a header has its secret from the environment, and says which variable is missing", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the option is written so
  const line = "Authorization: Bearer ${TOKEN}";
  expect(readHeader(line, { TOKEN: "s3cret" })).toEqual(["Authorization", "Bearer s3cret"]);
  expect(() => readHeader(line, {})).toThrow("TOKEN");
  expect(() => readHeader("no header", {})).toThrow("not a header");
});
