import type { who as english } from "../en/who.ts";

/** What a card says about who may answer, and about secrets, in French. */
export const who = {
  "who.only": "Peut répondre uniquement : {names}.",
  "who.group": "le groupe {group}",
  "who.agreed": "D’accord : {names} ({given} sur {needed}).",
  "who.taken": "{person} est en train de répondre.",
  "secret.field": "Secret (saisi)",
  "secret.about": "Il est scellé : {agent} reçoit un identifiant et personne ne peut le lire ici.",
  "secret.send": "Envoyer scellé",
  "secret.failed": "Envoi impossible : {problem}.",
} as const satisfies Record<keyof typeof english, string>;
