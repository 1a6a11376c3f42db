import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import type * as wire from "@askback/core/wire";
import { errorMessage } from "../settings/setting-error.ts";
import { CommandError, exitCodes } from "./exit-code.ts";
import { readDuration } from "./text/duration.ts";

export interface AskFlags {
  readonly option?: readonly string[];
  readonly multi?: true;
  readonly header?: string;
  readonly questions?: string;
  readonly context?: string;
  readonly contextFile?: string;
  readonly thread?: string;
  readonly key?: string;
  readonly deadline?: string;
  readonly agent?: string;
}

/** What is asked, from the flags and the files that they name. The server checks it. */
export async function readAskBody(question: string | undefined, flags: AskFlags): Promise<wire.AskInquiry> {
  const { option: options, multi, header, questions, context, contextFile, thread, key, deadline, agent } = flags;
  if ((question === undefined) === (questions === undefined))
    throw usage(
      "a question is needed",
      'Give it, as in askback ask "Deploy?" -o Yes -o No, or a file with --questions.',
    );
  if (questions !== undefined && (options || multi || header !== undefined))
    throw usage("--option, --multi and --header are for one question", "Say it in the file of --questions.");
  if (context !== undefined && contextFile !== undefined)
    throw usage("--context and --context-file are both given", "Give one of them.");
  if (questions === "-" && contextFile === "-")
    throw usage("the standard input is read once", "Give a file for --questions or --context-file.");
  const given = contextFile === undefined ? context : await readInput(contextFile, "--context-file");
  return {
    ...(question !== undefined && { question }),
    ...(options && { options }),
    ...(multi && { multiSelect: true }),
    ...(header !== undefined && { header }),
    ...(questions !== undefined && readQuestions(await readInput(questions, "--questions"))),
    ...(given !== undefined && { context: given }),
    ...(thread !== undefined && { thread }),
    ...(key !== undefined && { key }),
    ...(agent !== undefined && { agent }),
    ...(deadline !== undefined && { deadlineInMs: readDuration(deadline, "--deadline") }),
  };
}

async function readInput(file: string, flag: string): Promise<string> {
  if (file === "-") {
    if (process.stdin.isTTY)
      throw new CommandError(
        `${flag} - reads the standard input, and that is a terminal`,
        "Pipe it in.",
        exitCodes.usage,
      );
    return text(process.stdin);
  }
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw usage(
      `${flag} (flag) cannot be read: ${errorMessage(error)}`,
      "Give the path of a file, or - for the standard input.",
    );
  }
}

function readQuestions(json: string): Pick<wire.AskInquiry, "questions" | "context"> {
  const hint = 'Give [{"question": "Deploy?", "options": ["Yes", "No"]}], or {"questions": [...], "context": "..."}.';
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw usage(`--questions (flag) is not JSON: ${errorMessage(error)}`, hint);
  }
  if (Array.isArray(value)) return { questions: value };
  if (typeof value === "object" && value !== null && "questions" in value)
    return value as Pick<wire.AskInquiry, "questions">;
  throw usage("--questions (flag) has no questions", hint);
}

function usage(message: string, hint: string): CommandError {
  return new CommandError(message, hint, exitCodes.usage);
}
