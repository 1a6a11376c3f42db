import type * as z from "zod";

/** One error for the model: what is wrong, what is allowed, and to call again. */
export function askErrorWords(toolName: string, issues: readonly z.core.$ZodIssue[], allowed: string): string {
  const shown = issues.slice(0, 5).map((issue) => `- ${pathWords(issue.path)}: ${issueWords(issue)}`);
  const more = issues.length > shown.length ? [`- and ${issues.length - shown.length} more`] : [];
  return [
    "Invalid input: nothing was asked.",
    ...shown,
    ...more,
    allowed,
    `Correct this and call ${toolName} again.`,
  ].join("\n");
}

function pathWords(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "input";
  return path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index > 0 ? "." : ""}${String(key)}`))
    .join("");
}

function issueWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "too_small":
      return `needs at least ${issue.minimum} ${unitOf(issue.origin)}${gotWords(issue.input)}`;
    case "too_big":
      return `allows at most ${issue.maximum} ${unitOf(issue.origin)}${gotWords(issue.input)}`;
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

function gotWords(input: unknown): string {
  // zod counts code points, so an emoji is one character in both numbers.
  return typeof input === "string" || Array.isArray(input) ? `, got ${Array.from(input).length}` : "";
}

function unitOf(origin: string): string {
  return origin === "array" ? "items" : "characters";
}
