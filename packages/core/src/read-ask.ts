import type * as z from "zod";
import { askErrorWords } from "./ask-error.ts";
import { repairAsk } from "./ask-repair.ts";
import type { Reading } from "./contract.ts";
import type { Json } from "./json.ts";
import type { Option, Preview } from "./question.ts";
import { err, ok, type Result } from "./result.ts";

/** The tool whose input is read: its schema, and what it allows in words for the model. */
interface AskTool {
  readonly name: string;
  readonly schema: z.ZodType<AskInput>;
  readonly allowed: string;
}

interface AskInput {
  readonly context?: string | undefined;
  readonly questions: readonly {
    readonly question: string;
    readonly header?: string | undefined;
    readonly options: readonly OptionInput[];
    readonly multiSelect: boolean;
  }[];
}

interface OptionInput {
  readonly label: string;
  readonly description?: string | undefined;
  readonly recommended?: boolean | string | undefined;
  readonly preview?:
    | { readonly kind: Preview["kind"]; readonly text: string; readonly language?: string | undefined }
    | undefined;
}

/** The questions of a call that asks several, or the words that tell the model what is wrong. */
export function readAsk({ name, schema, allowed }: AskTool, input: Json): Result<Reading, string> {
  const { input: repaired, warnings } = repairAsk(input);
  const parsed = schema.safeParse(repaired, { reportInput: true });
  if (!parsed.success) return err(askErrorWords(name, parsed.error.issues, allowed));
  const { context, questions } = parsed.data;
  return ok({
    ...(context && { context }),
    questions: questions.map((item, index) => ({
      id: `q${index + 1}`,
      text: item.question,
      ...(item.header && { header: item.header }),
      options: item.options.map((option, place) => optionAt(place, option)),
      multiSelect: item.multiSelect,
      ownWords: true,
    })),
    warnings,
  });
}

function optionAt(place: number, { label, description, recommended, preview }: OptionInput): Option {
  return {
    id: `o${place + 1}`,
    label,
    ...(description && { description }),
    ...recommendationOf(recommended),
    ...(preview && { preview: previewOf(preview) }),
  };
}

function recommendationOf(recommended: OptionInput["recommended"]): Pick<Option, "recommended"> {
  // Some models write the word for the value.
  if (!recommended || recommended === "false") return {};
  return { recommended: recommended === true || recommended === "true" ? {} : { reason: recommended } };
}

function previewOf({ kind, text, language }: NonNullable<OptionInput["preview"]>): Preview {
  return { kind, text, ...(language && { language }) };
}
