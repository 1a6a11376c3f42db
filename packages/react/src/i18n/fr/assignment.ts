import type { assignment as english } from "../en/assignment.ts";

/** What a card says about who may answer, and about secrets, in French. */
export const assignment = {
  "who.only": "Peut répondre uniquement : {names}.",
  "who.group": "le groupe {group}",
  "who.agreed": "D’accord : {names}.",
  "who.agreedMember": "{person} ({groups})",
  "who.noneAgreed": "Personne n’a encore donné son accord.",
  "who.missing": "Il manque encore : {people}.",
  "who.missingOf": "{count, plural, one {# personne de {group}} other {# personnes de {group}}}",
  "who.missingAny": "{count, plural, one {# autre personne} other {# autres personnes}}",
  "who.tooFew":
    "Il ne reste pas assez de personnes qui puissent donner leur accord : cela ne peut plus aboutir. Un propriétaire peut ajouter des personnes au projet ou à ses groupes.",
  "who.retract": "Retirer mon accord",
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
