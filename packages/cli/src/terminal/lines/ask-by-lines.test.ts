import type { ReplyLanguage } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { expect, test } from "vitest";
import { askByLines } from "./ask-by-lines.ts";

const base = { multiSelect: false, ownWords: true, options: [] };
const inquiry = {
  id: "i",
  conversationId: "c",
  project: "default",
  contract: "question",
  agent: "planner",
  revision: 1,
  status: "open",
  askedAt: "2026-01-01T00:00:00Z",
  questions: [
    { ...base, id: "q1", text: "Which?" },
    { ...base, id: "q2", text: "Why?" },
  ],
} as wire.Inquiry;

interface Setting {
  readonly asked?: wire.Inquiry;
  readonly language?: ReplyLanguage;
  readonly hasList?: boolean;
}

/** What is sent after these lines, and what was written. */
async function said(
  lines: readonly string[],
  isInteractive: boolean,
  { asked = inquiry, language = "en", hasList }: Setting = {},
) {
  const left = [...lines];
  const written: string[] = [];
  const read = async () => left.shift();
  const write = (line: string) => void written.push(line);
  const resolving = await askByLines(asked, {
    read,
    write,
    language,
    appUrl: "http://app",
    isInteractive,
    ...(hasList && { hasList }),
  });
  return { resolving, text: written.join("\n"), left };
}

const [person, pipe] = [true, false];

test.each([
  ["a person", person, ["skip", "skip", "send"]],
  ["a pipe", pipe, ["skip", "skip"]],
] as const)(
  "[TERM-20] %s that skips every question is asked again, and can decline",
  async (_, isInteractive, lines) => {
    const { resolving, text } = await said([...lines, "decline"], isInteractive);
    expect(resolving).toEqual({ type: "decline", body: { revision: 1 } });
    expect(text).toContain("Every question is skipped, which is no answer. Answer one, or type decline or you decide.");
    expect((await said([...lines, "you decide"], isInteractive)).resolving).toMatchObject({ type: "delegate" });
  },
);

test.each([
  ["a person", person, ["skip", "skip", "send", "the blue one", "send"]],
  ["a pipe", pipe, ["skip", "skip", "skip", "the blue one"]],
] as const)("[TERM-20] %s can still answer, and the rest stays skipped", async (_, isInteractive, lines) => {
  const { resolving, left } = await said(lines, isInteractive);
  expect(resolving).toEqual({
    type: "answer",
    body: {
      revision: 1,
      answers: [
        { question: "q1", text: "the blue one" },
        { question: "q2", skipped: true },
      ],
    },
  });
  expect(left).toEqual([]);
});

test("[TERM-20] nothing is sent where the lines end after that", async () => {
  expect((await said(["skip", "skip"], pipe)).resolving).toBeUndefined();
});

const one = (question: object): wire.Inquiry =>
  ({ ...inquiry, questions: [{ ...base, id: "q", text: "What?", ...question }] }) as wire.Inquiry;
const options = (...labels: readonly string[]) => labels.map((label, index) => ({ id: `o${index + 1}`, label }));
const picks = (...ids: readonly string[]) => ({ type: "answer", body: { answers: [{ question: "q", options: ids }] } });
const says = (text: string) => ({ type: "answer", body: { answers: [{ question: "q", text }] } });

test("[TERM-22] a label is picked also where a command is called so", async () => {
  const aside = { asked: one({ options: options("Set aside", "Refund") }) };
  const back = { asked: one({ options: options("Back", "Forward") }), hasList: true };
  const other = { asked: one({ options: options("zurück", "Beiseitelegen") }), hasList: true, language: "de" } as const;
  expect((await said(["set aside"], person, aside)).resolving).toMatchObject(picks("o1"));
  expect((await said(["back"], person, back)).resolving).toMatchObject(picks("o1"));
  expect((await said(["zurück"], person, other)).resolving).toMatchObject(picks("o1"));
  expect((await said(["zuruck"], person, other)).resolving).toMatchObject(says("zuruck"));
  expect((await said(["beiseitelegen"], person, other)).resolving).toMatchObject(picks("o2"));
});

test("[TERM-22] a word that is a label is offered with a slash, which makes it a command", async () => {
  const aside = { asked: one({ options: options("Set aside", "Skip") }), hasList: true };
  const set = await said(["/set aside"], person, aside);
  expect(set.resolving).toEqual({ type: "dismiss", body: { revision: 1 } });
  expect(set.text).toContain("/skip, decline, you decide, /set aside, /note and a text, back.");
  expect((await said(["/back"], person, aside)).resolving).toBeUndefined();
  expect((await said(["/skip"], person, aside)).resolving).toMatchObject({ type: "decline" });
  const slash = { asked: one({ options: options("/back", "Forward") }), hasList: true };
  expect((await said(["/back"], person, slash)).resolving).toMatchObject(picks("o1"));
});

test("[TERM-22] own words that begin with note stay own words", async () => {
  const words = "note the deadline is Friday";
  expect((await said([words], person, { asked: one({}) })).resolving).toMatchObject(says(words));
  for (const text of ["/etc/hosts", "/back to basics", "send"])
    expect((await said([text], person, { asked: one({}), hasList: true })).resolving).toMatchObject(says(text));
  const noted = await said(["/note not before noon", "Friday"], person, { asked: one({}) });
  expect(noted.resolving).toMatchObject({ body: { answers: [{ text: "Friday", note: "not before noon" }] } });
});

test.each([
  ["de", "/Notiz", "beiseitelegen", "zurück", "senden", "Kommentar"],
  ["es", "/nota", "Apartar", "atras", "enviar", "comentario"],
  ["fr", "/note", "mettre de cote", "retour", "envoyer", "commentaire"],
  ["ja", "／メモ", "見送る", "戻る", "送信", "コメント"],
  ["zh-CN", "/备注", "搁置", "返回", "发送", "说明"],
  ["ar", "/ملاحظة", "تنحية", "رجوع", "إرسال", "تعليق"],
] as const)(
  "[TERM-22] the commands of %s are read beside those of English",
  async (language, note, aside, back, send, comment) => {
    for (const word of [aside, `/${aside}`, "set aside"])
      expect((await said([word], person, { language })).resolving).toMatchObject({ type: "dismiss" });
    const lines = ["a", back, `${note} now`, "b", "c", `${comment} well done`, "note 2 later", send];
    expect((await said(lines, person, { language })).resolving).toMatchObject({
      body: {
        comment: "well done",
        answers: [
          { text: "b", note: "now" },
          { text: "c", note: "later" },
        ],
      },
    });
  },
);

test("[TERM-22] no line of a pipe is a command", async () => {
  for (const text of ["back", "set aside", "/back", "/note this"])
    expect((await said([text], pipe, { asked: one({}) })).resolving).toMatchObject(says(text));
});
