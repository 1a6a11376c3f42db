import type * as wire from "@askback/core/wire";
import { askerOf, backgroundOf, changeOf, recommendationOf, timesOf } from "../text/inquiry-text.ts";
import { type Line, type Span, span, spread } from "../text/line.ts";
import { safeText } from "../text/safe-text.ts";
import { wrapItems, wrapText } from "../text/wrap.ts";
import { answerTo, type Field, type Form, questionAt, writesSecret } from "./form.ts";
import { keyHints } from "./key-hints.ts";
import { labelled, reviewLines } from "./review-lines.ts";

export interface Screen {
  readonly width: number;
  readonly height: number;
  /** The time by the server's clock. */
  readonly now: number;
  /** Where the app is. */
  readonly appUrl: string;
  /** Whether Esc leads back to a list. */
  readonly hasList?: boolean;
}

const bar = span("│ ", "accent");

/** The lines of a card. The options stay in view: what is too long above them is scrolled. */
export function cardLines(form: Form, screen: Screen): readonly Line[] {
  const { inquiry } = form;
  const width = Math.min(screen.width, 100) - 2;
  const question = questionAt(form);
  const head = spread(
    span("◆ ", "accent"),
    span(`${askerOf(inquiry)} asks`, "strong"),
    [progressOf(form), timesOf(inquiry, screen.now)].filter((part) => part !== "").join(" · "),
    width + 2,
  );
  const body = question ? questionLines(form, question, { width, appUrl: screen.appUrl }) : reviewLines(form, width);
  const foot = [
    ...(form.field ? fieldLines(form.field, writesSecret(form), width) : []),
    ...(form.notice === undefined ? [] : wrapText(form.notice, width).map((text) => [span(text, "warning")])),
  ];
  const hints = wrapItems(keyHints(form, screen.hasList === true), width);
  const footHeight = foot.length === 0 ? 0 : foot.length + 1;
  const spare = screen.height - body.length - footHeight - hints.length - 4;
  const background = backgroundLines(form, width, Math.max(1, spare));
  const inside = [...background, ...body, ...(foot.length > 0 ? [[], ...foot] : [])];
  return [
    head,
    [bar],
    ...fitted(inside, Math.max(4, screen.height - hints.length - 4)).map((line) => [bar, ...line]),
    [bar],
    ...hints.map((text, index) => [span(index === 0 ? "└ " : "  ", "accent"), span(text, "quiet")]),
  ];
}

function progressOf({ step, inquiry: { questions } }: Form): string {
  if (questions.length === 1) return "";
  return step < questions.length ? `${step + 1} of ${questions.length}` : "review";
}

/** A part of the background where not all of it has room; the last line says how to read the rest. */
function backgroundLines(form: Form, width: number, room: number): readonly Line[] {
  const text = backgroundOf(form.inquiry);
  if (text === "" || !questionAt(form)) return [];
  const lines = wrapText(text, width);
  if (lines.length + 1 <= room) return [...lines.map((line) => [span(line, "quiet")]), []];
  const shown = Math.max(1, room - 2);
  const start = Math.min(form.scroll, Math.max(0, lines.length - shown));
  const place = `lines ${start + 1}–${Math.min(lines.length, start + shown)} of ${lines.length} · PgUp PgDn`;
  return [...lines.slice(start, start + shown).map((line) => [span(line, "quiet")]), [span(place, "accent")], []];
}

function questionLines(
  form: Form,
  question: wire.Question,
  { width, appUrl }: Pick<Screen, "width" | "appUrl">,
): readonly Line[] {
  const change = changeOf(form.inquiry, appUrl);
  const answer = answerTo(form, question);
  const options = question.options.flatMap((option, index) => optionLines(form, question, { option, index }, width));
  const isWriting = form.field?.kind === "text";
  const isAtOwnWords = form.row === question.options.length && !form.field;
  const ownWords =
    question.ownWords && !isWriting && question.options.length > 0
      ? [ownWordsLine(answer.text, isAtOwnWords)]
      : answer.text !== "" && !isWriting
        ? [ownWordsLine(question.secret ? hidden(answer.text) : answer.text, isAtOwnWords)]
        : [];
  const note = answer.note !== "" && form.field?.kind !== "note" ? labelled("Note: ", oneLine(answer.note), width) : [];
  return [
    ...wrapText(safeText(question.text), width).map((text) => [span(text, "strong")]),
    ...(change === "" ? [] : wrapText(change, width).map((text) => [span(text, "quiet")])),
    ...(question.multiSelect ? [[span("Pick any number.", "quiet")]] : []),
    ...(options.length + ownWords.length > 0 ? [[]] : []),
    ...options,
    ...ownWords,
    ...note,
    ...(answer.isSkipped ? [[span("– skipped", "warning")]] : []),
  ];
}

function optionLines(
  form: Form,
  question: wire.Question,
  { option, index }: { readonly option: wire.Option; readonly index: number },
  width: number,
): readonly Line[] {
  const isPicked = answerTo(form, question).options.includes(option.id);
  const isAt = form.row === index && !form.field;
  const mark = question.multiSelect ? (isPicked ? "◼" : "◻") : isPicked ? "●" : "○";
  const [label = "", ...more] = wrapText(safeText(option.label), width - 8);
  const recommendation = recommendationOf(option);
  const indent = span(" ".repeat(7));
  const about = option.description === undefined ? [] : wrapText(safeText(option.description), width - 8);
  return [
    [
      span(isAt ? "❯ " : "  ", "accent"),
      span(`${String(index + 1).padStart(2)} `, "quiet"),
      span(`${mark} `, isPicked ? "chosen" : "quiet"),
      span(label, isPicked ? "chosen" : isAt ? "strong" : "plain"),
    ],
    ...more.map((text): Line => [indent, span(text, isPicked ? "chosen" : "plain")]),
    ...(recommendation === ""
      ? []
      : wrapText(`★ ${recommendation}`, width - 8).map((text): Line => [indent, span(text, "accent")])),
    ...about.map((text): Line => [indent, span(text, "quiet")]),
  ];
}

function ownWordsLine(text: string, isAt: boolean): Line {
  const label: Span = span(
    text === "" ? "Own words…" : "Own words: ",
    text === "" ? (isAt ? "strong" : "plain") : "chosen",
  );
  return [span(isAt ? "❯ " : "  ", "accent"), span("   ✎ ", "quiet"), label, span(oneLine(text), "chosen")];
}

const fieldTitles: Readonly<Record<Field["kind"], string>> = {
  text: "Your answer",
  note: "A note on this question",
  comment: "A comment on the whole",
  decline: "Decline to answer? You may say why",
  delegate: "Let the agent decide? You may add a word",
  dismiss: "Set it aside until you write again? You may say why",
};

function fieldLines({ kind, text, caret }: Field, isSecret: boolean, width: number): readonly Line[] {
  const marker = "\u0000";
  const parts = [text.slice(0, caret), text.slice(caret)].map((part) => (isSecret ? hidden(part) : part));
  const lines = wrapText(parts.join(marker), width - 3);
  return [
    [span(isSecret ? "A secret: it is sealed, and not shown" : fieldTitles[kind], "accent")],
    ...lines.map((line, index): Line => {
      const [before = "", after] = line.split(marker);
      const start = span(index === 0 ? "› " : "  ", "accent");
      if (after === undefined) return [start, span(before)];
      const [first = " "] = after;
      return [start, span(before), span(first, "caret"), span(after.slice(first.length))];
    }),
  ];
}

/** A dot for each character of a secret, so that one sees that keys arrive. */
function hidden(text: string): string {
  return text.replace(/[^\n]/gu, "•");
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ↵ ");
}

/** The end of the lines, where the keys act; a screen that is higher than the terminal could not be redrawn. */
function fitted(lines: readonly Line[], height: number): readonly Line[] {
  if (lines.length <= height) return lines;
  const cursor = lines.findIndex((line) => line.some(({ text }) => text === "❯ "));
  const start =
    cursor < 0 ? lines.length - height : Math.min(Math.max(0, cursor - Math.floor(height / 2)), lines.length - height);
  return lines.slice(start, start + height);
}
