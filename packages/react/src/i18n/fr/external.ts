import type { external as english } from "../en/external.ts";

/** What cards, chat and inbox say of programs that run elsewhere. */
export const external = {
  "external.changed": "{agent} a modifié cette question",
  "external.changed.question": "Elle était : « {text} »",
  "external.changed.question-added": "Nouvelle question : « {text} »",
  "external.changed.question-removed": "N’est plus posée : « {text} »",
  "external.changed.options-added": "Nouveau : {labels}",
  "external.changed.options-removed": "Retiré : {labels}",
  "external.changed.details": "Des détails des choix ont changé",
  "external.changed.context": "Le contexte a changé",
  "external.changed.call": "L’appel a changé",
  "external.changed.deadline": "Échéance : {time}",
  "external.changed.no-deadline": "Il n’y a plus d’échéance",
  "external.changed.dropped": "Votre choix n’est plus proposé : {labels}",
  "external.changed.refused": "Votre réponse n’a pas été envoyée. Elle est conservée : vérifiez-la et renvoyez-la.",
  "external.changed.read": "OK",
  "external.dismiss": "Mettre de côté…",
  "external.dismiss.title": "Mettre cette question de côté ?",
  "external.dismiss.about": "La question se ferme sans réponse et {agent} en est informé.",
  "external.dismiss.confirm": "Mettre de côté",
  "external.dismissed.me": "Vous avez mis cette question de côté",
  "external.dismissed.other": "{person} a mis cette question de côté",
  "external.withdrawn.me": "Vous avez retiré cette question",
  "external.message.several":
    "{agent} ne lit que les réponses et plusieurs questions sont ouvertes : répondez ci-dessus. Votre texte est conservé.",
  "external.message.none":
    "{agent} ne lit que les réponses et aucune question n’est ouverte. Votre texte est conservé.",
  "external.message.unread":
    "Non envoyé : {agent} ne lit que les réponses et cette question n’est plus ouverte telle que vous l’avez vue.",
  "external.placeholder.several": "Plusieurs questions sont ouvertes : répondez ci-dessus",
  "external.placeholder.none": "{agent} ne lit que les réponses à ses questions",
  "external.note": "S’exécute ailleurs. Lit les réponses à ses questions et aucun autre message.",
  "external.thread": "Fil",
  "external.asked": "Questions",
  "external.empty": "{agent} n’a encore rien demandé.",
  "external.history": "{agent} l’a modifiée",
} as const satisfies Record<keyof typeof english, string>;
