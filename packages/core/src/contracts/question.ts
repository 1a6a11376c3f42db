import * as z from "zod";
import { askErrorText } from "../ask/ask-error.ts";
import {
  hasNoOther,
  headerSchema,
  inputSchemaOf,
  optionListSchema,
  optionSchema,
  otherIsRefused,
  questionTextSchema,
} from "../ask/ask-schema.ts";
import { repairOneAsk } from "../ask/repair-ask.ts";
import { userMessageDelivery } from "../deliveries/user-message.ts";
import { err, ok } from "../model/result.ts";
import type { Contract } from "./contract.ts";

const limits = { header: 30, question: 500, label: 30, description: 200 };

const schema = z
  .strictObject({
    header: headerSchema(limits),
    question: questionTextSchema(limits),
    options: optionListSchema(optionSchema(limits), { min: 1, max: 10 }),
    multiple: z.boolean().default(false).describe("Whether several options may be picked"),
    custom: z.boolean().default(true).describe("Whether the user may type an answer of their own"),
  })
  .refine(({ options, custom }) => !custom || hasNoOther(options), { path: ["options"], error: otherIsRefused });

const allowed =
  `Allowed: {"header": "...", "question": "...", "options": [{"label": "...", "description": "..."}], "multiple": false, "custom": true} ` +
  "with 1-10 options; header and label up to 30, question up to 500, description up to 200 characters; labels distinct.";

const join = "\n";

/** One question that ends the turn; the answer becomes the next message of the user. */
export const question: Contract = {
  name: "question",
  description: [
    "Ask the user what to do next and end your turn: the answer comes as their next message.",
    "It must be the only tool call of the turn.",
    "Offer the common choices; unless `custom` is false the user can also type an answer.",
  ].join("\n"),
  get inputSchema() {
    return inputSchemaOf(schema);
  },
  read(input) {
    const { input: repaired, warnings } = repairOneAsk(input, { hasHeader: true });
    const parsed = schema.safeParse(repaired, { reportInput: true });
    if (!parsed.success)
      return err(askErrorText(question.name, { input: repaired, issues: parsed.error.issues }, allowed));
    const { header, question: text, options, multiple, custom } = parsed.data;
    const offered = options.map(({ label, description }, index) => ({
      id: `o${index + 1}`,
      label,
      ...(description && { description }),
    }));
    return ok({
      questions: [
        { id: "q1", text, ...(header && { header }), options: offered, multiSelect: multiple, ownWords: custom },
      ],
      warnings,
    });
  },
  turn: "alone",
  resumesIn: "same-run",
  join,
  delivery: userMessageDelivery(join),
};
