import type { Question } from "@askback/core";

/** The names of the fields in which a form outside the app takes the answer to a question. */
export const optionField = ({ id }: Pick<Question, "id">) => `option.${id}`;
export const textField = ({ id }: Pick<Question, "id">) => `text.${id}`;
export const noteField = ({ id }: Pick<Question, "id">) => `note.${id}`;
