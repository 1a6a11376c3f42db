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
  "who.stuck-title": "Niemand kann diese beantworten",
  "who.stuck": "Niemand kann das beantworten: Die Gefragten dürfen in diesem Projekt nicht antworten.",
  "who.stuck-group":
    "Niemand kann das beantworten. Nehmen Sie jemanden in {groups} auf, oder lassen Sie andere antworten.",
  "who.stuck-quorum":
    "Zu wenige Menschen können das erlauben. Nehmen Sie auf der Seite der Mitglieder jemanden in {groups} auf.",
  "who.stuck-count": "Zu wenige Menschen können das erlauben.",
  "who.let-me": "Mich antworten lassen",
  "secret.field": "Geheimnis",
  "secret.about": "Es wird versiegelt: {agent} bekommt nur eine Kennung, und niemand kann es hier lesen.",
  "secret.send": "Versiegelt senden",
  "secret.failed": "Senden nicht möglich: {problem}.",
} as const satisfies Record<keyof typeof english, string>;
