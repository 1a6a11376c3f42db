import type { Body, ProviderRequest, Refusal } from "./protocol.ts";
import { demand, demandDistinct, demandToolSchema, demandWellFormed, violationOf } from "./rules.ts";

/** Why the chat completions API would refuse a request, with its own message where that is known. */
export function chatRefusal({ headers, body }: ProviderRequest): Refusal | undefined {
  if (!String(headers.authorization ?? "").startsWith("Bearer "))
    return { status: 401, type: "invalid_request_error", message: "You didn't provide an API key." };
  const message = violationOf(() => checkRequest(body));
  return message === undefined ? undefined : { status: 400, type: "invalid_request_error", message };
}

function checkRequest(body: Body): void {
  demandWellFormed(body);
  demand(typeof body.model === "string" && body.model !== "", "you must provide a model parameter");
  demand(body.stream === true, "stream: the runtime is expected to stream");
  demand(body.stream_options?.include_usage === true, "stream_options: without include_usage there is no usage");
  checkTools(body.tools);
  demand(Array.isArray(body.messages) && body.messages.length > 0, "[] is too short - 'messages'");
  let open: string[] = [];
  for (const [index, message] of body.messages.entries()) {
    const where = `messages.[${index}]`;
    if (message.role === "tool") {
      demand(
        open.includes(message.tool_call_id),
        `Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'. (${where}: ${message.tool_call_id})`,
      );
      demand(typeof message.content === "string", `Invalid type for '${where}.content'`);
      open = open.filter((id) => id !== message.tool_call_id);
      continue;
    }
    demandAnswered(open);
    checkMessage(message, where);
    open = (message.tool_calls ?? []).map(({ id }: Body) => id);
    demandDistinct(open, `Duplicate value for 'tool_call_id' in ${where}.tool_calls`);
  }
  demandAnswered(open);
}

function demandAnswered(open: readonly string[]): void {
  demand(
    open.length === 0,
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`,
  );
}

function checkTools(tools: Body[] | undefined): void {
  if (tools === undefined) return;
  demand(tools.length > 0, "[] is too short - 'tools'");
  demandDistinct(
    tools.map((tool) => tool.function.name),
    "tools: Tool names must be unique.",
  );
  for (const [index, tool] of tools.entries()) {
    const { name, parameters } = tool.function;
    demand(
      /^[a-zA-Z0-9_-]{1,64}$/.test(name),
      `Invalid 'tools[${index}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    );
    demandToolSchema(parameters, `Invalid schema for function '${name}'`);
  }
}

function checkMessage({ role, content, tool_calls: calls }: Body, where: string): void {
  switch (role) {
    case "system":
    case "user":
      demand(typeof content === "string" && content.trim() !== "", `Invalid value for '${where}.content'`);
      return;
    case "assistant":
      demand(calls === undefined || calls.length > 0, `Invalid '${where}.tool_calls': empty array`);
      demand(calls || content, `Invalid value for '${where}.content': expected a string, got ${content}.`);
      for (const call of calls ?? []) checkCall(call, where);
      return;
    default:
      demand(false, `Invalid value: '${role}'. Supported values are: 'system', 'assistant', 'user', and 'tool'.`);
  }
}

function checkCall({ id, type, function: { name, arguments: input } }: Body, where: string): void {
  demand(type === "function", `Invalid value for '${where}.tool_calls.type'`);
  demand(
    typeof id === "string" && id.length > 0 && id.length <= 40,
    `Invalid '${where}.tool_calls.id': string too long. Expected a string with maximum length 40.`,
  );
  demand(/^[a-zA-Z0-9_-]{1,64}$/.test(name), `Invalid '${where}.tool_calls.function.name'`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(input);
  } catch {
    parsed = undefined;
  }
  demand(
    typeof parsed === "object" && parsed !== null && !Array.isArray(parsed),
    `'${where}.tool_calls.function.arguments' is not a JSON object`,
  );
}
