import { isRecord } from "./call.ts";

/** A question of Claude Code's AskUserQuestion; answers go back under its text and with its labels, as it wrote them. */
export interface AskedQuestion {
  readonly text: string;
  readonly header?: string;
  readonly options: readonly { readonly label: string; readonly description?: string; readonly preview?: string }[];
  readonly multiSelect: boolean;
}

/** The questions of an input; none if one of them cannot be read, since no part of an ask is left out. */
export function questionsIn({ questions }: Readonly<Record<string, unknown>>): readonly AskedQuestion[] {
  if (!Array.isArray(questions)) return [];
  const read = questions.map(readQuestion);
  return read.every((question) => question !== undefined) ? read : [];
}

function readQuestion(given: unknown): AskedQuestion | undefined {
  if (!isRecord(given) || typeof given.question !== "string" || !Array.isArray(given.options)) return undefined;
  const options = given.options.map((option) => {
    if (!isRecord(option) || typeof option.label !== "string") return undefined;
    const { label, description, preview } = option;
    return {
      label,
      ...(typeof description === "string" && { description }),
      ...(typeof preview === "string" && preview !== "" && { preview }),
    };
  });
  if (!options.every((option) => option !== undefined)) return undefined;
  return {
    text: given.question,
    ...(typeof given.header === "string" && { header: given.header }),
    options,
    multiSelect: given.multiSelect === true,
  };
}
