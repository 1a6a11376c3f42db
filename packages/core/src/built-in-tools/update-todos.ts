import * as z from "zod";
import { inputSchemaOf } from "../ask/ask-schema.ts";
import { isBlank, neutralise } from "../ask/plain-text.ts";
import { type Todo, todoStatuses } from "../model/conversation.ts";
import { err, ok, type Result } from "../model/result.ts";
import type { Json, ToolSpec } from "../model/tool-call.ts";

const name = "update_todos";
const maxTodos = 50;

const schema = z.strictObject({
  todos: z
    .array(
      z.strictObject({
        content: z
          .string()
          .max(500)
          .refine((content) => !isBlank(content), "must not be blank"),
        status: z.enum(todoStatuses),
      }),
    )
    .max(maxTodos)
    .describe("The whole list; it replaces the one before"),
});

const spec: ToolSpec = {
  name,
  description:
    "Keep the list of what you mean to do, so that the user sees how far you are and you find it again after a pause.",
  get inputSchema() {
    return inputSchemaOf(schema);
  },
};

/** The tool by which an agent shows its plan and its progress. */
export const updateTodos = {
  name,
  spec,
  read(input: Json): Result<readonly Todo[], string> {
    const parsed = schema.safeParse(input);
    if (!parsed.success)
      return err(
        `Invalid input: ${z.prettifyError(parsed.error).slice(0, 1_000)}\nCorrect this and call ${name} again.`,
      );
    return ok(parsed.data.todos.map(({ content, status }) => ({ content: neutralise(content).trim(), status })));
  },
};
