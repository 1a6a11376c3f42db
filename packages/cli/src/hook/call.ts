/** A call of a tool about which Claude Code runs a hook. */
export interface HookedCall {
  readonly event: "PreToolUse" | "PermissionRequest";
  readonly sessionId: string;
  /** Absent where the version of Claude Code does not send it, as for permissions. */
  readonly callId?: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly folder?: string;
  /** The kind of the sub-agent that makes the call. */
  readonly subAgent?: string;
}

export type ReadCall =
  | { readonly type: "call"; readonly call: HookedCall }
  | { readonly type: "other" }
  | { readonly type: "malformed"; readonly reason: string };

/** Tools whose dialogs are answered in Claude Code: a question is no permission, and a plan has more than two answers. */
const ownDialogs = ["AskUserQuestion", "ExitPlanMode"];

/** Reads what Claude Code writes to the standard input of a hook; fields that no version has promised may be anything. */
export function readCall(text: string): ReadCall {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch {
    return malformed("it is not JSON");
  }
  if (!isRecord(payload)) return malformed("it is not an object");
  const { hook_event_name: event, session_id, tool_name, tool_input, tool_use_id, cwd, agent_type, agent_id } = payload;
  if (event !== "PreToolUse" && event !== "PermissionRequest") return { type: "other" };
  if (!isText(session_id)) return malformed("`session_id` is missing");
  if (!isText(tool_name)) return malformed("`tool_name` is missing");
  if (!isRecord(tool_input)) return malformed("`tool_input` is not an object");
  if (event === "PreToolUse" && !isText(tool_use_id)) return malformed("`tool_use_id` is missing");
  if (
    (event === "PreToolUse") !== (tool_name === "AskUserQuestion") ||
    (event !== "PreToolUse" && ownDialogs.includes(tool_name))
  )
    return { type: "other" };
  return {
    type: "call",
    call: {
      event,
      sessionId: session_id,
      tool: tool_name,
      input: tool_input,
      ...(isText(tool_use_id) && { callId: tool_use_id }),
      ...(isText(cwd) && { folder: cwd }),
      ...(isText(agent_id) && { subAgent: isText(agent_type) ? agent_type : agent_id }),
    },
  };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function malformed(reason: string): ReadCall {
  return { type: "malformed", reason };
}
