import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY, type Transport } from "@modelcontextprotocol/client";
import { asRequest, type Id, internalError, metaOf, toResponse } from "./json-rpc.ts";

/** What is sent to the wrapped server. A request that it can answer no more is answered here, so that nobody waits for it. */
export interface UpstreamRequests {
  send(message: JSONRPCMessage): void;
  /** Whether somebody waits for this response; the next one with its id is for nobody. */
  settle(id: Id): boolean;
  /** Nobody waits for the request any more; the notification says so to the server. */
  cancel(id: Id, notification: JSONRPCMessage): void;
}

interface OpenRequest {
  readonly stream: AbortController;
  readonly isModern: boolean;
}

export function createUpstreamRequests(
  upstream: Transport,
  onFailure: (response: JSONRPCMessage) => void,
): UpstreamRequests {
  const open = new Map<Id, OpenRequest>();

  function send(message: JSONRPCMessage): void {
    const request = asRequest(message);
    // A notification or a response that is lost has no sender who could be told.
    if (!request) return void upstream.send(message).catch(() => {});
    const { id } = request;
    const isModern = metaOf(request.params)[PROTOCOL_VERSION_META_KEY] !== undefined;
    const sent = { stream: new AbortController(), isModern };
    open.set(id, sent);
    const fail = (why: string) => {
      if (open.get(id) === sent) onFailure(toResponse(id, internalError(why)));
    };
    upstream
      .send(message, {
        requestSignal: sent.stream.signal,
        onRequestStreamEnd: () =>
          fail("the MCP server broke off before its result; the request may or may not have run"),
      })
      .catch((error: unknown) =>
        fail(`the MCP server cannot be reached: ${error instanceof Error ? error.message : String(error)}`),
      );
  }

  return {
    send,
    settle: (id) => open.delete(id),
    cancel(id, notification) {
      const request = open.get(id);
      open.delete(id);
      // By HTTP a request of 2026-07-28 is cancelled by the end of its stream.
      if (request?.isModern && upstream.hasPerRequestStream) request.stream.abort();
      else send(notification);
    },
  };
}
