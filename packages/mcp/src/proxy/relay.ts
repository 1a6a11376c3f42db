import { randomUUID } from "node:crypto";
import {
  CLIENT_INFO_META_KEY,
  type JSONRPCMessage,
  SERVER_INFO_META_KEY,
  type Transport,
} from "@modelcontextprotocol/client";
import { digestOf } from "./ask-key.ts";
import type { Gate } from "./gate.ts";
import type { Asker, GatedCalls } from "./gated-calls.ts";
import {
  asRequest,
  asResponse,
  cancelledBy,
  type Id,
  internalError,
  invalidParams,
  isCall,
  metaOf,
  type Outcome,
  type Params,
  type Request,
  toNotification,
  toRequest,
  toResponse,
} from "./json-rpc.ts";
import { keepAlive } from "./keep-alive.ts";
import { createToolSchemas } from "./tool-schemas.ts";
import { createUpstreamRequests } from "./upstream-requests.ts";

export interface RelayOptions {
  /** To the client. */
  readonly downstream: Transport;
  /** To the wrapped server. */
  readonly upstream: Transport;
  readonly isGated: Gate;
  readonly isEditable: Gate;
  readonly calls: GatedCalls;
  /** The asker, by the names of the client and the server as far as they are known. */
  askerOf(names: { readonly client?: string; readonly server?: string }): Asker;
}

/** A call of a gated tool that was allowed: what the client sends, and what runs. */
interface ContinuedCall {
  readonly tool: string;
  readonly asked: unknown;
  readonly input: unknown;
}

/** Passes every message between client and server on as it is, but for the calls of gated tools. */
export async function relay(options: RelayOptions): Promise<void> {
  const { downstream, upstream, isGated, isEditable, calls, askerOf } = options;
  const pending = new Map<Id, (outcome: Outcome) => void>();
  const held = new Map<Id, AbortController>();
  const handshakes = new Set<Id>();
  /** What a call goes on with that needed more input, by what the client repeats. */
  const continuations = new Map<string, unknown>();
  /** Calls that go on, by their ids, since each may need more input again. */
  const continued = new Map<Id, ContinuedCall>();
  const names: { client?: string; server?: string } = {};
  const schemas = createToolSchemas(requestUpstream);
  const requests = createUpstreamRequests(upstream, onUpstream);

  /** A client that has left hears no more. */
  function reply(message: JSONRPCMessage): void {
    downstream.send(message).catch(() => {});
  }

  /** A request of the proxy itself. An abort cancels it and rejects. */
  function requestUpstream(method: string, params: Params, signal?: AbortSignal): Promise<Outcome> {
    const id = `askback-${randomUUID()}`;
    return new Promise((resolve, reject) => {
      const cancel = () => {
        pending.delete(id);
        const reason = "the client cancelled it";
        requests.cancel(id, toNotification("notifications/cancelled", { requestId: id, reason }));
        reject(new Error("cancelled"));
      };
      if (signal?.aborted) return reject(new Error("cancelled"));
      signal?.addEventListener("abort", cancel, { once: true });
      pending.set(id, (outcome) => {
        signal?.removeEventListener("abort", cancel);
        resolve(outcome);
      });
      requests.send(toRequest(id, method, params));
    });
  }

  async function holdCall({ id, params }: Request, tool: string): Promise<void> {
    const giveUp = new AbortController();
    held.set(id, giveUp);
    const { signal } = giveUp;
    const waiting = keepAlive(params._meta, reply);
    const outcome = await decide(params, tool, signal, waiting.stop).catch((error: unknown) =>
      internalError(error instanceof Error ? error.message : String(error)),
    );
    waiting.stop();
    held.delete(id);
    if (outcome && !signal.aborted) reply(toResponse(id, outcome));
  }

  async function decide(params: Params, tool: string, signal: AbortSignal, onRun: () => void) {
    const schema = isEditable(tool) ? await schemas.schemaOf(tool, metaOf(params)) : undefined;
    const run = async (input: unknown, runSignal: AbortSignal) => {
      onRun();
      const outcome = await requestUpstream("tools/call", { ...params, arguments: input }, runSignal);
      noteContinuation({ tool, asked: params.arguments, input }, outcome);
      return outcome;
    };
    return calls.call({ tool, params, asker: askerOf(names), schema, run }, signal);
  }

  function noteContinuation({ tool, asked, input }: ContinuedCall, outcome: Outcome): void {
    if (!("result" in outcome)) return;
    const { resultType, requestState } = outcome.result;
    if (resultType === "input_required") continuations.set(digestOf([tool, asked, requestState]), input);
  }

  /** A call that a person allowed goes on with the further input that the server asked for. */
  function continueCall(message: JSONRPCMessage, { id, params }: Request, tool: string): boolean {
    const key = digestOf([tool, params.arguments, params.requestState]);
    const goesOn = params.requestState !== undefined || params.inputResponses !== undefined;
    if (!goesOn || !continuations.has(key)) return false;
    const input = continuations.get(key);
    continuations.delete(key);
    continued.set(id, { tool, asked: params.arguments, input });
    requests.send({ ...message, params: { ...params, arguments: input } } as JSONRPCMessage);
    return true;
  }

  function onCall(message: JSONRPCMessage, request: Request): void {
    const { name } = request.params;
    if (typeof name !== "string")
      return reply(toResponse(request.id, invalidParams("the name of a tool must be a string")));
    if (!isGated(name)) return requests.send(message);
    noteName("client", metaOf(request.params)[CLIENT_INFO_META_KEY]);
    if (continueCall(message, request, name)) return;
    void holdCall(request, name);
  }

  function onDownstream(message: JSONRPCMessage): void {
    const request = asRequest(message);
    const cancelled = cancelledBy(message);
    if (request?.method === "tools/call") return onCall(message, request);
    // A call without an id has no result, and a server that ran it all the same would run it past the gate.
    if (isCall(message)) return;
    if (cancelled !== undefined && held.has(cancelled)) return held.get(cancelled)?.abort();
    if (cancelled !== undefined) return requests.cancel(cancelled, message);
    if (request?.method === "initialize") {
      handshakes.add(request.id);
      noteName("client", request.params.clientInfo);
    }
    requests.send(message);
  }

  function onUpstream(message: JSONRPCMessage): void {
    const response = asResponse(message);
    if (response?.id === undefined) return reply(message);
    const { id, outcome } = response;
    if (!requests.settle(id)) return;
    const own = pending.get(id);
    if (pending.delete(id)) return own?.(outcome);
    const goesOn = continued.get(id);
    if (continued.delete(id) && goesOn) noteContinuation(goesOn, outcome);
    if ("result" in outcome) noteServer(id, outcome.result);
    reply(message);
  }

  function noteServer(id: Id, result: Params): void {
    noteName("server", metaOf(result)[SERVER_INFO_META_KEY]);
    if (!handshakes.delete(id)) return;
    if (typeof result.protocolVersion === "string") upstream.setProtocolVersion?.(result.protocolVersion);
    noteName("server", result.serverInfo);
  }

  function noteName(side: "client" | "server", info: unknown): void {
    const name = typeof info === "object" && info !== null && "name" in info ? info.name : undefined;
    if (typeof name === "string") names[side] = name;
  }

  downstream.onmessage = onDownstream;
  upstream.onmessage = onUpstream;
  await upstream.start();
  await downstream.start();
}
