import type { external as english } from "../en/external.ts";

/** What cards, chat and inbox say of programs that run elsewhere. */
export const external = {
  "external.changed": "{agent} hat diese Frage geändert",
  "external.changed.question": "Sie lautete: „{text}“",
  "external.changed.question-added": "Neue Frage: „{text}“",
  "external.changed.question-removed": "Nicht mehr gefragt: „{text}“",
  "external.changed.options-added": "Neu: {labels}",
  "external.changed.options-removed": "Entfernt: {labels}",
  "external.changed.details": "Einzelheiten der Auswahl haben sich geändert",
  "external.changed.context": "Der Kontext hat sich geändert",
  "external.changed.call": "Der Aufruf hat sich geändert",
  "external.changed.deadline": "Antwort bis {time}",
  "external.changed.no-deadline": "Es gibt keine Frist mehr",
  "external.changed.dropped": "Ihre Auswahl wird nicht mehr angeboten: {labels}",
  "external.changed.refused":
    "Ihre Antwort wurde nicht gesendet. Sie ist erhalten: Prüfen Sie sie und senden Sie sie erneut.",
  "external.changed.read": "OK",
  "external.dismiss": "Beiseitelegen …",
  "external.dismiss.title": "Diese Frage beiseitelegen?",
  "external.dismiss.about": "Die Frage wird ohne Antwort geschlossen, und {agent} erfährt das.",
  "external.dismiss.confirm": "Beiseitelegen",
  "external.dismissed.me": "Sie haben die Frage beiseitegelegt",
  "external.dismissed.other": "{person} hat die Frage beiseitegelegt",
  "external.withdrawn.me": "Sie haben diese Frage zurückgezogen",
  "external.message.several":
    "{agent} liest nur Antworten, und mehrere Fragen sind offen: Antworten Sie oben. Ihr Text bleibt erhalten.",
  "external.message.none": "{agent} liest nur Antworten, und keine Frage ist offen. Ihr Text bleibt erhalten.",
  "external.message.unread":
    "Nicht gesendet: {agent} liest nur Antworten, und diese Frage ist nicht mehr so offen, wie Sie sie sahen.",
  "external.placeholder.several": "Mehrere Fragen sind offen: oben antworten",
  "external.placeholder.none": "{agent} liest nur Antworten auf seine Fragen",
  "external.note": "Läuft anderswo. Liest Antworten auf seine Fragen und keine anderen Nachrichten.",
  "external.thread": "Thread",
  "external.asked": "Fragen",
  "external.empty": "{agent} hat noch nichts gefragt.",
  "external.history": "{agent} hat sie geändert",
} as const satisfies Record<keyof typeof english, string>;
