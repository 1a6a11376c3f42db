import { type Client, createIdempotencyKey, type Failure } from "@askback/client";
import type { Result } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { type CallToolResult, createRequestStateCodec } from "@modelcontextprotocol/server";
import type * as z from "zod";
import type { Call } from "../call.ts";
import type { Asked } from "../inquiries.ts";
import { failureResult, textResult } from "../resolution.ts";
import type { Askers } from "../tiers/inquiry-tasks.ts";
import type { RequestStateSecret } from "../tiers/request-states.ts";
import { untilAnswered } from "../until-answered.ts";
import { ReadCard, ResolveCard, SaveCardDraft } from "./apps.ts";
import { type Card, cardMetaKey, cardToolNames, refusedMetaKey } from "./card.ts";

/** Signs the tokens of cards, and says where Askback's own app is. */
export interface CardOptions extends RequestStateSecret {
  readonly url: string;
}

export interface Cards {
  /** What the result of a call that asked carries for its card. */
  metaOf(asked: Asked, call: Call): Promise<Readonly<Record<string, unknown>>>;
  /** A call of a tool of the card; undefined if the card has no such tool. */
  call(name: string, input: unknown, call: Call): Promise<CallToolResult> | undefined;
}

/** People may take their time, and old conversations are opened again. */
const lifetimeSeconds = 90 * 24 * 3600;

/** How often a card that waits is looked after. */
const lookSeconds = 1;

interface Token {
  readonly card: string;
}

/** A model may call these tools where a host lets it: without the token, which it never sees, they do nothing. */
const notTheCard = refusal(
  "This tool is for the card that people see, and nothing was changed. Ask with ask_user_question, and get the answer with get_answer.",
);
const noAnswerKey = refusal("No key that may answer is set up here: the question is answered in Askback.");

export function createCards({ client, answers }: Askers, { key, principal, url }: CardOptions): Cards {
  const tokens = createRequestStateCodec<Token>({ key, ttlSeconds: lifetimeSeconds, bind: () => `card ${principal}` });

  async function inquiryOf(token: string, { context }: Call): Promise<string | undefined> {
    const opened = await tokens.verify(token, context).catch(() => undefined);
    return typeof opened?.card === "string" ? opened.card : undefined;
  }

  const toCard = ({ origin: _, mine: __, warnings: ___, ...inquiry }: wire.Inquiry): Card => ({
    inquiry,
    canAnswer: answers !== undefined,
    url: `${url}/q/${encodeURIComponent(inquiry.id)}`,
  });

  async function read({ token, ...waits }: z.infer<typeof ReadCard>, call: Call): Promise<CallToolResult> {
    const id = await inquiryOf(token, call);
    if (id === undefined) return notTheCard;
    const { signal } = call;
    const inquiry = await untilChanged(client, id, waits, signal);
    if (!inquiry.ok) return failureResult(inquiry.error);
    // A card that waits has read before who answers here, and what they had written.
    const personal = waits.wait === 0 && answers ? await readPersonal(answers, id, signal) : {};
    return cardResult({ ...toCard(inquiry.value), ...personal });
  }

  async function resolve({ token, ...request }: z.infer<typeof ResolveCard>, call: Call): Promise<CallToolResult> {
    const id = await inquiryOf(token, call);
    if (id === undefined) return notTheCard;
    if (!answers) return noAnswerKey;
    const { signal } = call;
    const idempotencyKey = createIdempotencyKey();
    const sent = await untilAnswered(() => send(answers, id, request, { signal, key: idempotencyKey }), signal);
    const inquiry = await untilAnswered(() => client.inquiries.get(id, {}, { signal }), signal);
    if (!inquiry.ok) return failureResult(inquiry.error);
    return cardResult({ ...toCard(inquiry.value), ...outcomeOf(sent) });
  }

  async function saveDraft(
    { token, draft, device }: z.infer<typeof SaveCardDraft>,
    call: Call,
  ): Promise<CallToolResult> {
    const id = await inquiryOf(token, call);
    if (id === undefined) return notTheCard;
    if (!answers) return noAnswerKey;
    const { signal } = call;
    const saved = draft
      ? await answers.inquiries.saveDraft(id, { draft: draft as unknown as wire.Draft, device }, { signal })
      : await answers.inquiries.discardDraft(id, { signal });
    return saved.ok ? textResult("Kept.") : failureResult(saved.error);
  }

  return {
    async metaOf({ inquiry }, { context }) {
      const card: Card = { ...toCard(inquiry), token: await tokens.mint({ card: inquiry.id }, context) };
      return { [cardMetaKey]: card };
    },
    call(name, input, call) {
      switch (name) {
        case cardToolNames.read:
          return withInput(ReadCard, input, (valid) => read(valid, call));
        case cardToolNames.resolve:
          return withInput(ResolveCard, input, (valid) => resolve(valid, call));
        case cardToolNames.saveDraft:
          return withInput(SaveCardDraft, input, (valid) => saveDraft(valid, call));
        default:
          return undefined;
      }
    },
  };
}

async function withInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  use: (valid: z.infer<Schema>) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const parsed = schema.safeParse(input);
  return parsed.success ? use(parsed.data) : notTheCard;
}

/** The inquiry when it is resolved, changed or held, or else after the wait. Only a resolution is told at once. */
async function untilChanged(
  { inquiries }: Client,
  id: string,
  { wait, seen }: Pick<z.infer<typeof ReadCard>, "wait" | "seen">,
  signal: AbortSignal,
): Promise<Result<wire.Inquiry, Failure>> {
  for (let left = wait; ; left -= lookSeconds) {
    const inquiry = await inquiries.get(id, { wait: Math.max(Math.min(left, lookSeconds), 0) }, { signal });
    if (!inquiry.ok || left <= lookSeconds) return inquiry;
    const { revision, status, resolution } = inquiry.value;
    if (resolution || (seen && (revision !== seen.revision || status !== seen.status))) return inquiry;
  }
}

/** Who answers with the key, and what they had written. */
async function readPersonal(
  answers: Client,
  id: string,
  signal: AbortSignal,
): Promise<Partial<Pick<Card, "me" | "draft">>> {
  const [me, draft] = await Promise.all([answers.me({ signal }), answers.inquiries.draft(id, { signal })]);
  return { ...(me.ok && { me: me.value.id }), ...(draft.ok && draft.value && { draft: draft.value }) };
}

type Request = Omit<z.infer<typeof ResolveCard>, "token">;

function send(
  { inquiries }: Client,
  id: string,
  { action, revision, answers = [], comment }: Request,
  options: { readonly signal: AbortSignal; readonly key: string },
): Promise<Result<wire.Receipt, Failure>> {
  const resolution = { revision, ...(comment !== undefined && { comment }) };
  if (action !== "answer") return inquiries[action](id, resolution, options);
  return inquiries.answer(id, { ...resolution, answers: answers as wire.AnswerInquiry["answers"] }, options);
}

/** Where somebody else was first nothing is wrong, and the inquiry has their answer. */
function outcomeOf(sent: Result<wire.Receipt, Failure>): Pick<Card, "isAccepted" | "problem"> {
  if (sent.ok) return { isAccepted: true };
  const { receipt, title, hint } = sent.error;
  return receipt ? {} : { problem: { title, hint } };
}

function refusal(text: string): CallToolResult {
  return { ...textResult(text, true), _meta: { [refusedMetaKey]: true } };
}

function cardResult(card: Card): CallToolResult {
  return { ...textResult(`The question is ${card.inquiry.status}.`), _meta: { [cardMetaKey]: card } };
}
