import { isObject, type Json, type JsonObject } from "../model/tool-call.ts";
import { neutralise } from "./plain-text.ts";

// A preview's text is six levels deep. No schema has anything deeper, and following it could exhaust the stack.
const deepestField = 6;

/** The optional fields of all contracts. Models write null for a field that they leave out. */
const optionalFields: ReadonlySet<string> = new Set([
  "context",
  "header",
  "options",
  "multiSelect",
  "multiple",
  "custom",
  "description",
  "value",
  "recommended",
  "preview",
  "language",
]);

interface Repaired {
  readonly input: Json;
  readonly warnings: readonly string[];
}

type Warn = (text: string) => void;

/** The input of a tool that takes several questions, with common mistakes of models repaired and a warning for each. */
export function repairAsk(input: Json): Repaired {
  return repairInput(input, (whole, warn) => {
    if (!("questions" in whole)) return whole;
    const questions = parseIfText(whole.questions ?? null, "`questions`", warn);
    return {
      ...whole,
      questions: Array.isArray(questions) ? questions.map((item) => repairQuestion(item, warn)) : questions,
    };
  });
}

/** The same for a tool whose input is one question, with or without a header. */
export function repairOneAsk(input: Json, { hasHeader }: { readonly hasHeader: boolean }): Repaired {
  return repairInput(input, (whole, warn) => repairQuestion(whole, warn, hasHeader));
}

function repairInput(input: Json, repair: (whole: JsonObject, warn: Warn) => Json): Repaired {
  const warnings = new Set<string>();
  const warn = (text: string) => warnings.add(text);
  const parsed = parseIfText(input, "the input", warn);
  const whole = isObject(parsed) ? repair(parsed, warn) : parsed;
  return { input: isObject(parsed) ? cleanTexts(whole, warn) : whole, warnings: [...warnings] };
}

function repairQuestion(item: Json, warn: Warn, hasHeader = true): Json {
  if (!isObject(item)) return item;
  const { message, ...rest } = item;
  const question: { [key: string]: Json } =
    typeof message === "string" && !("question" in item) ? { ...rest, question: message } : { ...item };
  if (question !== item && "message" in item && !("message" in question)) warn("`message` was read as `question`");
  const options = parseIfText(question.options ?? null, "`options`", warn);
  if (!Array.isArray(options)) return question;
  const headers = options.flatMap((option) =>
    isObject(option) && typeof option.header === "string" ? [option.header] : [],
  );
  if (headers.length === 0) return { ...question, options };
  warn(hasHeader ? "`header` was moved from an option to its question" : "`header` was left out of an option");
  const stripped = options.map((option) => (isObject(option) ? withoutHeader(option) : option));
  return { ...(hasHeader && headers[0] !== undefined && { header: headers[0] }), ...question, options: stripped };
}

function withoutHeader(option: JsonObject): Json {
  const { header: _, ...rest } = option;
  return rest;
}

function parseIfText(value: Json, name: string, warn: Warn): Json {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    const parsed = JSON.parse(value) as Json;
    warn(`${name} came as a JSON string and was parsed`);
    return parsed;
  } catch {
    return value;
  }
}

type Trim = (text: string) => string;

const trimBoth: Trim = (text) => text.trim();
// For a preview's text: indentation matters in code, and so does the first character of a line in a diff.
const trimBlankLines: Trim = (text) => text.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();

function cleanTexts(value: Json, warn: Warn, depth = 0, trim = trimBoth): Json {
  if (depth > deepestField) return value;
  if (typeof value === "string") {
    const text = trim(neutralise(value));
    if (text !== trim(value.normalize("NFC"))) warn("invisible or reordering characters were removed");
    return text;
  }
  if (Array.isArray(value)) return value.map((item) => cleanTexts(item, warn, depth + 1));
  if (!isObject(value)) return value;
  const given = Object.entries(value).filter(([key, item]) => item !== null || !optionalFields.has(key));
  return Object.fromEntries(
    given.map(([key, item]) => [key, cleanTexts(item, warn, depth + 1, key === "text" ? trimBlankLines : trimBoth)]),
  );
}
