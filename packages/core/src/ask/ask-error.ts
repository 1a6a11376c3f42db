import type * as z from "zod";
import { isObject, type Json } from "../model/tool-call.ts";

interface BadAsk {
  readonly input: Json;
  readonly issues: readonly z.core.$ZodIssue[];
}

/** One error for the model: what is wrong, what is allowed, and that it should call again. A program that asks calls no tool. */
export function askErrorText(toolName: string | undefined, { input, issues }: BadAsk, allowed: string): string {
  const shown = issues
    .slice(0, 5)
    .map((issue) => `- ${pathText(issue.path)}: ${issueText(issue)}${questionName(input, issue.path)}`);
  const more = issues.length > shown.length ? [`- and ${issues.length - shown.length} more`] : [];
  return [
    "Invalid input: nothing was asked.",
    ...shown,
    ...more,
    allowed,
    toolName === undefined ? "Correct this and ask again." : `Correct this and call ${toolName} again.`,
  ].join("\n");
}

function pathText(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "input";
  return path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index > 0 ? "." : ""}${String(key)}`))
    .join("");
}

const maxNameLength = 80;

/** The text of the question in which something is wrong, so that the model need not count. */
function questionName(input: Json, [list, index, field]: readonly PropertyKey[]): string {
  if (list !== "questions" || typeof index !== "number" || field === "question" || !isObject(input)) return "";
  const question = Array.isArray(input.questions) ? input.questions[index] : undefined;
  const text = isObject(question) ? question.question : undefined;
  if (typeof text !== "string" || text === "") return "";
  const characters = Array.from(text);
  const name = characters.length > maxNameLength ? `${characters.slice(0, maxNameLength - 1).join("")}…` : text;
  return ` (question ${index + 1}: ${JSON.stringify(name)})`;
}

function issueText(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "too_small":
      return `needs at least ${issue.minimum} ${unitOf(issue.origin)}${gotText(issue.input)}`;
    case "too_big":
      return `allows at most ${issue.maximum} ${unitOf(issue.origin)}${gotText(issue.input)}`;
    case "invalid_type":
      return `must be ${issue.expected === "array" ? "an array" : issue.expected === "object" ? "an object" : `a ${issue.expected}`}`;
    case "unrecognized_keys":
      return issue.keys.includes("answers")
        ? "answers come from the user alone and cannot be supplied"
        : `unknown field ${issue.keys
            .slice(0, 5)
            .map((key) => JSON.stringify(key.slice(0, 40)))
            .join(", ")}`;
    default:
      return issue.message;
  }
}

function gotText(input: unknown): string {
  // zod counts code points, so an emoji is one character in both numbers.
  return typeof input === "string" || Array.isArray(input) ? `, got ${Array.from(input).length}` : "";
}

function unitOf(origin: string): string {
  return origin === "array" ? "items" : "characters";
}
