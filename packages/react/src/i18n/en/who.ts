/** What a card says about who may answer, and about secrets. */
export const who = {
  "who.only": "Only {names} may answer.",
  "who.group": "the group {group}",
  "who.agreed": "{names} agreed: {given} of {needed}.",
  "who.taken": "{person} is answering.",
  "secret.field": "Secret",
  "secret.about": "It is sealed: {agent} gets a handle, and nobody can read it here.",
  "secret.send": "Send sealed",
  "secret.failed": "Could not send it: {problem}.",
} as const;
