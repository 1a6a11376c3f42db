import { isDeepStrictEqual } from "node:util";
import type { Body, ProviderRequest, Refusal, SentReply } from "./protocol.ts";
import { demand, demandDistinct, demandToolSchema, demandWellFormed, violationOf } from "./rules.ts";

/** Why the Messages API would refuse a request, with its own message where that is known. */
export function anthropicRefusal(request: ProviderRequest, sent: readonly SentReply[]): Refusal | undefined {
  if (!request.headers["x-api-key"])
    return { status: 401, type: "authentication_error", message: "x-api-key header is required" };
  const message = violationOf(() => checkRequest(request, sent));
  return message === undefined ? undefined : { status: 400, type: "invalid_request_error", message };
}

function checkRequest({ headers, body }: ProviderRequest, sent: readonly SentReply[]): void {
  demand(headers["anthropic-version"], "anthropic-version: header is required");
  demandWellFormed(body);
  demand(typeof body.model === "string" && body.model !== "", "model: Field required");
  demand(Number.isInteger(body.max_tokens) && body.max_tokens > 0, "max_tokens: Field required");
  demand(body.stream === true, "stream: the runtime is expected to stream");
  for (const block of body.system ?? [])
    demand(block.text.trim() !== "", "system: text content blocks must contain non-whitespace text");
  checkTools(body.tools ?? []);
  checkMessages(body.messages, body.tools ?? [], sent);
}

function checkTools(tools: Body[]): void {
  demandDistinct(
    tools.map(({ name }) => name),
    "tools: Tool names must be unique.",
  );
  for (const [index, { name, input_schema }] of tools.entries()) {
    demand(
      /^[a-zA-Z0-9_-]{1,128}$/.test(name),
      `tools.${index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`,
    );
    demandToolSchema(input_schema, `tools.${index}.custom.input_schema`);
  }
}

function checkMessages(messages: Body[], tools: Body[], sent: readonly SentReply[]): void {
  demand(Array.isArray(messages) && messages.length > 0, "messages: at least one message is required");
  demand(messages[0].role === "user", 'messages: first message must use the "user" role');
  demand(messages.at(-1).role === "user", "This model does not support assistant message prefill.");
  const ids = messages.flatMap(({ content }) => usesIn(content).map(({ id }) => id));
  demandDistinct(ids, "messages: `tool_use` ids must be unique");
  demand(ids.length === 0 || tools.length > 0, "Requests which include `tool_use` blocks must define tools");
  for (const [index, message] of messages.entries()) {
    const where = `messages.${index}`;
    const before = messages[index - 1];
    demand(["user", "assistant"].includes(message.role), `${where}.role: Input should be 'user' or 'assistant'`);
    demand(
      message.role !== before?.role,
      `${where}: roles must alternate between "user" and "assistant", but found multiple "${message.role}" roles in a row`,
    );
    demand(message.content.length > 0, `${where}: all messages must have non-empty content`);
    for (const block of message.content) checkBlock(block, message.role, where);
    if (message.role === "assistant") checkReply(message.content, where, sent);
    else checkResults(message.content, usesIn(before?.content ?? []), where);
  }
}

function checkBlock(block: Body, role: string, where: string): void {
  switch (block.type) {
    case "text":
      demand(block.text.trim() !== "", "messages: text content blocks must contain non-whitespace text");
      return;
    case "tool_use":
      demand(/^[a-zA-Z0-9_-]+$/.test(block.id), `${where}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
      demand(isObject(block.input), `${where}.tool_use.input: Input should be a valid dictionary`);
      demand(role === "assistant", `${where}: \`tool_use\` blocks can only be in assistant messages`);
      return;
    case "tool_result":
      demand(role === "user", `${where}: \`tool_result\` blocks can only be in user messages`);
      demand(
        !block.is_error || (block.content ?? "").length > 0,
        `${where}.tool_result: content cannot be empty if \`is_error\` is true`,
      );
      return;
    case "thinking":
    case "redacted_thinking":
      demand(role === "assistant", `${where}: thinking blocks can only be in assistant messages`);
      return;
    default:
      demand(false, `${where}: Input tag '${block.type}' found using 'type' does not match any of the expected tags`);
  }
}

/** A reply must be sent back with its thinking unchanged. */
function checkReply(content: Body[], where: string, sent: readonly SentReply[]): void {
  const thoughts = content.filter(isThinking);
  const known = sent.flatMap((reply) => (reply.thinking ?? []).map(blockOf));
  for (const thought of thoughts)
    demand(
      known.some((block) => isDeepStrictEqual(block, thought)),
      `${where}: Invalid \`signature\` in \`thinking\` block`,
    );
  demand(!isThinking(content.at(-1)), `${where}: The final block in an assistant message cannot be \`thinking\`.`);
  const [use] = usesIn(content);
  const reply = use && sent.find(({ calls }) => calls.some(({ id }) => id === use.id));
  demand(
    !reply || isDeepStrictEqual((reply.thinking ?? []).map(blockOf), thoughts),
    `${where}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
  );
}

/** Each call of the previous reply has exactly one result here, before everything else, and there are no others. */
function checkResults(content: Body[], uses: readonly Body[], where: string): void {
  const results = content.filter(({ type }) => type === "tool_result").map(({ tool_use_id: id }) => id);
  const wanted = uses.map(({ id }) => id);
  const missing = wanted.filter((id) => !results.includes(id));
  demand(
    missing.length === 0,
    `${where}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );
  const unknown = results.find((id) => !wanted.includes(id));
  demand(
    unknown === undefined,
    `${where}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${unknown}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
  );
  demandDistinct(
    results,
    `${where}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with one id`,
  );
  demand(
    content.slice(0, results.length).every(({ type }) => type === "tool_result"),
    `${where}: \`tool_result\` blocks must come first`,
  );
}

function blockOf(thinking: NonNullable<SentReply["thinking"]>[number]): Body {
  return "redacted" in thinking
    ? { type: "redacted_thinking", data: thinking.redacted }
    : { type: "thinking", thinking: thinking.text, signature: thinking.signature };
}

function isThinking(block: Body): boolean {
  return block?.type === "thinking" || block?.type === "redacted_thinking";
}

function usesIn(content: readonly Body[]): Body[] {
  return content.filter(({ type }) => type === "tool_use");
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
