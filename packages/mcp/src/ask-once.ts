import { type Client, type Failure, isTransient } from "@askback/client";
import type { Contract, Result } from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Call } from "./call.ts";
import type { Callers } from "./callers.ts";
import {
  type AskBody,
  type AskDigests,
  type Asked,
  callerOf,
  claimAnswer,
  findAsked,
  isOfDigest,
  keyOfCall,
  toAsked,
} from "./inquiries.ts";
import { failureResult, isResolved } from "./resolution.ts";
import { takeOver } from "./take-over.ts";

export interface AskOnceOptions {
  /** Holds the key that asks. */
  readonly client: Client;
  /** Asks of one thread are one conversation. */
  readonly thread?: string | undefined;
  /** Says whose an answer is, where a client gives its calls no ids. */
  readonly callers?: Callers | undefined;
  readonly lostKeys: LostKeys;
}

/** What a call asks, and under which name it waits. */
export interface Asking {
  readonly contract: Contract;
  readonly body: AskBody;
  readonly digests: AskDigests;
  /** The name of the call, where the client gave it no id to repeat. */
  readonly name: string | undefined;
}

/** Stores the inquiry, or finds that of the same call, or one that asked the same and whose caller has left without its answer. */
export async function askOnce(
  { client, thread, callers, lostKeys }: AskOnceOptions,
  { contract, body, digests, name }: Asking,
  { id, agent, signal }: Call,
): Promise<Asked | CallToolResult> {
  if (name !== undefined && callers) {
    const orphan = await findOrphan(client, { digests, agent, name, callers }, signal);
    if (!orphan.ok) return failureResult(orphan.error);
    if (orphan.value) return orphan.value;
  }
  const { digest } = digests;
  const state = { tool: contract.name, digest, ...(name !== undefined && { caller: name }) };
  for (;;) {
    // The request of an equal call may have arrived although its response was lost.
    const lostKey = id === undefined ? lostKeys.take(digest) : undefined;
    const key = lostKey ?? keyOfCall(id);
    const asked = await client.inquiries.ask({ ...body, key, agent, thread, state }, { signal });
    if (!asked.ok) {
      if (id === undefined && isTransient(asked.error)) lostKeys.add(digest, key);
      return failureResult(asked.error);
    }
    const stored = { inquiry: asked.value, contract, state: toAsked(asked.value)?.state ?? state };
    const isOther = lostKey !== undefined && name !== undefined && stored.state.caller !== name;
    if (!isOther || (callers && (await takeFrom(client, stored, { name, callers }, signal)))) return stored;
  }
}

/** The keys of asks of which it is not known whether they arrived, by what they asked. */
export interface LostKeys {
  add(digest: string, key: string): void;
  take(digest: string): string | undefined;
}

export function createLostKeys(): LostKeys {
  const keys = new Map<string, string[]>();
  return {
    add: (digest, key) => void keys.set(digest, [...(keys.get(digest) ?? []), key]),
    take: (digest) => keys.get(digest)?.shift(),
  };
}

interface Search {
  readonly digests: AskDigests;
  readonly agent: string | undefined;
  readonly name: string;
  readonly callers: Callers;
}

/** How many pages of the client's answered questions are looked at. */
const mostPages = 3;

/** What a person said; one that was set aside, expired or was withdrawn is asked anew. */
const said: readonly wire.InquiryStatus[] = ["answered", "answered-in-chat", "delegated", "declined"];

/** The newest inquiry that asked the same, whose caller has left and got no answer. Of many calls one gets it. */
async function findOrphan(
  client: Client,
  { digests, agent, ...caller }: Search,
  signal: AbortSignal,
): Promise<Result<Asked | undefined, Failure>> {
  const isOrphan = async (asked: Asked) =>
    isOfDigest(digests, asked.state.digest) &&
    caller.callers.isFor(asked.inquiry, agent, client.now()) &&
    (await takeFrom(client, asked, caller, signal));
  const common = { order: "newest", limit: 100 } as const;
  for (const status of ["open", "held"] as const) {
    const waiting = await findAsked(client, { ...common, status }, isOrphan, signal);
    if (!waiting.ok || waiting.value) return waiting;
  }
  const isUnread = async (asked: Asked) => {
    // Of what an earlier version asked nobody recorded whether it was returned.
    const isRecorded = asked.state.caller !== undefined && said.includes(asked.inquiry.status);
    return isRecorded && isOrphan(asked);
  };
  const resolved = { ...common, resolved: true, ...(agent !== undefined && { agent }) } as const;
  return findAsked(client, resolved, isUnread, signal, mostPages);
}

/** Whether the call takes the inquiry, and its answer if there is one, over from a caller that has left. */
async function takeFrom(
  client: Client,
  { inquiry, state }: Asked,
  { name, callers }: Pick<Search, "name" | "callers">,
  signal: AbortSignal,
): Promise<boolean> {
  const { id } = inquiry;
  const asker = callerOf(state);
  if (asker === undefined || callers.taken.has(id) || callers.statusOf(asker) !== "ended") return false;
  const self = { self: name, statusOf: callers.statusOf };
  const isOurs =
    (await takeOver(client, self, { inquiryId: id, asker }, signal)) &&
    (!isResolved(inquiry) || (await claimAnswer(client, id, name, signal)));
  if (!isOurs && isResolved(inquiry)) callers.taken.add(id);
  return isOurs;
}
