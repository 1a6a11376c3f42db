import { comparisonKey } from "./comparison-key.ts";

/** The languages whose keywords are known, as the app has them. */
export const replyLanguages = ["en", "de", "es", "fr", "ja", "zh-CN", "ar"] as const;
export type ReplyLanguage = (typeof replyLanguages)[number];

/** What a person can say instead of an answer: leave one question out, give no answer at all, let the agent decide. */
export type ReplyKeyword = "skip" | "decline" | "delegate";

const wordsByLanguage: Readonly<Record<ReplyLanguage, Readonly<Record<ReplyKeyword, readonly string[]>>>> = {
  en: { skip: ["skip"], decline: ["decline"], delegate: ["you decide", "delegate"] },
  de: {
    skip: ["überspringen"],
    decline: ["ablehnen"],
    delegate: ["du entscheidest", "sie entscheiden", "entscheide du", "entscheiden sie"],
  },
  es: { skip: ["omitir", "saltar"], decline: ["declinar"], delegate: ["decide tú", "tú decides", "usted decide"] },
  fr: {
    skip: ["passer"],
    decline: ["décliner"],
    delegate: ["à toi de décider", "à vous de décider", "tu décides", "vous décidez"],
  },
  ja: { skip: ["スキップ"], decline: ["辞退", "辞退する"], delegate: ["任せる", "お任せ", "お任せします", "おまかせ"] },
  "zh-CN": { skip: ["跳过"], decline: ["谢绝"], delegate: ["你决定", "您决定", "由你决定", "由您决定"] },
  ar: { skip: ["تخط", "تخطي"], decline: ["اعتذار", "أعتذر"], delegate: ["قرر أنت", "القرار لك"] },
};

/** The first keyword of each kind, to tell people what they can write. */
export function keywordsIn(language: ReplyLanguage): Readonly<Record<ReplyKeyword, string>> {
  const { skip, decline, delegate } = wordsByLanguage[language];
  return { skip: skip[0] ?? "", decline: decline[0] ?? "", delegate: delegate[0] ?? "" };
}

/** The keyword that the whole text is, in the language or in English; a slash before it says that it is no label. */
export function keywordOf(text: string, language: ReplyLanguage): ReplyKeyword | undefined {
  const said = text.trim().replace(/^[/／]/u, "");
  for (const words of [wordsByLanguage[language], wordsByLanguage.en])
    for (const keyword of ["skip", "decline", "delegate"] as const)
      if (words[keyword].some((word) => isSameWord(word, said))) return keyword;
  return undefined;
}

/** The language of a tag such as `de-AT` or `zh_CN.UTF-8`, English where it is none of ours. */
export function replyLanguageOf(tag: string | undefined): ReplyLanguage {
  const [language = ""] = (tag ?? "").toLowerCase().split(/[-_.@]/);
  return replyLanguages.find((known) => known.toLowerCase().split("-")[0] === language) ?? "en";
}

/** Whether a person who typed one means the other: case, width, accents and a full stop make no difference. */
export function isSameWord(word: string, said: string): boolean {
  return withoutMarks(word) === withoutMarks(said);
}

/** Accents and vowel signs are often not typed, and a sentence may end with a full stop. */
function withoutMarks(text: string): string {
  return comparisonKey(text)
    .replace(/[.!。！]+$/u, "")
    .normalize("NFD")
    .replace(/[\p{Mn}\p{Cf}]/gu, "")
    .trim();
}
