/** What a card says in an MCP host, beside what every card says. */
export const app = {
  "app.none": "这里没有可显示的问题。如果有人提问，问题在 Askback 的收件箱中。",
  "app.elsewhere": "{agent} 正在等待回答，请在 Askback 中回答。",
  "app.open": "在 Askback 中回答",
  "app.offline": "未连接到 Askback。您看到的内容可能已过时。",
  "app.goOn": "让 {agent} 继续",
} as const;
