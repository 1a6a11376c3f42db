import * as z from "zod";
import type { Json } from "../json.ts";
import { isBlank, neutralise } from "../plain-text.ts";
import { err, ok, type Result } from "../result.ts";
import type { Todo } from "../todo.ts";
import type { Offer } from "./offer.ts";

const name = "update_todos";
const mostTodos = 50;

const schema = z.strictObject({
  todos: z
    .array(
      z.strictObject({
        content: z
          .string()
          .max(500)
          .refine((content) => !isBlank(content), "must not be blank"),
        status: z.enum(["pending", "in_progress", "completed"]),
      }),
    )
    .max(mostTodos)
    .describe("The whole list; it replaces the one before"),
});

const offer: Offer = {
  name,
  description:
    "Keep the list of what you mean to do, so that the user sees how far you are and you find it again after a pause.",
  inputSchema: z.toJSONSchema(schema, { io: "input" }) as Offer["inputSchema"],
};

/** The tool by which an agent shows what it means to do and how far it is. */
export const updateTodos = {
  name,
  offer,
  read(input: Json): Result<readonly Todo[], string> {
    const parsed = schema.safeParse(input);
    if (!parsed.success)
      return err(
        `Invalid input: ${z.prettifyError(parsed.error).slice(0, 1_000)}\nCorrect this and call ${name} again.`,
      );
    return ok(parsed.data.todos.map(({ content, status }) => ({ content: neutralise(content).trim(), status })));
  },
};
