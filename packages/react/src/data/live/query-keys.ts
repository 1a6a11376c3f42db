/** The keys of what is cached. A shorter key stands for all keys that begin with it. */
export const queryKeys = {
  me: ["me"],
  agents: ["agents"],
  conversations: ["conversations"],
  inquiries: ["inquiry"],
  inquiry: (inquiryId: string) => ["inquiry", inquiryId],
  threads: ["thread"],
  thread: (conversationId: string) => ["thread", conversationId],
  texts: ["text"],
  text: (conversationId: string) => ["text", conversationId],
  runLists: ["runs"],
  runs: (conversationId: string) => ["runs", conversationId],
  asked: (conversationId: string) => ["runs", conversationId, "asked"],
  inbox: ["inbox"],
  inboxCount: ["inbox", "count"],
  titles: ["title"],
} as const;
