import type { who as english } from "../en/who.ts";

/** What a card says about who may answer, and about secrets, in French. */
export const who = {
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
  "who.stuck-title": "Personne ne peut répondre à ces questions",
  "who.stuck": "Personne ne peut répondre : les personnes interrogées ne peuvent pas répondre dans ce projet.",
  "who.stuck-group": "Personne ne peut répondre. Ajoutez quelqu’un à {groups}, ou laissez d’autres répondre.",
  "who.stuck-quorum":
    "Trop peu de personnes peuvent l’autoriser. Ajoutez quelqu’un à {groups} sur la page des membres.",
  "who.stuck-count": "Trop peu de personnes peuvent l’autoriser.",
  "who.let-me": "Me laisser répondre",
  "secret.field": "Secret (saisi)",
  "secret.about": "Il est scellé : {agent} reçoit un identifiant et personne ne peut le lire ici.",
  "secret.send": "Envoyer scellé",
  "secret.failed": "Envoi impossible : {problem}.",
} as const satisfies Record<keyof typeof english, string>;
