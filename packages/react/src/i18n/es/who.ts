import type { who as english } from "../en/who.ts";

/** What a card says about who may answer, and about secrets, in Spanish. */
export const who = {
  "who.only": "Solo puede responder: {names}.",
  "who.group": "el grupo {group}",
  "who.agreed": "De acuerdo: {names} ({given} de {needed}).",
  "who.taken": "{person} está respondiendo.",
  "secret.field": "Secreto",
  "secret.about": "Se sella: {agent} recibe un identificador y nadie puede leerlo aquí.",
  "secret.send": "Enviar sellado",
  "secret.failed": "No se pudo enviar: {problem}.",
} as const satisfies Record<keyof typeof english, string>;
