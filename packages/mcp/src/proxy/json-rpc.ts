import type { JSONRPCMessage } from "@modelcontextprotocol/client";

export type Id = string | number;
export type Params = { readonly [key: string]: unknown };

/** How a request ended: by a result, or by an error of the protocol. */
export type Outcome = { readonly result: Params } | { readonly error: unknown };

export interface Request {
  readonly id: Id;
  readonly method: string;
  readonly params: Params;
}

/** The message as a request; undefined for a response or a notification. */
export function asRequest(message: JSONRPCMessage): Request | undefined {
  if (!("method" in message) || !("id" in message)) return undefined;
  return { id: message.id as Id, method: message.method, params: (message.params ?? {}) as Params };
}

/** What a request or a result says about itself. */
export function metaOf({ _meta: meta }: Params): Params {
  return typeof meta === "object" && meta !== null ? (meta as Params) : {};
}

/** Whether the message calls a tool, with or without an id. */
export function isCall(message: JSONRPCMessage): boolean {
  return "method" in message && message.method === "tools/call";
}

/** The message as a response and the id of its request; undefined for a request or a notification. */
export function asResponse(
  message: JSONRPCMessage,
): { readonly id: Id | undefined; readonly outcome: Outcome } | undefined {
  if ("result" in message) return { id: message.id, outcome: { result: message.result as Params } };
  if ("error" in message) return { id: message.id as Id | undefined, outcome: { error: message.error } };
  return undefined;
}

/** The id of the request that a notification cancels. */
export function cancelledBy(message: JSONRPCMessage): Id | undefined {
  if (!("method" in message) || message.method !== "notifications/cancelled") return undefined;
  return (message.params as { readonly requestId?: Id } | undefined)?.requestId;
}

export function toRequest(id: Id, method: string, params: Params): JSONRPCMessage {
  return { jsonrpc: "2.0", id, method, params } as JSONRPCMessage;
}

export function toNotification(method: string, params: Params): JSONRPCMessage {
  return { jsonrpc: "2.0", method, params } as JSONRPCMessage;
}

export function toResponse(id: Id, outcome: Outcome): JSONRPCMessage {
  return { jsonrpc: "2.0", id, ...outcome } as JSONRPCMessage;
}

export function internalError(message: string): Outcome {
  return { error: { code: -32_603, message } };
}

export function invalidParams(message: string): Outcome {
  return { error: { code: -32_602, message } };
}
