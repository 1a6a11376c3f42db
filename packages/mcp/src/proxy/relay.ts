import { randomUUID } from "node:crypto";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
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
  type Outcome,
  type Params,
  type Request,
  toNotification,
  toRequest,
  toResponse,
} from "./json-rpc.ts";
import { keepAlive } from "./keep-alive.ts";
import { createToolSchemas } from "./tool-schemas.ts";

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

  function send(to: Transport, message: JSONRPCMessage): void {
    to.send(message).catch((error: unknown) => {
      const request = to === upstream ? asRequest(message) : undefined;
      const why = error instanceof Error ? error.message : String(error);
      if (request) onUpstream(toResponse(request.id, internalError(`the MCP server cannot be reached: ${why}`)));
    });
  }

  /** A request of the proxy itself. An abort cancels it and rejects. */
  function requestUpstream(method: string, params: Params, signal?: AbortSignal): Promise<Outcome> {
    const id = `askback-${randomUUID()}`;
    return new Promise((resolve, reject) => {
      const cancel = () => {
        pending.delete(id);
        send(upstream, toNotification("notifications/cancelled", { requestId: id, reason: "the client cancelled it" }));
        reject(new Error("cancelled"));
      };
      if (signal?.aborted) return reject(new Error("cancelled"));
      signal?.addEventListener("abort", cancel, { once: true });
      pending.set(id, (outcome) => {
        signal?.removeEventListener("abort", cancel);
        resolve(outcome);
      });
      send(upstream, toRequest(id, method, params));
    });
  }

  async function holdCall({ id, params }: Request, tool: string): Promise<void> {
    const giveUp = new AbortController();
    held.set(id, giveUp);
    const { signal } = giveUp;
    const waiting = keepAlive(params._meta, (progress) => send(downstream, progress));
    const outcome = await decide(params, tool, signal, waiting.stop).catch((error: unknown) =>
      internalError(error instanceof Error ? error.message : String(error)),
    );
    waiting.stop();
    held.delete(id);
    if (outcome && !signal.aborted) send(downstream, toResponse(id, outcome));
  }

  async function decide(params: Params, tool: string, signal: AbortSignal, onRun: () => void) {
    const schema = isEditable(tool) ? await schemas.schemaOf(tool, params._meta) : undefined;
    const run = async (input: unknown, runSignal: AbortSignal) => {
      onRun();
      const outcome = await requestUpstream("tools/call", { ...params, arguments: input }, runSignal);
      noteContinuation({ tool, asked: params.arguments, input }, outcome);
      return outcome;
    };
    return calls.call({ tool, params, asker: askerOf(names), schema, run }, signal);
  }

  function noteContinuation({ tool, asked, input }: ContinuedCall, outcome: Outcome): void {
    const state = "result" in outcome ? outcome.result.requestState : undefined;
    if (state !== undefined) continuations.set(digestOf([tool, asked, state]), input);
  }

  /** A call that a person allowed goes on with the further input that the server asked for. */
  function continueCall(message: JSONRPCMessage, { id, params }: Request, tool: string): boolean {
    const key = digestOf([tool, params.arguments, params.requestState]);
    if (params.requestState === undefined || !continuations.has(key)) return false;
    const input = continuations.get(key);
    continuations.delete(key);
    continued.set(id, { tool, asked: params.arguments, input });
    send(upstream, { ...message, params: { ...params, arguments: input } } as JSONRPCMessage);
    return true;
  }

  function onCall(message: JSONRPCMessage, request: Request): void {
    const { name } = request.params;
    if (typeof name !== "string")
      return send(downstream, toResponse(request.id, invalidParams("the name of a tool must be a string")));
    if (!isGated(name)) return send(upstream, message);
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
    if (request?.method === "initialize") {
      handshakes.add(request.id);
      noteName("client", request.params.clientInfo);
    }
    send(upstream, message);
  }

  function onUpstream(message: JSONRPCMessage): void {
    const response = asResponse(message);
    const own = response?.id === undefined ? undefined : pending.get(response.id);
    if (response?.id !== undefined && own) {
      pending.delete(response.id);
      return own(response.outcome);
    }
    const goesOn = response?.id === undefined ? undefined : continued.get(response.id);
    if (response?.id !== undefined && goesOn) {
      continued.delete(response.id);
      noteContinuation(goesOn, response.outcome);
    }
    if (response?.id !== undefined && handshakes.delete(response.id) && "result" in response.outcome) {
      const { protocolVersion, serverInfo } = response.outcome.result;
      if (typeof protocolVersion === "string") upstream.setProtocolVersion?.(protocolVersion);
      noteName("server", serverInfo);
    }
    send(downstream, message);
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
