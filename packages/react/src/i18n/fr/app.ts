/** What a card says in an MCP host, beside what every card says. */
export const app = {
  "app.none":
    "Il n’y a pas de question à afficher ici. Si une question a été posée, elle est dans la boîte de réception d’Askback.",
  "app.elsewhere": "{agent} attend une réponse, qui se donne dans Askback.",
  "app.open": "Répondre dans Askback",
  "app.offline": "Pas de connexion à Askback. Ce que vous voyez peut être ancien.",
  "app.goOn": "Laisser {agent} continuer",
} as const;
