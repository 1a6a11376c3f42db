import type { Inquiry } from "@askback/core/wire";

/** What the list shows in one row: an inquiry, or the title of a conversation that several of them belong to. */
export type ListRow =
  | { readonly type: "inquiry"; readonly id: string; readonly inquiry: Inquiry; readonly isGrouped: boolean }
  | {
      readonly type: "group";
      readonly id: string;
      readonly conversationId: string;
      readonly count: number;
      readonly isFolded: boolean;
    };

/** Moves inquiries of one conversation together, to where the first of them is. */
export function byConversation(inquiries: readonly Inquiry[]): readonly Inquiry[] {
  return [...Map.groupBy(inquiries, ({ conversationId }) => conversationId).values()].flat();
}

/** Adds the titles of conversations with several inquiries, and leaves out the rows of those that are folded. */
export function toListRows(inquiries: readonly Inquiry[], folded: ReadonlySet<string>): readonly ListRow[] {
  return runsOf(inquiries).flatMap((run): readonly ListRow[] => {
    const rows = run.map((inquiry) => ({
      type: "inquiry" as const,
      id: inquiry.id,
      inquiry,
      isGrouped: run.length > 1,
    }));
    const [first] = run;
    if (!first || run.length === 1) return rows;
    const { conversationId } = first;
    const isFolded = folded.has(conversationId);
    const group = { type: "group", id: groupIdOf(first), conversationId, count: run.length, isFolded } as const;
    return isFolded ? [group] : [group, ...rows];
  });
}

/** While a list is loaded a conversation may stand in it twice, so that a group is named after its first inquiry. */
function groupIdOf({ id }: Inquiry): string {
  return `group ${id}`;
}

/** Neighbours that belong to one conversation. */
function runsOf(inquiries: readonly Inquiry[]): readonly (readonly Inquiry[])[] {
  const runs: Inquiry[][] = [];
  for (const inquiry of inquiries) {
    const last = runs.at(-1);
    if (last?.[0]?.conversationId === inquiry.conversationId) last.push(inquiry);
    else runs.push([inquiry]);
  }
  return runs;
}
