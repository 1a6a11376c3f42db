import type * as wire from "@askback/core/wire";
import type { AskingClient } from "./people.ts";
import { unwrap } from "./people.ts";

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

/** The inquiries of a thread that were open when this process began: whoever waited for them has ended. */
export interface LeftOpen {
  /** One that asks exactly this and is still open; each is taken once, since two calls are two questions. */
  take(body: Content): Promise<wire.Inquiry | undefined>;
}

export function createLeftOpen(client: AskingClient, thread: string): LeftOpen {
  let found: Promise<wire.Inquiry[]> | undefined;

  async function list(): Promise<wire.Inquiry[]> {
    const items: wire.Inquiry[] = [];
    let cursor: string | undefined;
    do {
      const query = { status: "open", limit: 100, ...(cursor !== undefined && { cursor }) } as const;
      const page = unwrap(await client.inquiries.list(query));
      items.push(...page.items.filter(({ origin }) => origin?.thread === thread));
      cursor = page.next;
    } while (cursor !== undefined);
    return items;
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
      return now.ok && now.value.status === "open" && now.value.revision === left.revision ? now.value : undefined;
    },
  };
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
