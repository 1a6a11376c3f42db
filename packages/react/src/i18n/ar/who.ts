import type { who as english } from "../en/who.ts";

/** What a card says about who may answer, and about secrets, in Arabic. */
export const who = {
  "who.only": "لا يمكن الإجابة إلا من {names}.",
  "who.group": "المجموعة {group}",
  "who.agreed": "وافق {names}.",
  "who.agreedMember": "{person} ({groups})",
  "who.noneAgreed": "لم يوافق أحد بعد.",
  "who.missing": "ما زال مطلوبًا: {people}.",
  "who.missingOf":
    "{count, plural, zero {لا أحد من {group}} one {شخص واحد من {group}} two {شخصان من {group}} few {# أشخاص من {group}} many {# شخصًا من {group}} other {# شخص من {group}}}",
  "who.missingAny":
    "{count, plural, zero {لا أحد} one {شخص واحد آخر} two {شخصان آخران} few {# أشخاص آخرين} many {# شخصًا آخر} other {# شخص آخر}}",
  "who.tooFew": "لم يتبقَّ عدد كافٍ ممن يمكنهم الموافقة. يمكن للمالك إضافة أشخاص.",
  "who.retract": "سحب موافقتي",
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
