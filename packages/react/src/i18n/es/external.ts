import type { external as english } from "../en/external.ts";

/** What cards, chat and inbox say of programs that run elsewhere. */
export const external = {
  "external.changed": "{agent} ha cambiado esta pregunta",
  "external.changed.question": "Antes era: «{text}»",
  "external.changed.question-added": "Pregunta nueva: «{text}»",
  "external.changed.question-removed": "Ya no se pregunta: «{text}»",
  "external.changed.options-added": "Nuevo: {labels}",
  "external.changed.options-removed": "Quitado: {labels}",
  "external.changed.details": "Han cambiado detalles de las opciones",
  "external.changed.context": "El contexto ha cambiado",
  "external.changed.call": "La llamada ha cambiado",
  "external.changed.deadline": "Plazo: {time}",
  "external.changed.no-deadline": "Ya no hay plazo",
  "external.changed.dropped": "Tu elección ya no se ofrece: {labels}",
  "external.changed.refused": "Tu respuesta no se ha enviado. Se conserva: revísala y envíala de nuevo.",
  "external.changed.read": "Aceptar",
  "external.dismiss": "Apartar…",
  "external.dismiss.title": "¿Apartar esta pregunta?",
  "external.dismiss.about": "La pregunta se cierra sin respuesta y {agent} lo sabrá.",
  "external.dismiss.confirm": "Apartar",
  "external.dismissed.me": "Has apartado esta pregunta",
  "external.dismissed.other": "{person} ha apartado esta pregunta",
  "external.withdrawn.me": "Has retirado esta pregunta",
  "external.message.several":
    "{agent} solo lee respuestas y hay varias preguntas abiertas: responde arriba. Tu texto se conserva.",
  "external.message.none": "{agent} solo lee respuestas y no hay ninguna pregunta abierta. Tu texto se conserva.",
  "external.message.unread":
    "No enviado: {agent} solo lee respuestas y esta pregunta ya no está abierta como la viste.",
  "external.placeholder.several": "Hay varias preguntas abiertas: responde arriba",
  "external.placeholder.none": "{agent} solo lee respuestas a sus preguntas",
  "external.note": "Se ejecuta en otro lugar. Lee respuestas a sus preguntas y ningún otro mensaje.",
  "external.thread": "Hilo",
  "external.asked": "Preguntas",
  "external.empty": "{agent} aún no ha preguntado nada.",
  "external.history": "{agent} la ha cambiado",
} as const satisfies Record<keyof typeof english, string>;
