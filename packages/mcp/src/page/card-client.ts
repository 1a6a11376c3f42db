import { type Card, type cardActions, cardMetaKey, cardToolNames, cardWait, refusedMetaKey } from "../card/card.ts";
import type { Host, ToolResult } from "./host.ts";

/** What the server replied to a call of the card. */
export type CardReply =
  | { readonly type: "card"; readonly card: Card }
  /** It takes nothing from this card: its token is too old, or nobody may answer here any more. */
  | { readonly type: "refused" }
  /** The host or the server could not be reached; the text may say why. */
  | { readonly type: "failed"; readonly title: string };

export interface Resolve {
  readonly action: (typeof cardActions)[number];
  readonly revision: number;
  readonly answers?: readonly unknown[];
  readonly comment?: string;
}

export type Seen = Pick<Card["inquiry"], "revision" | "status">;

/** The tools of the card, called through its host with its token. */
export interface CardClient {
  read(): Promise<CardReply>;
  /** Waits a while until the inquiry is not as it was seen any more. */
  wait(seen: Seen): Promise<CardReply>;
  resolve(request: Resolve): Promise<CardReply>;
  /** Without a draft, the saved one is discarded. */
  saveDraft(draft: object | undefined): Promise<void>;
}

export function createCardClient(host: Host, token: string): CardClient {
  async function call(name: string, input: object): Promise<CardReply> {
    try {
      return toReply(await host.callTool(name, { token, ...input }));
    } catch (error) {
      return { type: "failed", title: error instanceof Error ? error.message : String(error) };
    }
  }
  return {
    read: () => call(cardToolNames.read, {}),
    wait: ({ revision, status }) => call(cardToolNames.read, { wait: cardWait, seen: { revision, status } }),
    resolve: (request) => call(cardToolNames.resolve, request),
    async saveDraft(draft) {
      await call(cardToolNames.saveDraft, { ...(draft && { draft }), device: host.name.slice(0, 80) });
    },
  };
}

function toReply(result: ToolResult): CardReply {
  const card = cardOf(result);
  if (card) return { type: "card", card };
  if (result._meta?.[refusedMetaKey] === true) return { type: "refused" };
  return { type: "failed", title: result.content?.find(({ type }) => type === "text")?.text ?? "" };
}

/** The card of a result; undefined if it has none. */
export function cardOf({ _meta: meta }: ToolResult): Card | undefined {
  const card = meta?.[cardMetaKey] as Partial<Card> | undefined;
  return card?.inquiry && typeof card.url === "string" ? (card as Card) : undefined;
}
