import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";

/** The picked labels and own words of a resolution, or the message that answered. */
export function answerTexts({ questions, resolution }: Inquiry): readonly string[] {
  if (!resolution?.answers) return resolution?.text === undefined ? [] : [neutralise(resolution.text)];
  return resolution.answers.flatMap((answer) => {
    if ("skipped" in answer) return [];
    const options = questions.find(({ id }) => id === answer.question)?.options ?? [];
    const labels = options.filter(({ id }) => answer.options?.includes(id)).map(({ label }) => neutralise(label));
    return answer.text ? [...labels, neutralise(answer.text)] : labels;
  });
}
