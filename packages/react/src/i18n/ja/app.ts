/** What a card says in an MCP host, beside what every card says. */
export const app = {
  "app.none": "ここに表示する質問はありません。質問があった場合は、Askback の受信箱にあります。",
  "app.elsewhere": "{agent} は回答を待っています。回答は Askback で行います。",
  "app.open": "Askback で回答する",
  "app.offline": "Askback に接続していません。表示が古い可能性があります。",
  "app.goOn": "{agent} に続けてもらう",
} as const;
