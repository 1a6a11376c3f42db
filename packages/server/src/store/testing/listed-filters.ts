import type { ConversationFilter, InquiryFilter, Store } from "../store.ts";

const page = { project: "default", limit: 50 } as const;

/** Lists that an index answers. */
const conversationPages: readonly ConversationFilter[] = [page, { ...page, parentId: "conv_a" }];
const inquiryPages: readonly InquiryFilter[] = [
  page,
  { ...page, order: "newest" },
  { ...page, status: "open" },
  { ...page, status: "open", notSnoozedBy: "ana" },
];
const conversationSearches: readonly ConversationFilter[] = [
  { ...page, text: "x" },
  { ...page, agent: "planner" },
  { ...page, createdBy: "ana" },
  { ...page, status: "idle" },
  { ...page, status: "failed" },
];
const inquirySearches: readonly InquiryFilter[] = [
  { ...page, text: "x" },
  { ...page, status: "open", text: "x" },
  { ...page, status: "open", createdBy: "ana" },
  { ...page, statuses: ["answered", "declined"], order: "newest" },
  { ...page, resolvedBy: "ana" },
  { ...page, agent: "planner" },
  { ...page, status: "open", waitsFor: { by: "ana", groups: ["ops"] } },
  { ...page, status: "open", waitingSets: ['{"people":["ana"]}'] },
  { ...page, status: "open", assignedTo: "ana" },
];

/** Reads a first and a later page of each kind of list; `cursor` is that of a row. */
export async function readLists(
  { conversations, inquiries }: Pick<Store, "conversations" | "inquiries">,
  kind: "pages" | "searches",
  cursor: string,
): Promise<void> {
  for (const filter of kind === "pages" ? conversationPages : conversationSearches)
    for (const from of [{}, { cursor }]) await conversations({ ...filter, ...from });
  for (const filter of kind === "pages" ? inquiryPages : inquirySearches)
    for (const from of [{}, { cursor }]) await inquiries({ ...filter, ...from });
}
