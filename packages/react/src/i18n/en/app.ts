/** What a card says in an MCP host, beside what every card says. */
export const app = {
  "app.none": "There is no question to show here. If one was asked, it is in the inbox of Askback.",
  "app.elsewhere": "{agent} waits for an answer, which is given in Askback.",
  "app.open": "Answer in Askback",
  "app.offline": "Not connected to Askback. What you see may be old.",
  "app.goOn": "Let {agent} go on",
} as const;
