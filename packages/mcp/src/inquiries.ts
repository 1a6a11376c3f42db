import { createHash } from "node:crypto";
import { type Client, createIdempotencyKey, type Failure, type InquiryQuery } from "@askback/client";
import { type Contract, canonicalJson, type Json, ok, type Result } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { askContracts } from "./tools.ts";
import { pause, untilAnswered } from "./until-answered.ts";

type Ask = Extract<ReturnType<Contract["read"]>, { ok: true }>["value"];

/** What an ask of these tools carries, so that any process finds out later which tool asked. */
export interface AskState {
  readonly tool: string;
  /** Equal for calls that ask the same. */
  readonly digest: string;
  /** The call that waits for the answer, where its client gave it no id. */
  readonly caller?: string | undefined;
  /** The process that asked, as earlier versions recorded it. */
  readonly asker?: string | undefined;
}

/** Whose the answer is, unless somebody has taken it over. */
export function callerOf({ caller, asker }: AskState): string | undefined {
  return caller ?? asker;
}

/** An inquiry of one of the tools. */
export interface Asked {
  readonly inquiry: wire.Inquiry;
  readonly contract: Contract;
  readonly state: AskState;
}

/** What a call asks, whatever the order of its keys. Earlier versions counted the order, and what they recorded is found too. */
export interface AskDigests {
  readonly digest: string;
  readonly earlier: string;
}

export function askDigests(tool: string, input: Json): AskDigests {
  return { digest: base64DigestOf(tool, withSortedKeys(input)), earlier: base64DigestOf(tool, input) };
}

export function isOfDigest({ digest, earlier }: AskDigests, given: string): boolean {
  return given === digest || given === earlier;
}

/** The same JSON with its keys in the order of their names. */
export function withSortedKeys(value: Json): Json {
  return JSON.parse(canonicalJson(value)) as Json;
}

export function base64DigestOf(...parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/** The ask's key, from the id of the call that a client repeats when it calls again. */
export function keyOfCall(callId: string | undefined): string {
  return `mcp:${callId === undefined ? createIdempotencyKey() : base64DigestOf(callId)}`;
}

export type AskBody = Pick<wire.AskInquiry, "questions" | "context">;

export function toBody({ questions, context }: Ask): AskBody {
  return {
    context,
    questions: questions.map(({ text, header, options, multiSelect, ownWords }) => ({
      question: text,
      header,
      options: options.map(({ recommended, label, description, preview }) => ({
        label,
        description,
        recommended: recommended && (recommended.reason ?? true),
        preview,
      })),
      multiSelect,
      ownWords,
    })),
  };
}

/** The inquiry with the tool that asked it; undefined for one that no tool here asked. */
export function toAsked(inquiry: wire.Inquiry): Asked | undefined {
  const state = inquiry.origin?.state as AskState | undefined;
  const contract = askContracts.get(state?.tool ?? "");
  return state && contract && { inquiry, contract, state };
}

/** How often an inquiry with a held answer is read. */
const lookMs = 500;

/** The inquiry when it has no answer that can still be taken back: resolved, or open again. */
export async function untilUnheld(
  { inquiries }: Pick<Client, "inquiries">,
  inquiry: wire.Inquiry,
  signal: AbortSignal,
): Promise<Result<wire.Inquiry, Failure>> {
  let read: Result<wire.Inquiry, Failure> = ok(inquiry);
  while (read.ok && read.value.status === "held") {
    await pause(lookMs, signal);
    read = await untilAnswered(() => inquiries.get(inquiry.id, {}, { signal }), signal);
  }
  return read;
}

/** What a person reads who is shown a form again, since the answer that had won was taken back. */
export const takenBack = "Somebody else had answered, and took the answer back. Please answer.";

/** The first of the caller's inquiries that `isWanted`, on so many pages of the list. */
export async function findAsked(
  { inquiries }: Pick<Client, "inquiries">,
  query: InquiryQuery,
  isWanted: (asked: Asked) => Promise<boolean>,
  signal: AbortSignal,
  mostPages: number = Number.POSITIVE_INFINITY,
): Promise<Result<Asked | undefined, Failure>> {
  let rest: { cursor?: string } = {};
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await inquiries.list({ ...query, ...rest }, { signal });
    if (!page.ok) return page;
    for (const inquiry of page.value.items) {
      const asked = toAsked(inquiry);
      if (asked && (await isWanted(asked))) return ok(asked);
    }
    if (page.value.next === undefined) break;
    rest = { cursor: page.value.next };
  }
  return ok(undefined);
}

/** Whether the resolution is for this call: it is returned once, to one that may call again without an id. */
export async function claimAnswer(
  { inquiries }: Pick<Client, "inquiries">,
  id: string,
  claimant: string,
  signal: AbortSignal,
): Promise<boolean> {
  return (await untilAnswered(() => inquiries.claim(id, { claimant }, { signal }), signal)).ok;
}
