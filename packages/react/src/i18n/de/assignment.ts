import type { assignment as english } from "../en/assignment.ts";

/** What a card says about who may answer, and about secrets, in German. */
export const assignment = {
  "who.only": "Antworten darf nur: {names}.",
  "who.group": "die Gruppe {group}",
  "who.agreed": "Zugestimmt: {names}.",
  "who.agreedMember": "{person} ({groups})",
  "who.noneAgreed": "Noch hat niemand zugestimmt.",
  "who.missing": "Es fehlen noch: {people}.",
  "who.missingOf": "{count, plural, one {# Person aus {group}} other {# Personen aus {group}}}",
  "who.missingAny": "{count, plural, one {# weitere Person} other {# weitere Personen}}",
  "who.tooFew":
    "Es sind zu wenige übrig, die noch zustimmen dürfen: So kommt das nicht zustande. Ein Eigentümer kann Personen zum Projekt oder zu seinen Gruppen hinzufügen.",
  "who.retract": "Meine Zustimmung zurücknehmen",
  "who.taken": "{person} antwortet gerade.",
  "who.assigned": "Zugewiesen an {person}.",
  "who.assign": "Zuweisen",
  "who.take": "Selbst antworten",
  "who.release": "Freigeben",
  "who.nobody": "Niemandem",
  "who.filter": "Wer sie hat",
  "who.filter.all": "Bei allen",
  "who.filter.mine": "Meine",
  "who.filter.unassigned": "Nicht zugewiesen",
  "who.filter.others": "Bei anderen",
  "who.failed": "Zuweisen nicht möglich: {problem}.",
  "secret.field": "Geheimnis",
  "secret.about": "Es wird versiegelt: {agent} bekommt nur eine Kennung, und niemand kann es hier lesen.",
  "secret.send": "Versiegelt senden",
  "secret.failed": "Senden nicht möglich: {problem}.",
} as const satisfies Record<keyof typeof english, string>;
