import type { Json } from "../model/tool-call.ts";

// Bidi embeddings, overrides and isolates can show a text in another order than it is read.
const bidiControls = "\\u202A-\\u202E\\u2066-\\u2069";
// Controls but tab and newline, soft hyphen, zero-width and invisible operators, BOM, interlinear marks.
const invisible =
  "\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u00AD\\u180E\\u200B\\u2060-\\u2064\\u206A-\\u206F\\uFEFF\\uFFF9-\\uFFFB";
const hidden = new RegExp(`[${bidiControls}${invisible}]`, "gu");
// Tag characters can spell hidden text; only those after a black flag, which name a region, are kept.
const tags = /(\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F})|[\u{E0000}-\u{E007F}]+/gu;
// Joiners have a meaning inside emoji and in scripts that join letters; elsewhere they only hide differences.
const joiners =
  /(?<![\p{Extended_Pictographic}\uFE0F\u{1F3FB}-\u{1F3FF}]|[\p{L}--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]]\p{M}*)[\u200C\u200D]/gv;

const unseen = new RegExp(`[${bidiControls}${invisible}\\u200C\\u200D\\u{E0000}-\\u{E007F}]`, "gu");

// Most texts are plain ASCII. Skipping the checks for them saves most of the cost of an ask.
const plain = /^[\n\t\x20-\x7E]*$/;

/** The text without characters that are invisible or reorder what is shown; line ends become newlines. */
export function neutralise(text: string): string {
  if (plain.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(hidden, "")
    .replace(tags, "$1")
    .replace(joiners, "")
    .normalize("NFC");
}

/** JSON in which every invisible or reordering character is escaped, so that people see what is there. */
export function visibleJson(value: Json): string {
  return visibleText(JSON.stringify(value));
}

/** The text in which every invisible or reordering character but the line breaks is escaped. */
export function visibleText(text: string): string {
  if (plain.test(text)) return text;
  return text
    .toWellFormed()
    .replace(unseen, (character) =>
      [...Array(character.length).keys()]
        .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
        .join(""),
    );
}

// Most texts of an ask are also without spaces to take out.
const singleSpaced = /^[!-~]+(?: [!-~]+)*$/;

/** A key that is equal for texts which look the same to a reader. */
export function foldedText(text: string): string {
  if (singleSpaced.test(text)) return text.toLowerCase();
  const key = neutralise(text).trim().replace(/\s+/g, " ").toLowerCase();
  return plain.test(text) ? key : key.normalize("NFC");
}

export function isBlank(text: string): boolean {
  return neutralise(text).trim() === "";
}
