import type { Store } from "../store.ts";

/** Everything that can be read from a store, for comparisons. */
export async function readContents(store: Store) {
  const everything = { limit: 1_000 };
  const [shown, deleted] = [
    await store.conversations(everything),
    await store.conversations({ ...everything, status: "deleted" }),
  ];
  const ids = [...shown.items, ...deleted.items].map(({ conversation }) => conversation.id);
  const everyInquiry = await store.inquiries(everything);
  return {
    conversations: shown,
    deleted,
    loaded: await Promise.all(ids.map((id) => store.load(id))),
    messages: await Promise.all(ids.map((id) => store.messages(id))),
    modelMessages: await Promise.all(
      ids.flatMap((id) => [0, 1, 3].map((through) => store.modelMessages(id, { through, from: 0 }))),
    ),
    runs: await Promise.all(ids.map((id) => store.runs(id))),
    inquiries: everyInquiry,
    openInquiries: await store.inquiries({ ...everything, status: "open" }),
    audit: (
      await Promise.all(everyInquiry.items.map(({ id }) => store.audit.ofInquiry({ inquiryId: id, limit: 10_000 })))
    ).map(({ items }) => items.map(({ seal: _, ...entry }) => entry)),
    openInquiryCount: await store.openInquiryCount(),
    events: await store.events({ after: 0, limit: 10_000 }),
    position: await store.position(),
    dueIn: await store.dueIn(),
  };
}
