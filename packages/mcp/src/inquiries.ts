import { createHash } from "node:crypto";
import { type Client, createIdempotencyKey, type Failure } from "@askback/client";
import { type Contract, ok, type Result } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { askContracts } from "./tools.ts";
import { pause, untilAnswered } from "./until-answered.ts";

type Ask = Extract<ReturnType<Contract["read"]>, { ok: true }>["value"];

/** What an ask of these tools carries, so that any process finds out later which tool asked. */
export interface AskState {
  readonly tool: string;
  /** Equal for calls that ask the same. */
  readonly digest: string;
  /** The process that asked, where nothing else says who waits for the answer. */
  readonly asker?: string | undefined;
}

/** An inquiry of one of the tools. */
export interface Asked {
  readonly inquiry: wire.Inquiry;
  readonly contract: Contract;
  readonly state: AskState;
}

export function base64DigestOf(...parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/** The ask's key, from the id of the call that a client repeats when it calls again. */
export function keyOfCall(callId: string | undefined): string {
  return `mcp:${callId === undefined ? createIdempotencyKey() : base64DigestOf(callId)}`;
}

export function toBody({ questions, context }: Ask): Pick<wire.AskInquiry, "questions" | "context"> {
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

/** The last open inquiry that asked the same and that `take` takes: its answer is for whoever asks again. */
export async function findOpen(
  { inquiries }: Pick<Client, "inquiries">,
  digest: string,
  take: (asked: Asked) => boolean,
  signal: AbortSignal,
): Promise<Result<Asked | undefined, Failure>> {
  for (let rest: { cursor?: string } = {}; ; ) {
    const page = await inquiries.list({ status: "open", order: "newest", limit: 100, ...rest }, { signal });
    if (!page.ok) return page;
    const same = page.value.items.map(toAsked).filter((asked) => asked?.state.digest === digest);
    const taken = same.find((asked) => asked && take(asked));
    if (taken || page.value.next === undefined) return ok(taken);
    rest = { cursor: page.value.next };
  }
}
