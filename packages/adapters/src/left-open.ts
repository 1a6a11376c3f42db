import type * as wire from "@askback/core/wire";
import type { AskingClient } from "./people.ts";
import { storedThread, unwrap } from "./people.ts";

/** What an ask and an inquiry have in common. */
interface Content {
  readonly approval?: { readonly tool: string; readonly input?: unknown } | undefined;
  readonly questions?:
    | readonly {
        readonly question?: string | undefined;
        readonly text?: string | undefined;
        readonly header?: string | undefined;
        readonly options?:
          | readonly (string | { readonly label: string; readonly description?: string | undefined })[]
          | undefined;
        readonly multiSelect?: boolean | undefined;
      }[]
    | undefined;
}

/** The inquiries of a thread that were open or held when this process began: whoever waited for them has ended. */
export interface LeftOpen {
  /** One that asks exactly this and is open, held or lately decided by a person; each is taken once, since two calls are two questions. */
  take(body: Content): Promise<wire.Inquiry | undefined>;
}

/** What a person decided; one that was set aside, expired or was withdrawn is asked anew. */
const decided: readonly wire.InquiryStatus[] = ["answered", "answered-in-chat", "delegated", "declined"];
/** After so long the same words are a new question. */
const longestDecidedMs = 24 * 3_600_000;

export function createLeftOpen(client: AskingClient, thread: string): LeftOpen {
  let found: Promise<wire.Inquiry[]> | undefined;

  async function list(): Promise<wire.Inquiry[]> {
    const stored = await storedThread(thread);
    // One that is answered between the two lists is in both.
    const items = new Map<string, wire.Inquiry>();
    for (const status of ["open", "held"] as const) {
      let cursor: string | undefined;
      do {
        const query = { status, limit: 100, ...(cursor !== undefined && { cursor }) } as const;
        const page = unwrap(await client.inquiries.list(query));
        for (const item of page.items) if (item.origin?.thread === stored) items.set(item.id, item);
        cursor = page.next;
      } while (cursor !== undefined);
    }
    return [...items.values()];
  }

  return {
    async take(body) {
      found ??= list();
      const items = await found.catch(() => {
        // The ask itself waits until the server is reached, and says what is wrong; the next call looks again.
        found = undefined;
        return [];
      });
      const wanted = contentOf(body);
      const index = items.findIndex((item) => contentOf(item) === wanted);
      const [left] = index < 0 ? [] : items.splice(index, 1);
      if (!left) return undefined;
      const now = await client.inquiries.get(left.id);
      return now.ok && now.value.revision === left.revision && isUsable(now.value) ? now.value : undefined;
    },
  };
}

function isUsable({ status, resolution }: wire.Inquiry): boolean {
  if (!resolution || status === "held") return true;
  return decided.includes(status) && Date.now() - Date.parse(resolution.at) < longestDecidedMs;
}

/** What people are asked, as one text; the order of the keys of an input does not matter. */
function contentOf({ approval, questions = [] }: Content): string {
  if (approval) return JSON.stringify([approval.tool, approval.input], sorted);
  return JSON.stringify(
    questions.map(({ text, question = text, header = "", options = [], multiSelect = false }) => [
      question,
      header,
      options.map((option) => (typeof option === "string" ? [option, ""] : [option.label, option.description ?? ""])),
      multiSelect,
    ]),
  );
}

function sorted(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
