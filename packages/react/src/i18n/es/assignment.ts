import type { assignment as english } from "../en/assignment.ts";

/** What a card says about who may answer, and about secrets, in Spanish. */
export const assignment = {
  "who.only": "Solo puede responder: {names}.",
  "who.group": "el grupo {group}",
  "who.agreed": "De acuerdo: {names}.",
  "who.agreedMember": "{person} ({groups})",
  "who.noneAgreed": "Nadie ha dado su acuerdo todavía.",
  "who.missing": "Faltan: {people}.",
  "who.missingOf": "{count, plural, one {# persona de {group}} other {# personas de {group}}}",
  "who.missingAny": "{count, plural, one {# persona más} other {# personas más}}",
  "who.tooFew":
    "No quedan suficientes personas que puedan dar su acuerdo, así que esto no puede completarse. Un propietario puede añadir personas al proyecto o a sus grupos.",
  "who.retract": "Retirar mi acuerdo",
  "who.taken": "{person} está respondiendo.",
  "who.assigned": "Asignada a {person}.",
  "who.assign": "Asignar",
  "who.take": "Responderla yo",
  "who.release": "Liberarla",
  "who.nobody": "Nadie",
  "who.filter": "Quién la tiene",
  "who.filter.all": "De cualquiera",
  "who.filter.mine": "Mías",
  "who.filter.unassigned": "Sin asignar",
  "who.filter.others": "A la espera de otros",
  "who.failed": "No se pudo asignar: {problem}.",
  "secret.field": "Secreto",
  "secret.about": "Se sella: {agent} recibe un identificador y nadie puede leerlo aquí.",
  "secret.send": "Enviar sellado",
  "secret.failed": "No se pudo enviar: {problem}.",
} as const satisfies Record<keyof typeof english, string>;
