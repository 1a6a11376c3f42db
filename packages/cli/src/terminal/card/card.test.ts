import type * as wire from "@askback/core/wire";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { exitCodeOf } from "../exit-code.ts";
import { truncate, wrapText } from "../text/wrap.ts";
import { cardLines } from "./card-lines.ts";
import { closedLines } from "./closed-lines.ts";
import { createForm, type Form, withInquiry } from "./form.ts";
import { type Key, keysOf, pastedKey } from "./key.ts";
import { press } from "./press.ts";
import { unsentText } from "./unsent-text.ts";

const base = { multiSelect: false, ownWords: true };
const which = {
  ...base,
  id: "q1",
  text: "Which?",
  options: ["a", "b"].map((label, i) => ({ id: `o${i + 1}`, label })),
};
const why = { ...base, id: "q2", text: "Why?", options: [] };

function inquiry(questions: readonly object[], more: object = {}): wire.Inquiry {
  return {
    id: "i",
    agent: "planner",
    revision: 1,
    status: "open",
    askedAt: "2026-01-01T00:00:00Z",
    questions,
    ...more,
  } as wire.Inquiry;
}

/** The form after these keys: a name in angle brackets, or characters. */
function typed(form: Form, keys: string) {
  let pressed = press(form, { name: "right" });
  pressed = { form };
  for (const [, name, text] of keys.matchAll(/<([\w-]+)>|([^<])/g))
    pressed = press(pressed.form, name === undefined ? { name: "text", text: text ?? "" } : ({ name } as Key));
  return pressed;
}

const appUrl = "http://127.0.0.1:4111";
const screen = { width: 60, height: 20, now: Date.parse("2026-01-01T00:03:00Z"), appUrl };
const shown = (form: Form, size = screen) => cardLines(form, size).map((line) => line.map(({ text }) => text).join(""));

test("[TERM-4] nothing is picked at first, and Enter on an empty form sends nothing", () => {
  const multiple = createForm(inquiry([{ ...which, multiSelect: true }]));
  for (const form of [createForm(inquiry([which])), multiple, createForm(inquiry([why]))]) {
    expect(shown(form).join("\n")).not.toMatch(/[●◼]/);
    expect(typed(form, "<enter>").done).toBeUndefined();
  }
});

test("[TERM-4] in a field every character is text, also digits and the letters of keys", () => {
  const { form } = typed(createForm(inquiry([which])), "od1 q?x");
  expect(form.field).toMatchObject({ kind: "text", text: "d1 q?x" });
  expect(typed(form, "<left><backspace><enter>").done).toMatchObject({
    type: "send",
    resolving: { type: "answer", body: { answers: [{ question: "q1", text: "d1 qx" }], revision: 1 } },
  });
});

test("[TERM-4] a question that was left out is shown again instead of sending", () => {
  const { form, done } = typed(createForm(inquiry([which, why])), "1<enter><tab><enter>");
  expect(done).toBeUndefined();
  expect(form).toMatchObject({ step: 1, notice: expect.stringContaining("no answer") });
  expect(typed(form, "Because<enter><enter>").done).toMatchObject({
    resolving: { body: { answers: [{ options: ["o1"] }, { text: "Because" }] } },
  });
});

test("[TERM-4] own words and an option of a single-select replace each other", () => {
  const { form } = typed(createForm(inquiry([which])), "1obut<escape>");
  expect(form.answers.q1).toMatchObject({ options: [], text: "but" });
  expect(typed(form, "2").form.answers.q1).toMatchObject({ options: ["o2"], text: "" });
});

test("[TERM-4] what is pasted outside a field picks nothing", () => {
  const { form, done } = press(createForm(inquiry([which])), { name: "text", text: "1\n" });
  expect(done).toBeUndefined();
  expect(form.answers).toEqual({});
});

test("[TERM-4] an answer is for the revision that was read, and a change keeps what was written", () => {
  const { form } = typed(createForm(inquiry([which, why])), "2<enter>Because");
  const changed = withInquiry(form, inquiry([{ ...which, options: which.options.slice(0, 1) }, why], { revision: 2 }));
  expect(changed.answers.q1?.options).toEqual([]);
  expect(changed.field?.text).toBe("Because");
  expect(changed.notice).toContain("was changed");
});

test("[TERM-13] a card with a long context and many options fits, and the row of the keys is in view", () => {
  const options = Array.from({ length: 20 }, (_, i) => ({
    id: `o${i + 1}`,
    label: `Option ${i + 1}`,
    description: "About it",
  }));
  const context = "Words and words. ".repeat(200);
  const long = inquiry([{ ...which, options }], { context });
  for (const height of [12, 20, 30]) {
    let form = createForm(long);
    for (let row = 0; row < 20; row++) {
      const lines = shown(form, { ...screen, height });
      expect(lines.length).toBeLessThan(height);
      expect(lines.some((line) => line.includes("❯") && line.includes(`Option ${row + 1}`))).toBe(true);
      expect(lines.every((line) => stringWidth(line) <= screen.width)).toBe(true);
      form = typed(form, "<down>").form;
    }
  }
});

test("[TERM-13] a long context is read in pages while the options stay in view", () => {
  const context = Array.from({ length: 50 }, (_, i) => `Line ${i + 1}.`).join("\n");
  const form = createForm(inquiry([which], { context }));
  expect(shown(form).join("\n")).toMatch(/Line 1\.[\s\S]*PgUp PgDn[\s\S]*2 ○ b/);
  expect(shown(typed(form, "<page-down>").form).join("\n")).toMatch(/Line 6\.[\s\S]*2 ○ b/);
});

test("[TERM-13] wide characters count as two columns", () => {
  expect(wrapText("東京都大阪府京都市", 8)).toEqual(["東京都大", "阪府京都", "市"]);
  expect(wrapText("one two three", 8)).toEqual(["one two", "three"]);
  expect(truncate("東京都大阪府", 7)).toBe("東京都…");
});

test("[TERM-11] the input of a call is shown with its invisible characters", () => {
  const approval = { tool: "shell", input: { command: "rm\u202E -rf\u001B[2K" } };
  const text = shown(createForm(inquiry([which], { approval, context: "a\u001B[2Kb" }))).join("");
  expect(text).toContain("rm\\u202e -rf\\u001b[2K");
  expect(text).toContain("a[2Kb");
  expect(text).not.toContain("\u001B");
});

test("[TERM-11] what is pasted or typed into a field cannot control the terminal, and nothing of it is lost", () => {
  const key = pastedKey("a\u001B[31mb\0c\r\nd\t\u{1F468}\u200D\u{1F469}");
  expect(key).toEqual({ name: "text", text: "a[31mbc\nd    \u{1F468}\u200D\u{1F469}" });
  const { form } = press(typed(createForm(inquiry([why])), "").form, key);
  expect(shown(form).join("\n")).toMatch(/› a\[31mbc\n│ {3}d {4}/);
  const none = {} as Parameters<typeof keysOf>[1];
  expect(keysOf("x\0\u001B\u009Bé\r", none)).toEqual([
    { name: "text", text: "x" },
    { name: "text", text: "é" },
    { name: "enter" },
  ]);
});

test("[TERM-13] a long name gives way to the deadline, on the narrowest terminals too", () => {
  const agent = "Script number one with a very long name";
  const form = createForm(inquiry([which], { agent, deadline: "2026-01-01T02:03:00Z" }));
  const [head = ""] = shown(form);
  expect(head).toMatch(/^◆ Script number one with a very… {2}waiting 3m · expires in 2h$/);
  expect(stringWidth(shown(form, { ...screen, width: 30 })[0] ?? "")).toBeLessThanOrEqual(30);
});

test("[TERM-14] what stays of a card has the answer, also below a question that fills the line", () => {
  const text = "Which of these many engines should the service use for its history?";
  const { form } = typed(createForm(inquiry([{ ...which, text }])), "2");
  const lines = closedLines(form, true, 40).map((line) => line.map(({ text: part }) => part).join(""));
  expect(lines).toEqual(["◇ Which of these many engines should th…", "  → b"]);
  expect(closedLines(form, true, 100)).toHaveLength(1);
});

test("[TERM-14] a note on a question that is skipped is not sent: the review says so, and it is shown again", () => {
  const { form } = typed(createForm(inquiry([which, why])), "nlater<enter>sBecause<enter>");
  expect(shown(form).join("\n")).toMatch(/→ skipped\n│ {3}Note, not sent as the question is skipped: later/);
  expect(typed(form, "<enter>").done).toMatchObject({
    resolving: { body: { answers: [{ question: "q1", skipped: true }, { text: "Because" }] } },
  });
  expect(unsentText(form, true)).toBe("Not sent: later\n");
});

test("[TERM-1] each resolution has an exit code of its own", () => {
  expect(exitCodeOf("superseded")).toBe(15);
  expect(exitCodeOf("expired")).toBe(13);
  expect(exitCodeOf("answered-in-chat")).toBe(0);
});

test("[TERM-14] what was written for a question that the asker took back is shown, also when the rest was sent", () => {
  const { form } = typed(createForm(inquiry([which, why])), "1<enter>Long words<enter>");
  const changed = withInquiry(form, inquiry([which], { revision: 2 }));
  expect(unsentText(changed)).toBe("Not sent: Long words\n");
  expect(unsentText(changed, true)).toBe("Not sent: Long words\n");
  expect(unsentText(form, true)).toBe("");
});

test("[TERM-13] the first line of a long context is in view while a field is open", () => {
  const context = Array.from({ length: 50 }, (_, i) => `Line ${i + 1}.`).join("\n");
  for (const keys of ["", "n", "o", "n<interrupt>"])
    expect(shown(typed(createForm(inquiry([which], { context })), keys).form).join("\n")).toContain("Line 1.");
});

test("[TERM-16] an Enter that was meant for the question before its change sends nothing", () => {
  for (const keys of ["1", "oSoon"]) {
    const { form } = typed(createForm(inquiry([which])), keys);
    const changed = withInquiry(form, inquiry([{ ...which, text: "Which now?" }], { revision: 2 }));
    const once = typed(changed, "<enter>");
    expect(once.done).toBeUndefined();
    expect(once.form.notice).toContain("Enter once more");
    expect(typed(once.form, "<enter>").done).toMatchObject({ resolving: { body: { revision: 2 } } });
  }
});

test("[TERM-4] the hint says what Enter does next", () => {
  const form = createForm(inquiry([which]));
  expect(shown(form).join("\n")).toContain("Enter pick");
  expect(shown(typed(form, "<up>").form).join("\n")).toContain("Enter write");
  expect(shown(typed(form, "<enter>").form).join("\n")).toContain("Enter send");
});

test("[TERM-17] a secret is shown by dots while it is typed, and nowhere else", () => {
  const secret = { ...why, text: "Which token?", secret: true };
  const { form } = typed(createForm(inquiry([secret])), "hunter2");
  expect(shown(form).join("\n")).toContain("› •••••••");
  expect(typed(form, "<enter>").done).toMatchObject({ resolving: { body: { answers: [{ text: "hunter2" }] } } });
  const left = typed(form, "<escape>").form;
  const changed = withInquiry(form, inquiry([why], { revision: 2 }));
  const gone = withInquiry(left, inquiry([{ ...which, id: "q9" }], { revision: 2 }));
  for (const seen of [form, left, changed, gone]) {
    const closed = closedLines(seen, true, 60).map((line) => line.map(({ text }) => text).join(""));
    expect([...shown(seen), ...closed, unsentText(seen), unsentText(seen, true)].join("\n")).not.toContain("hunter2");
  }
  expect(typed(changed, "Because<enter><enter>").done).toMatchObject({
    resolving: { body: { answers: [{ text: "Because" }], revision: 2 } },
  });
});

test("[TERM-18] [QUORUM-9] a card says who has allowed the call and who is missing", () => {
  const approval = { tool: "deploy", input: {} };
  const quorum = { rules: [{ count: 1, group: "ops" }, { count: 1 }], excludes: [] };
  const agreements = [{ by: "per_ana", name: "Ana", groups: ["ops"], at: "2026-01-01T00:00:00Z" }];
  const textOf = (changes: Parameters<typeof inquiry>[1]) =>
    shown(createForm(inquiry([which], { approval, quorum, ...changes })))
      .map((line) => line.slice(2).trim())
      .join(" ");
  const missing = [{ count: 1 }];
  expect(textOf({ agreements, missing })).toContain("Ana (ops) has agreed. 1 more person must agree");
  expect(textOf({ missing })).toContain("Nobody has agreed yet.");
  expect(textOf({ agreements, missing, isUnanswerable: true })).toContain("Nobody who is left can complete this.");
});

test("[TERM-21] a card says where the input of a call can be changed, and nothing of it where it cannot", () => {
  const approval = { tool: "deploy", input: {} };
  const textOf = (editable?: { readonly schema: object }) =>
    shown(createForm(inquiry([which], { approval: { ...approval, ...(editable && { editable }) } })))
      .map((line) => line.slice(2).trim())
      .join(" ");
  expect(textOf({ schema: {} })).toContain(`${appUrl}/q/`);
  expect(textOf({ schema: {} })).toContain("can be changed before it is allowed");
  expect(textOf()).not.toContain("can be changed");
});

test("[TERM-13] a long note and a long comment are shown in full before they are sent", () => {
  const long = "one two three four five six seven eight nine ten eleven twelve";
  const { form } = typed(createForm(inquiry([which, why])), `1n${long}<enter>`);
  const onCard = shown(form);
  const review = shown(typed(form, `<enter>Because<enter>c${long}<enter>`).form);
  const words = (lines: readonly string[]) => lines.map((line) => line.replace(/^│/, "").trim()).join(" ");
  expect(words(onCard)).toContain(`Note: ${long}`);
  expect(words(review)).toContain(`Note: ${long}`);
  expect(words(review)).toContain(`Comment: ${long}`);
  for (const line of [...onCard, ...review]) expect(stringWidth(line)).toBeLessThanOrEqual(screen.width);
});
