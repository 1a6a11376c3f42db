/** What the question card says. */
export const card = {
  "card.asks": "{agent} asks",
  "card.send": "Send",
} as const;
