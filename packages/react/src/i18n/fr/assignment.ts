import type { assignment as english } from "../en/assignment.ts";

/** What a card says about who may answer, and about secrets, in French. */
export const assignment = {
  "who.only": "Peut répondre uniquement : {names}.",
  "who.group": "le groupe {group}",
  "who.agreed": "D’accord : {names} ({given} sur {needed}).",
  "who.taken": "{person} est en train de répondre.",
  "who.assigned": "Attribuée à {person}.",
  "who.assign": "Attribuer",
  "who.take": "Y répondre moi-même",
  "who.release": "La libérer",
  "who.nobody": "Personne",
  "who.filter": "Qui s’en charge",
  "who.filter.all": "Toutes",
  "who.filter.mine": "Les miennes",
  "who.filter.unassigned": "Non attribuées",
  "who.filter.others": "En attente d’autres personnes",
  "who.failed": "Attribution impossible : {problem}.",
  "secret.field": "Secret (saisi)",
  "secret.about": "Il est scellé : {agent} reçoit un identifiant et personne ne peut le lire ici.",
  "secret.send": "Envoyer scellé",
  "secret.failed": "Envoi impossible : {problem}.",
} as const satisfies Record<keyof typeof english, string>;
