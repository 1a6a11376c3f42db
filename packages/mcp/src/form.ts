import { neutralise } from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";

type Form = Pick<ElicitRequestFormParams, "message" | "requestedSchema">;
type Fields = ElicitRequestFormParams["requestedSchema"]["properties"];
type Question = wire.Inquiry["questions"][number];

export interface FormOptions {
  /** Whether the client knows titled choices and lists of them, which came with 2025-11-25. */
  readonly hasTitledChoices: boolean;
  /** What was wrong with the answer before. */
  readonly problem?: string | undefined;
}

/** The inquiry as a form of the client. Nothing is preselected, and every field may be left empty. */
export function toForm({ questions, context }: wire.Inquiry, { hasTitledChoices, problem }: FormOptions): Form {
  const fields = questions.flatMap((question) => [
    ...(hasTitledChoices ? titledChoices(question) : plainChoices(question)),
    ...(question.ownWords ? [ownWordsField(question)] : []),
  ]);
  const comment = ["comment", { type: "string", title: "Comment", description: "Anything to add" }] as const;
  const parts = [problem, context, ...questions.map(questionText)].filter((part) => part !== undefined);
  return {
    message: neutralise(parts.join("\n\n")),
    requestedSchema: { type: "object", properties: Object.fromEntries([...fields, comment]) as Fields },
  };
}

function questionText({ text, options, multiSelect }: Question): string {
  const lines = options.map(
    ({ label, description, recommended }) =>
      `- ${label}${recommended ? " (recommended)" : ""}${description === undefined ? "" : `: ${description}`}`,
  );
  return [multiSelect ? `${text} (several may be picked)` : text, ...lines].join("\n");
}

type Field = readonly [name: string, schema: unknown];

function titledChoices({ id, text, header, options, multiSelect }: Question): readonly Field[] {
  if (options.length === 0) return [];
  const choices = options.map(({ id: value, label }) => ({ const: value, title: neutralise(label) }));
  const about = { title: neutralise(header ?? text), description: neutralise(text) };
  return multiSelect
    ? [[id, { type: "array", ...about, items: { anyOf: choices } }]]
    : [[id, { type: "string", ...about, oneOf: choices }]];
}

/** The choices as 2025-06-18 has them: a list of names, and a yes or no for each option where several may be picked. */
function plainChoices({ id, text, header, options, multiSelect }: Question): readonly Field[] {
  if (options.length === 0) return [];
  const labels = options.map(({ label }) => neutralise(label));
  const about = { title: neutralise(header ?? text), description: neutralise(text) };
  if (!multiSelect)
    return [[id, { type: "string", ...about, enum: options.map((option) => option.id), enumNames: labels }]];
  return options.map((option, index) => [
    `${id}_${option.id}`,
    { type: "boolean", title: labels[index], description: about.description },
  ]);
}

function ownWordsField({ id, text, header }: Question): Field {
  return [
    `${id}_text`,
    { type: "string", title: `${neutralise(header ?? text)}: own words`, description: "Your own words, or a note" },
  ];
}

/** What a person filled in, as an answer; the server checks it against the questions. */
export function readForm(
  { questions, revision }: wire.Inquiry,
  content: Readonly<Record<string, unknown>>,
): wire.AnswerInquiry {
  const comment = textOf(content.comment);
  return {
    answers: questions.map((question) => readAnswer(question, content)),
    revision,
    ...(comment !== undefined && { comment }),
  };
}

function readAnswer(question: Question, content: Readonly<Record<string, unknown>>) {
  const { id, options, multiSelect } = question;
  const flagged = options.filter((option) => content[`${id}_${option.id}`] === true).map((option) => option.id);
  const given = content[id];
  const picks = [...(Array.isArray(given) ? given : [given]), ...flagged].filter((pick) => typeof pick === "string");
  const text = textOf(content[`${id}_text`]);
  if (picks.length === 0 && text === undefined) return { question: id, skipped: true as const };
  // Beside the one option that may be picked, own words are a note, so that neither is lost.
  const isNote = picks.length > 0 && !multiSelect;
  return {
    question: id,
    ...(picks.length > 0 && { options: picks }),
    ...(text !== undefined && (isNote ? { note: text } : { text })),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
