import type { InquiryRecord, Question } from "@askback/core";
import { noteField, optionField, textField } from "../deliver/answer-fields.ts";
import { headBlocks, questionText } from "./slack-question.ts";
import { type Block, contextLine, escaped, link, plain, section, sections, slackLimits } from "./slack-text.ts";

/** What a person gave in a dialog, by the names of its fields. */
export type DialogValues = Readonly<Record<string, string | readonly string[]>>;

export type SlackView = Readonly<Record<string, unknown>>;

export interface Dialog {
  readonly record: InquiryRecord;
  /** Comes back with what is given. */
  readonly reference: string;
  readonly pageUrl: string;
  /** What was given before, and what is wrong with it. */
  readonly values?: DialogValues;
  readonly wrong?: string;
}

/** The ids of the one element of each input, and of the buttons. */
const element = "value";
export const dialogActions = { delegate: "delegate", decline: "decline" } as const;
/** The option by which somebody answers in their own words: a pick among radio buttons cannot be taken back. */
export const ownWordsOption = "own-words";

/** A dialog that takes every answer to an inquiry. Nothing is picked before a person does it. */
export function dialogView(dialog: Dialog): SlackView {
  return {
    type: "modal",
    callback_id: "answer",
    private_metadata: dialog.reference,
    title: plain("Answer", 24),
    submit: plain("Send answer", 24),
    close: plain("Cancel", 24),
    blocks: dialogBlocks(dialog),
  };
}

export function dialogBlocks({ record, pageUrl, values = {}, wrong }: Dialog): readonly Block[] {
  const { questions, approval } = record;
  const isApproval = approval !== undefined;
  return [
    ...(wrong === undefined ? [] : [section(`:warning: ${escaped(wrong)}`)]),
    ...headBlocks(record),
    ...questions.flatMap((question) => questionBlocks(question, values, isApproval)),
    {
      type: "actions",
      elements: [
        ...(isApproval ? [] : [action(dialogActions.delegate, "You decide")]),
        action(dialogActions.decline, isApproval ? "Say nothing" : "I will not say"),
      ],
    },
    contextLine(link(pageUrl, "Open in Askback")),
  ];
}

/** A dialog that says one thing, and shows what somebody wrote for nothing, so that they can copy it. */
export function messageView(title: string, words: string, values: readonly string[] = [], url?: string): SlackView {
  return {
    type: "modal",
    title: plain(title, 24),
    close: plain("Close", 24),
    blocks: [
      ...sections(words).slice(0, maxSections),
      ...(values.length > 0 ? [contextLine("This is what you gave. It was not sent:")] : []),
      ...values.flatMap(sections).slice(0, maxSections),
      ...(url === undefined ? [] : [contextLine(link(url, "Open in Askback"))]),
    ],
  };
}

const maxSections = 20;

/** What the state of a dialog has, by the names of its fields. */
export function valuesOf(state: DialogState): DialogValues {
  return Object.fromEntries(
    Object.entries(state).map(([name, elements]) => {
      const { value, selected_option, selected_options } = elements[element] ?? {};
      const picked = selected_options?.map((option) => option.value) ?? selected_option?.value;
      return [name, picked ?? value ?? ""];
    }),
  );
}

/** The state of a dialog as Slack sends it: for each block its elements. */
export type DialogState = Readonly<
  Record<
    string,
    Readonly<
      Record<
        string,
        {
          readonly value?: string | null | undefined;
          readonly selected_option?: { readonly value: string } | null | undefined;
          readonly selected_options?: readonly { readonly value: string }[] | null | undefined;
        }
      >
    >
  >
>;

/** What a person gave, in words that they can copy. */
export function wordsOf({ questions }: InquiryRecord, values: DialogValues): readonly string[] {
  return questions.flatMap((question) => {
    const picked = [values[optionField(question)] ?? []].flat();
    const labels = question.options.filter(({ id }) => picked.includes(id)).map(({ label }) => label);
    const written = [textField(question), noteField(question)].flatMap((name) => values[name] ?? []);
    return [labels.join(", "), ...written].filter((text) => text.trim() !== "");
  });
}

/** Whether a question has the option "In my own words". */
export function hasOwnWordsOption({ options, multiSelect, ownWords }: Question): boolean {
  return ownWords && options.length > 0 && !multiSelect;
}

function questionBlocks(question: Question, values: DialogValues, isApproval: boolean): readonly Block[] {
  const { options, ownWords } = question;
  return [
    ...sections(questionText(question)),
    ...(options.length > 0 ? [optionInput(question, values)] : []),
    ...(ownWords
      ? [textInput(textField(question), options.length > 0 ? "In your own words" : "Your answer", values)]
      : []),
    ...(options.length > 0
      ? [textInput(noteField(question), isApproval ? "A note for the agent" : "A note", values, maxNoteLength)]
      : []),
  ];
}

const maxNoteLength = 2_000;

function optionInput(question: Question, values: DialogValues): Block {
  const own = hasOwnWordsOption(question) ? [{ id: ownWordsOption, label: "In my own words" }] : [];
  const options = [...question.options, ...own].map(({ id, label }) => ({
    text: plain(label, slackLimits.label),
    value: id,
  }));
  const given = [values[optionField(question)] ?? []].flat();
  const picked = options.filter(({ value }) => given.includes(value));
  const initial = question.multiSelect ? { initial_options: picked } : { initial_option: picked[0] };
  return input(optionField(question), question.multiSelect ? "Your picks" : "Your pick", {
    type: question.multiSelect ? "checkboxes" : "radio_buttons",
    options,
    ...(picked.length > 0 && initial),
  });
}

function textInput(name: string, label: string, values: DialogValues, max: number = slackLimits.input): Block {
  const given = values[name];
  return input(name, label, {
    type: "plain_text_input",
    multiline: true,
    max_length: max,
    ...(typeof given === "string" && given !== "" && { initial_value: given }),
  });
}

/** Each input may stay empty: whether there is an answer is decided over all of them. */
function input(name: string, label: string, fields: Block): Block {
  return {
    type: "input",
    block_id: name,
    optional: true,
    label: plain(label, slackLimits.label),
    element: { action_id: element, ...fields },
  };
}

function action(id: string, label: string): Block {
  return { type: "button", action_id: id, text: plain(label, slackLimits.label) };
}
