import { aborted, type Client, type Failure } from "@askback/client";
import { contractByName, type Json, type Result } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { askedQuestions } from "./asked-questions.ts";
import { type ModelText, permissionOf, resultOf } from "./model-text.ts";

/** What an adapter needs of a client. */
export type AskingClient = Pick<Client, "ask" | "untilResolved"> & {
  readonly inquiries: Pick<Client["inquiries"], "ask" | "claim" | "get" | "list">;
};

export interface PeopleOptions {
  readonly client: AskingClient;
  /** Who asks, as people see it. */
  readonly agent?: string | undefined;
  /** The conversation of the host: its asks are shown as one conversation, and ids of its calls are unique in it. */
  readonly thread: string;
  /** After how many milliseconds a question expires; never by default. */
  readonly deadlineMs?: number | undefined;
}

/** One call of a model or one interrupt of a host. */
export interface Call {
  /** The host's own id, which is the same after a restart. */
  readonly id: string;
  readonly signal?: AbortSignal | undefined;
  /** Comes back with the inquiry; nobody else reads it. */
  readonly state?: unknown;
  onAsked?(inquiry: wire.Inquiry): void;
}

export interface Permitted {
  readonly isAllowed: boolean;
  /** What the model is told: why the call does not run, or what a person added. */
  readonly text?: string | undefined;
  readonly inquiry: wire.Inquiry;
}

/** The people of Askback, as a host sees them: every method finds what was asked before under the same call. */
export interface People {
  /** Asks what a model's call of the ask tool says, waits, and returns the result of the call. */
  answer(input: unknown, call: Call): Promise<ModelText>;
  /** The same without waiting: undefined while nobody has resolved it. */
  answerSoFar(input: unknown, call: Call): Promise<ModelText | undefined>;
  /** Asks whether this exact call may run, and waits. */
  permit(tool: string, input: unknown, call: Call): Promise<Permitted>;
  /** Asks anything, and waits for the resolution. */
  ask(body: wire.AskInquiry, call: Call): Promise<wire.Inquiry>;
  /** Asks anything, and returns at once. */
  open(body: wire.AskInquiry, call: Call): Promise<wire.Inquiry>;
  /** Whether the inquiry was asked by this host in this thread, under the host's id of a call. */
  isOf(inquiry: wire.Inquiry, callId: string): Promise<boolean>;
  /** Whether this attempt is the one that continues with the resolution. */
  claim(inquiry: wire.Inquiry, claimant?: string): Promise<boolean>;
}

/** The contract whose words the model reads, whatever the host. */
export const askContract = contractByName("ask_user_question");

/** Its schema, as a plain object: some hosts take the one of the contract for that of a library. */
export const askInputSchema = { ...askContract.inputSchema };

/** What a model is told in place of a result where another attempt has claimed the call. */
export const runElsewhere =
  "Not run again: another attempt continues with this approval, and the call may have happened there. Do not assume that it did, or that it did not.";

export function createPeople(host: string, { client, agent, thread, deadlineMs }: PeopleOptions): People {
  async function keyOf(callId: string): Promise<string> {
    const name = JSON.stringify([host, thread, callId]);
    return name.length <= 255 ? name : `${host} ${await sha256Of(name)}`;
  }

  async function toBody(body: wire.AskInquiry, { id, state }: Call): Promise<wire.AskInquiry> {
    return {
      ...body,
      key: await keyOf(id),
      thread: await storedThread(thread),
      ...(agent !== undefined && { agent }),
      ...(state !== undefined && { state }),
      ...(deadlineMs !== undefined && { deadlineInMs: deadlineMs }),
    };
  }

  async function ask(body: wire.AskInquiry, call: Call): Promise<wire.Inquiry> {
    const { signal, onAsked } = call;
    const reply = await client.ask(await toBody(body, call), {
      signal,
      ...(onAsked && { onProgress: (inquiry) => onAsked(inquiry) }),
    });
    return unwrap(reply);
  }

  async function open(body: wire.AskInquiry, call: Call): Promise<wire.Inquiry> {
    const { signal } = call;
    const inquiry = unwrap(await client.inquiries.ask(await toBody(body, call), signal && { signal }));
    call.onAsked?.(inquiry);
    return inquiry;
  }

  return {
    ask,
    open,
    async answer(input, call) {
      const read = askContract.read(input as Json);
      if (!read.ok) return { status: "error", text: read.error };
      return resultOf(askContract, await ask(askedQuestions(read.value), call));
    },
    async answerSoFar(input, call) {
      const read = askContract.read(input as Json);
      if (!read.ok) return { status: "error", text: read.error };
      const inquiry = await open(askedQuestions(read.value), call);
      return inquiry.resolution && resultOf(askContract, inquiry);
    },
    async permit(tool, input, call) {
      const inquiry = await ask({ approval: { tool, input } }, call);
      return { ...permissionOf(inquiry), inquiry };
    },
    isOf: async ({ origin }, callId) => origin?.key === (await keyOf(callId)),
    async claim(inquiry, claimant = globalThis.crypto.randomUUID()) {
      const reply = await client.inquiries.claim(inquiry.id, { claimant });
      if (!reply.ok && reply.error.code === "already-claimed") return false;
      unwrap(reply);
      return true;
    },
  };
}

/** The value, or an error for the host that says what to do. An aborted wait leaves the question open. */
export function unwrap<Value>(reply: Result<Value, Failure>): Value {
  if (reply.ok) return reply.value;
  const { title, detail, hint } = reply.error;
  const message = [title, detail, hint].filter(Boolean).join(". ");
  if (reply.error.code === aborted.code) throw new DOMException(message, "AbortError");
  throw new Error(`Askback: ${message}`, { cause: reply.error });
}

/** The thread as the server has it. */
export async function storedThread(thread: string): Promise<string> {
  return thread.length <= 200 ? thread : sha256Of(thread);
}

/** A name of fixed length for one that is too long. */
async function sha256Of(text: string): Promise<string> {
  const bytes = await globalThis.crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
