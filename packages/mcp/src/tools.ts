import { type Contract, contractByName } from "@askback/core";
import type { Tool } from "@modelcontextprotocol/server";
import * as z from "zod";
import { cardTools, withCard } from "./card/apps.ts";

/** The contracts that are offered as tools, by name. */
export const askContracts: ReadonlyMap<string, Contract> = new Map(
  ["ask_user_question", "AskUserQuestion"].map((name) => [name, contractByName(name)]),
);

/** The longest wait of one call in seconds, below the 60 seconds after which many clients give a call up. */
export const maxWaitSeconds = 50;

export const getAnswerName = "get_answer";

export const GetAnswer = z.strictObject({
  handle: z.string().min(1).max(200).describe("The handle that the question returned"),
  wait: z
    .number()
    .min(0)
    .max(maxWaitSeconds)
    .default(maxWaitSeconds)
    .describe(`How many seconds to wait for the answer, up to ${maxWaitSeconds}`),
});

const { $schema: _, ...getAnswerSchema } = z.toJSONSchema(GetAnswer, { io: "input" });

/** A call that is repeated asks again, unless the client repeats its id too. */
const asks = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };

const askTools: readonly Tool[] = [...askContracts.values()].map(({ name, description, inputSchema }) => ({
  name,
  description,
  inputSchema: inputSchema as Tool["inputSchema"],
  annotations: { ...asks, title: "Ask people" },
}));

const getAnswerTool: Tool = {
  name: getAnswerName,
  description: [
    "Get the answer to a question that is still open, by its handle.",
    "People may take minutes, hours or days. While nobody has answered, call it again, or do other work first.",
  ].join("\n"),
  inputSchema: getAnswerSchema as Tool["inputSchema"],
  annotations: { readOnlyHint: true, openWorldHint: true, title: "Get the answer" },
};

/** The tools for a client, which may show cards. */
export function toolsFor(isCardShown: boolean): Tool[] {
  return isCardShown ? [...askTools.map(withCard), getAnswerTool, ...cardTools] : [...askTools, getAnswerTool];
}
