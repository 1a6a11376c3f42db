import type { Inquiry } from "@askback/core/wire";
import type { DraftAction } from "../drafts/draft.ts";
import type { FieldFiles } from "./field-files.ts";

/** The name of the field for the files of an answer's own words. */
export function ownWordsFiles(inquiryId: string, question: string): string {
  return `answer:${inquiryId}:${question}`;
}

interface DraftFilesOptions {
  readonly files: (name: string) => FieldFiles;
  readonly change: (action: DraftAction) => void;
  /** Told how many files are still on their way, at once and after each change. */
  readonly onPending: (count: number) => void;
}

/**
 * Makes files of all questions part of the draft as soon as the server has them, also of questions that are not shown;
 * returns how to stop.
 */
export function followDraftFiles(
  { id, questions }: Pick<Inquiry, "id" | "questions">,
  { files, change, onPending }: DraftFilesOptions,
): () => void {
  const fields = questions.map((question) => ({
    question: question.id,
    field: files(ownWordsFiles(id, question.id)),
  }));
  const stops = fields.map(({ question, field }) =>
    field.files.subscribe((current) => {
      for (const { key, file } of current) {
        if (!file) continue;
        change({ type: "attach", question, file });
        field.release(key);
      }
      onPending(fields.reduce((count, { field }) => count + field.files.get().length, 0));
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
