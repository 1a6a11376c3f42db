import type { Contract } from "@askback/core";
import type * as wire from "@askback/core/wire";

type Ask = Extract<ReturnType<Contract["read"]>, { readonly ok: true }>["value"];

/** What a model asked, as the body of an ask of a program. */
export function askedQuestions({ questions, context }: Ask): wire.AskInquiry {
  return {
    ...(context !== undefined && { context }),
    questions: questions.map(({ text, header, options, multiSelect, ownWords }) => ({
      question: text,
      ...(header !== undefined && { header }),
      options: options.map(({ label, value, description, recommended, preview }) => ({
        label,
        ...(value !== undefined && { value }),
        ...(description !== undefined && { description }),
        ...(recommended && { recommended: recommended.reason ?? true }),
        ...(preview && { preview }),
      })),
      multiSelect,
      ownWords,
    })),
  };
}
