import { createHash, randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { AskInquiry } from "@askback/core/wire";
import type { HookedCall } from "./call.ts";
import { questionsIn } from "./questions.ts";

const maxHeaderLength = 30;

/** The ask for a call of Claude Code; undefined where the input asks nothing that could be shown. */
export function askFromCall(call: HookedCall): AskInquiry | undefined {
  const { sessionId, folder, subAgent } = call;
  const common = {
    agent: "Claude Code",
    thread: `claude-code:${sessionId}`.slice(0, 200),
    title: folder === undefined ? "Claude Code" : `Claude Code in ${basename(folder)}`.slice(0, 200),
    key: keyOf(call),
    ...(subAgent !== undefined && { context: `Asked by the sub-agent ${JSON.stringify(subAgent)}.` }),
  };
  if (call.event === "PermissionRequest") {
    const presentation = presentCall(call);
    return { ...common, approval: { tool: call.tool, input: call.input, ...(presentation && { presentation }) } };
  }
  const questions = questionsIn(call.input);
  if (questions.length === 0) return undefined;
  return {
    ...common,
    questions: questions.map(({ text, header, options, multiSelect }) => ({
      question: text,
      ...(header !== undefined && { header: [...header].slice(0, maxHeaderLength).join("") }),
      options: options.map(({ label, description, preview }) => ({
        label,
        ...(description !== undefined && { description }),
        ...(preview !== undefined && { preview: { kind: "markdown", text: preview } as const }),
      })),
      multiSelect,
    })),
  };
}

/**
 * A hook that is started again for the same call finds the same inquiry. A request for permission that does not name its
 * call gets a key of its own: the allowance of one call never covers a second call that looks the same.
 */
function keyOf({ event, sessionId, callId = randomUUID(), tool, input }: HookedCall): string {
  const content = createHash("sha256")
    .update(JSON.stringify([event, sessionId, callId, tool, input]))
    .digest("hex");
  return `claude-code:${content}`;
}

type Presentation = NonNullable<NonNullable<AskInquiry["approval"]>["presentation"]>;

const maxTitleLength = 200;
const maxCommandLength = 10_000;
const maxDiffLength = 100_000;

/** How people are shown the calls of tools that everybody has; the exact input is shown beside it in any case. */
function presentCall({ tool, input }: HookedCall): Presentation | undefined {
  const text = (name: string, longest: number) => {
    const value = input[name];
    return typeof value === "string" && value !== "" && value.length <= longest ? value : undefined;
  };
  const file = text("file_path", maxTitleLength - 20);
  switch (tool) {
    case "Bash": {
      const command = text("command", maxCommandLength);
      const title = text("description", maxTitleLength);
      return command === undefined ? undefined : { command, ...(title !== undefined && { title }) };
    }
    case "Edit": {
      const before = text("old_string", maxDiffLength);
      const after = text("new_string", maxDiffLength);
      if (file === undefined || before === undefined || after === undefined) return undefined;
      return { title: `Edit ${file}`, diff: { before, after } };
    }
    case "Write":
      return file === undefined ? undefined : { title: `Write ${file}` };
    default:
      return undefined;
  }
}
