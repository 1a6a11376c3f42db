/** What a card says in an MCP host, beside what every card says. */
export const app = {
  "app.none": "لا يوجد سؤال لعرضه هنا. إذا طُرح سؤال فهو في صندوق الوارد في Askback.",
  "app.elsewhere": "ينتظر {agent} إجابة تُعطى في Askback.",
  "app.open": "الإجابة في Askback",
  "app.offline": "لا يوجد اتصال بـ Askback. قد يكون ما تراه قديمًا.",
  "app.goOn": "دع {agent} يتابع",
} as const;
