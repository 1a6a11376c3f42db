/** What a card says in an MCP host, beside what every card says. */
export const app = {
  "app.none": "Hier gibt es keine Frage. Falls eine gestellt wurde, ist sie im Eingang von Askback.",
  "app.elsewhere": "{agent} wartet auf eine Antwort, die in Askback gegeben wird.",
  "app.open": "In Askback antworten",
  "app.offline": "Keine Verbindung zu Askback. Was Sie sehen, kann veraltet sein.",
  "app.goOn": "{agent} weitermachen lassen",
} as const;
