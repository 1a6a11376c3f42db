import type * as wire from "@askback/core/wire";
import { createLeftOpen } from "./left-open.ts";
import { permissionOf, resultOf } from "./model-text.ts";
import { askContract, type Call, createPeople, type PeopleOptions, runElsewhere, unwrap } from "./people.ts";

/** The call of the CLI, as the SDK passes it to `canUseTool`. */
interface ToolUse {
  readonly signal: AbortSignal;
  readonly toolUseID: string;
}

/** The decision, in the form of the SDK. */
export type PermissionResult =
  | { behavior: "allow"; updatedInput: Record<string, unknown> }
  | { behavior: "deny"; message: string };

export interface CanUseToolOptions extends PeopleOptions {
  /** Whether people decide on a call of this tool; those on which they do not are allowed. All by default. */
  asks?(tool: string, input: Readonly<Record<string, unknown>>): boolean;
}

interface CliQuestion {
  readonly question: string;
  readonly header?: string;
  readonly options: readonly { readonly label: string; readonly description?: string; readonly preview?: string }[];
  readonly multiSelect?: boolean;
}

/**
 * The `canUseTool` of the Claude Agent SDK: `AskUserQuestion` is answered by people, and other calls wait for their approval. Use the id
 * of the session as `thread`.
 */
export function createCanUseTool({ asks = () => true, ...options }: CanUseToolOptions) {
  const people = createPeople("claude-agent-sdk", options);
  const leftOpen = createLeftOpen(options.client, options.thread);

  /**
   * Claude Code gives a call up during which it was killed, and its model makes another one instead, under another id. The
   * question of the first is waited for then, so that nobody is asked twice.
   */
  async function ask(body: wire.AskInquiry, call: Call): Promise<wire.Inquiry> {
    const left = await leftOpen.take(body);
    return left ? unwrap(await options.client.untilResolved(left.id, { signal: call.signal })) : people.ask(body, call);
  }

  return async function canUseTool(
    tool: string,
    input: Record<string, unknown>,
    { toolUseID: id, signal }: ToolUse,
  ): Promise<PermissionResult> {
    if (tool === "AskUserQuestion") return answer(input, { id, signal });
    if (!asks(tool, input)) return { behavior: "allow", updatedInput: input };
    const inquiry = await ask({ approval: { tool, input } }, { id, signal });
    const { isAllowed, text } = permissionOf(inquiry);
    if (!isAllowed) return { behavior: "deny", message: text ?? "Not run." };
    if (!(await people.claim(inquiry))) return { behavior: "deny", message: runElsewhere };
    return { behavior: "allow", updatedInput: input };
  };

  async function answer(input: Record<string, unknown>, call: Call): Promise<PermissionResult> {
    const questions = readQuestions(input.questions);
    if (!questions) return { behavior: "deny", message: "questions: must be a list of questions with options" };
    const inquiry = await ask({ questions: questions.map(toAsked) }, call);
    if (inquiry.resolution?.type === "answered")
      return { behavior: "allow", updatedInput: { questions: input.questions, ...toAnswers(questions, inquiry) } };
    const { status, text } = resultOf(askContract, inquiry);
    if (status === "error") return { behavior: "deny", message: text };
    // The CLI shows the model only what stands as an answer.
    const answers = Object.fromEntries(questions.map(({ question }) => [question, text]));
    return { behavior: "allow", updatedInput: { questions: input.questions, answers } };
  }
}

function readQuestions(questions: unknown): readonly CliQuestion[] | undefined {
  const isQuestion = (item: unknown) =>
    typeof item === "object" && item !== null && "question" in item && "options" in item && Array.isArray(item.options);
  return Array.isArray(questions) && questions.length > 0 && questions.every(isQuestion) ? questions : undefined;
}

/** The CLI does not check the length of a header. */
const maxHeaderLength = 30;

function toAsked({ question, header, options, multiSelect = false }: CliQuestion) {
  return {
    question,
    ...(header && { header: header.slice(0, maxHeaderLength) }),
    options: options.map(({ label, description, preview }) => ({
      label,
      ...(description && { description }),
      ...(preview && { preview: { kind: "markdown" as const, text: preview } }),
    })),
    multiSelect,
  };
}

/** `answers` by the text of the question, and notes as `annotations`, as the CLI's own dialog gives them. */
function toAnswers(questions: readonly CliQuestion[], { resolution }: wire.Inquiry) {
  const answers: Record<string, string> = {};
  const annotations: Record<string, { notes?: string; unanswered?: "skipped" }> = {};
  for (const [index, { question }] of questions.entries()) {
    const given = resolution?.answers?.find((candidate) => candidate.question === `q${index + 1}`);
    if (!given || "skipped" in given) {
      annotations[question] = { unanswered: "skipped" };
      continue;
    }
    const { labels = [], text, note } = given;
    answers[question] = [...labels, ...(text === undefined ? [] : [text])].join(", ");
    if (note !== undefined) annotations[question] = { notes: note };
  }
  const [last] = Object.keys(answers).slice(-1);
  if (resolution?.comment !== undefined && last !== undefined) {
    const notes = [annotations[last]?.notes, resolution.comment].filter(Boolean).join("\n");
    annotations[last] = { ...annotations[last], notes };
  }
  return { answers, ...(Object.keys(annotations).length > 0 && { annotations }) };
}
