import { isSameWord, type ReplyLanguage } from "@askback/core";

/** What a person can type beside an answer, to move about or to say more. */
export type LineCommand = "setAside" | "back" | "note" | "comment" | "send" | "undo" | "quit";

type Words = Readonly<Record<LineCommand, readonly string[]>>;

const wordsByLanguage: Readonly<Record<ReplyLanguage, Words>> = {
  en: {
    setAside: ["set aside"],
    back: ["back"],
    note: ["note"],
    comment: ["comment"],
    send: ["send"],
    undo: ["undo"],
    quit: ["quit", "q"],
  },
  de: {
    setAside: ["beiseitelegen"],
    back: ["zurück"],
    note: ["Notiz"],
    comment: ["Kommentar"],
    send: ["senden"],
    undo: ["rückgängig"],
    quit: ["beenden"],
  },
  es: {
    setAside: ["apartar"],
    back: ["atrás", "volver"],
    note: ["nota"],
    comment: ["comentario"],
    send: ["enviar"],
    undo: ["deshacer"],
    quit: ["salir"],
  },
  fr: {
    setAside: ["mettre de côté"],
    back: ["retour"],
    note: ["note"],
    comment: ["commentaire"],
    send: ["envoyer"],
    undo: ["annuler"],
    quit: ["quitter"],
  },
  ja: {
    setAside: ["見送る"],
    back: ["戻る"],
    note: ["メモ"],
    comment: ["コメント"],
    send: ["送信"],
    undo: ["取り消す"],
    quit: ["終了"],
  },
  "zh-CN": {
    setAside: ["搁置"],
    back: ["返回", "上一步"],
    note: ["备注"],
    comment: ["说明", "评论"],
    send: ["发送"],
    undo: ["撤销"],
    quit: ["退出"],
  },
  ar: {
    setAside: ["تنحية جانبًا", "تنحية"],
    back: ["رجوع", "السابق"],
    note: ["ملاحظة"],
    comment: ["تعليق"],
    send: ["إرسال"],
    undo: ["تراجع"],
    quit: ["خروج"],
  },
};

/** The word of a command, to tell people what they can type. */
export function commandWord(command: LineCommand, language: ReplyLanguage): string {
  return wordsByLanguage[language][command][0] ?? "";
}

export interface TypedCommand {
  readonly command: LineCommand;
  /** The word as it was typed, without a slash. */
  readonly word: string;
  /** What follows the word, as it was typed. */
  readonly rest: string;
  readonly hasSlash: boolean;
}

/** The one of these commands with whose word the line begins, in the language or in English, with or without a slash before it. */
export function commandIn(
  line: string,
  commands: readonly LineCommand[],
  language: ReplyLanguage,
): TypedCommand | undefined {
  const said = line.trim();
  const hasSlash = /^[/／]/u.test(said);
  const parts = said.slice(hasSlash ? 1 : 0).split(/(\s+)/u);
  // A word of a command may itself have spaces, so the longest beginning is compared first; none has more than four.
  for (const words of [wordsByLanguage[language], wordsByLanguage.en])
    for (const command of commands)
      for (let length = Math.min(parts.length, 7); length > 0; length -= 2) {
        const beginning = parts.slice(0, length).join("");
        if (!words[command].some((word) => isSameWord(word, beginning))) continue;
        return { command, word: beginning, rest: parts.slice(length).join("").trim(), hasSlash };
      }
  return undefined;
}
