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
  // The request of an equal call may have arrived although its response was lost.
  const key = id === undefined ? (lostKeys.take(digest) ?? keyOfCall(undefined)) : keyOfCall(id);
  const asked = await client.inquiries.ask({ ...body, key, agent, thread, state }, { signal });
  if (!asked.ok) {
    if (id === undefined && isTransient(asked.error)) lostKeys.add(digest, key);
    return failureResult(asked.error);
  }
  return { inquiry: asked.value, contract, state };
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

/** An answer that nobody got is for the same question for so long. */
const longestUnreadMs = 7 * 24 * 3_600_000;
/** How many answered questions of the same client are looked at. */
const mostAnswered = 300;

/** What a person said; one that was set aside, expired or was withdrawn is asked anew. */
const said: readonly wire.InquiryStatus[] = ["answered", "answered-in-chat", "delegated", "declined"];

/** The newest inquiry that asked the same, whose caller has left and got no answer. Of many calls one gets it. */
async function findOrphan(
  client: Client,
  { digests, agent, name, callers }: Search,
  signal: AbortSignal,
): Promise<Result<Asked | undefined, Failure>> {
  const isFree = async (asked: Asked) => {
    const { inquiry, state } = asked;
    const asker = callerOf(state);
    if (asker === undefined || callers.taken.has(inquiry.id) || callers.statusOf(asker) !== "ended") return false;
    const self = { self: name, statusOf: callers.statusOf };
    const isOurs =
      (await takeOver(client, self, { inquiryId: inquiry.id, asker }, signal)) &&
      (!isResolved(inquiry) || (await claimAnswer(client, inquiry.id, name, signal)));
    if (!isOurs && isResolved(inquiry)) callers.taken.add(inquiry.id);
    return isOurs;
  };
  const common = { order: "newest", limit: 100 } as const;
  const open = await findAsked(
    client,
    { ...common, status: "open" },
    (asked) => isOfDigest(digests, asked.state.digest) && isFree(asked),
    signal,
  );
  if (!open.ok || open.value) return open;
  const oldest = client.now() - longestUnreadMs;
  let looked = 0;
  const isUnread = (asked: Asked) => {
    looked += 1;
    if (looked > mostAnswered || Date.parse(asked.inquiry.askedAt) < oldest) return "stop";
    // Of what an earlier version asked nobody recorded whether it was returned.
    const isSame = isOfDigest(digests, asked.state.digest) && asked.state.caller !== undefined;
    return isSame && said.includes(asked.inquiry.status) && isFree(asked);
  };
  return findAsked(client, { ...common, resolved: true, ...(agent !== undefined && { agent }) }, isUnread, signal);
}
