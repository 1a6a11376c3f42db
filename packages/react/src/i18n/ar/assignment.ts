import type { assignment as english } from "../en/assignment.ts";

/** What a card says about who may answer, and about secrets, in Arabic. */
export const assignment = {
  "who.only": "لا يمكن الإجابة إلا من {names}.",
  "who.group": "المجموعة {group}",
  "who.agreed": "وافق {names}: {given} من {needed}.",
  "who.taken": "{person} يجيب الآن.",
  "who.assigned": "أُسند إلى {person}.",
  "who.assign": "إسناد",
  "who.take": "سأجيب بنفسي",
  "who.release": "التخلي عنه",
  "who.nobody": "لا أحد",
  "who.filter": "من يتولاه",
  "who.filter.all": "الجميع",
  "who.filter.mine": "لي",
  "who.filter.unassigned": "غير مُسند",
  "who.filter.others": "بانتظار آخرين",
  "who.failed": "تعذّر الإسناد: {problem}.",
  "secret.field": "سر",
  "secret.about": "يُختم: يحصل {agent} على معرّف فقط، ولا يمكن لأحد قراءته هنا.",
  "secret.send": "إرسال مختوم",
  "secret.failed": "تعذر الإرسال: {problem}.",
} as const satisfies Record<keyof typeof english, string>;
