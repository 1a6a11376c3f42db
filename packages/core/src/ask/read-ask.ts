import type * as z from "zod";
import type { Ask } from "../contracts/contract.ts";
import type { Option, Preview } from "../model/question.ts";
import { err, ok, type Result } from "../model/result.ts";
import type { Json } from "../model/tool-call.ts";
import { askErrorText } from "./ask-error.ts";
import { repairAsk } from "./repair-ask.ts";

/** The tool whose input is read: its schema, and the text that tells the model what is allowed. */
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
  readonly value?: string | undefined;
  readonly description?: string | undefined;
  readonly recommended?: boolean | string | undefined;
  readonly preview?:
    | { readonly kind: Preview["kind"]; readonly text: string; readonly language?: string | undefined }
    | undefined;
}

/** The questions of a call that can ask several, or the text that tells the model what is wrong. */
export function readAsk({ name, schema, allowed }: AskTool, input: Json): Result<Ask, string> {
  const { input: repaired, warnings } = repairAsk(input);
  const parsed = schema.safeParse(repaired, { reportInput: true });
  if (!parsed.success) return err(askErrorText(name, { input: repaired, issues: parsed.error.issues }, allowed));
  const { context, questions } = parsed.data;
  return ok({
    ...(context && { context }),
    questions: questions.map((item, index) => ({
      id: `q${index + 1}`,
      text: item.question,
      ...(item.header && { header: item.header }),
      options: item.options.map(toOption),
      multiSelect: item.multiSelect,
      ownWords: true,
    })),
    warnings,
  });
}

export function toOption({ label, value, description, recommended, preview }: OptionInput, index: number): Option {
  return {
    id: `o${index + 1}`,
    label,
    ...(value !== undefined && { value }),
    ...(description && { description }),
    ...toRecommendation(recommended),
    ...(preview && { preview: toPreview(preview) }),
  };
}

function toRecommendation(recommended: OptionInput["recommended"]): Pick<Option, "recommended"> {
  // Some models write the boolean as a string.
  if (!recommended || recommended === "false") return {};
  return { recommended: recommended === true || recommended === "true" ? {} : { reason: recommended } };
}

function toPreview({ kind, text, language }: NonNullable<OptionInput["preview"]>): Preview {
  return { kind, text, ...(language && { language }) };
}
