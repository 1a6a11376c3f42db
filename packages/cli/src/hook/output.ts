import { resolutionText } from "@askback/core";
import type { Answer, Inquiry } from "@askback/core/wire";
import type { HookedCall } from "./call.ts";
import { type AskedQuestion, questionsIn } from "./questions.ts";

type Resolution = NonNullable<Inquiry["resolution"]>;

/** What a hook writes to its standard output; an object without a decision leaves the dialog to Claude Code. */
export type HookOutput = Readonly<Record<string, unknown>>;

/** What Claude Code is told of a resolved inquiry. */
export function outputFor(call: HookedCall, inquiry: Inquiry, resolution: Resolution): HookOutput {
  return call.event === "PreToolUse"
    ? questionOutput(call.input, inquiry, resolution)
    : permissionOutput(inquiry, resolution);
}

/**
 * Claude Code writes the tool's result from `answers` and `annotations`. What is no answer gets an empty `answers`, for which
 * it writes that the user did not answer, and the reason as context beside it. A dismissed question ends the turn.
 */
function questionOutput(input: HookedCall["input"], inquiry: Inquiry, resolution: Resolution): HookOutput {
  const { type, comment } = resolution;
  if (type === "dismissed") {
    const reason = withComment(resolutionText({ type }), comment);
    return {
      continue: false,
      stopReason: "The question was set aside in Askback.",
      ...decision({ permissionDecision: "deny", permissionDecisionReason: reason }),
    };
  }
  const asked = questionsIn(input);
  const isReply = type === "answered" || type === "answered-in-chat";
  const context = withComment(isReply ? "" : resolutionText({ type }), comment);
  // What the model wrote as answers is not passed on.
  const { answers: _answers, annotations: _annotations, response: _response, ...rest } = input;
  return decision({
    permissionDecision: "allow",
    updatedInput: { ...rest, ...answersTo(asked, inquiry, resolution) },
    ...(context !== "" && { additionalContext: context }),
  });
}

function decision(fields: object): HookOutput {
  return { hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } };
}

function withComment(text: string, comment: string | undefined): string {
  return [text, ...(comment ? [`The user added: ${comment}`] : [])].filter(Boolean).join(" ");
}

function answersTo(asked: readonly AskedQuestion[], inquiry: Inquiry, { type, answers = [], text = "" }: Resolution) {
  if (type === "answered-in-chat")
    return { answers: Object.fromEntries(asked.map((question) => [question.text, text])) };
  if (type !== "answered") return { answers: {} };
  const given = asked.map((question, index) => {
    const shown = inquiry.questions[index];
    return { question, shown, answer: answers.find((answer) => answer.question === shown?.id) };
  });
  const annotations = given.flatMap(({ question, shown, answer }) => {
    const annotation = annotationOf(question, shown, answer);
    return annotation ? [[question.text, annotation] as const] : [];
  });
  return {
    answers: Object.fromEntries(
      given.map(({ question, shown, answer }) => [question.text, wordsOf(question, shown, answer)]),
    ),
    ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
  };
}

const leftUnanswered = "(The user left this question unanswered. Assume no preference and no consent.)";

type Shown = Inquiry["questions"][number] | undefined;

/** The picked labels as the model wrote them, then the own words and the names of their files. */
function wordsOf(question: AskedQuestion, shown: Shown, answer: Answer | undefined): string {
  if (!answer || "skipped" in answer) return leftUnanswered;
  const { text, files = [] } = answer;
  const labels = picked(question, shown, answer).map(({ label }) => label);
  const words = [...labels, ...(text ? [text] : []), ...files.map(({ name }) => `[file: ${name}]`)];
  return words.length > 0 ? words.join(", ") : leftUnanswered;
}

function annotationOf(question: AskedQuestion, shown: Shown, answer: Answer | undefined) {
  if (!answer || "skipped" in answer) return undefined;
  const [only, ...others] = picked(question, shown, answer);
  const preview = others.length === 0 ? only?.preview : undefined;
  const { note } = answer;
  if (!note && preview === undefined) return undefined;
  return { ...(preview !== undefined && { preview }), ...(note && { notes: note }) };
}

function picked(question: AskedQuestion, shown: Shown, { options = [] }: Exclude<Answer, { skipped: true }>) {
  const ids = shown?.options.map(({ id }) => id) ?? [];
  return question.options.filter((_, index) => options.includes(ids[index] ?? ""));
}

/** Anything but an explicit allowance refuses the call; a dismissed request also ends the turn. */
function permissionOutput(inquiry: Inquiry, resolution: Resolution): HookOutput {
  const allowed = resolution.type === "answered" && inquiry.receipt?.allowed === true;
  return {
    hookSpecificOutput: {
      hookEventName: "PermissionRequest",
      decision: allowed
        ? { behavior: "allow" }
        : {
            behavior: "deny",
            message: reasonNotAllowed(resolution),
            ...(resolution.type === "dismissed" && { interrupt: true }),
          },
    },
  };
}

/** What Claude reads about a call that nobody allowed. */
function reasonNotAllowed({ type, answers = [], comment, text = "" }: Resolution): string {
  const notes = answers.flatMap((answer) => ("note" in answer && answer.note ? [answer.note] : []));
  const remarks = [...notes, ...(comment ? [comment] : [])];
  const because = remarks.length > 0 ? ` Their reason: ${remarks.join("\n")}` : "";
  switch (type) {
    case "answered":
      return `Not run: the user refused this call.${because}`;
    case "answered-in-chat":
      return `Not run: the user wrote a message instead, which is no permission to run it: ${text}`;
    case "delegated":
      return `Not run: leaving the decision to you is no permission to run it.${because}`;
    default:
      return `Not run: it needed the user's approval. ${resolutionText({ type })}${because}`;
  }
}
