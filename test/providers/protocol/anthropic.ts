import { anthropicRefusal } from "./anthropic-rules.ts";
import {
  type Body,
  defaultUsage,
  inputText,
  type PromptMessage,
  type ProviderProtocol,
  piecesOf,
  type SentReply,
} from "./protocol.ts";

/** The Anthropic Messages API. */
export const anthropic: ProviderProtocol = {
  name: "anthropic",
  model: "anthropic/claude-sonnet-4-5",
  basePath: "/v1",
  path: /^\/v1\/messages$/,
  refusalOf: anthropicRefusal,
  errorBody: (error) => ({ type: "error", error, request_id: "req_test" }),
  overflow: (tokens, limit) => ({
    status: 400,
    type: "invalid_request_error",
    message: `prompt is too long: ${tokens} tokens > ${limit} maximum`,
  }),
  frames,
  errorFrame: (error) => frame("error", { type: "error", error }),
  messagesIn: ({ system = [], messages }) => [
    ...system.map(({ text }: Body): PromptMessage => ({ role: "system", text })),
    ...messages.flatMap(toldBy),
  ],
};

function frames(reply: SentReply): ReturnType<ProviderProtocol["frames"]> {
  const { input, output, reasoning, cached = 0 } = reply.usage ?? defaultUsage;
  const blocks = [
    ...(reply.thinking ?? []).map(thinkingBlock),
    ...(reply.text === undefined ? [] : [textBlock(reply.text)]),
  ];
  const calls = reply.calls.map(({ id, name, input: given }) => ({
    start: { type: "tool_use", id, name, input: {} },
    deltas: [
      { type: "input_json_delta", partial_json: "" },
      ...halvesOf(inputText(given)).map((partial_json) => ({ type: "input_json_delta", partial_json })),
    ],
  }));
  const head = [
    frame("message_start", {
      type: "message_start",
      message: {
        id: `msg_${reply.number}`,
        type: "message",
        role: "assistant",
        model: "claude-sonnet-4-5",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: {
          input_tokens: input - cached,
          cache_read_input_tokens: cached,
          cache_creation_input_tokens: 0,
          output_tokens: 1,
        },
      },
    }),
    frame("ping", { type: "ping" }),
    ...blocks.flatMap(blockFrames),
  ];
  const tail = [
    ...calls.flatMap((block, index) => blockFrames(block, blocks.length + index)),
    frame("message_delta", {
      type: "message_delta",
      delta: { stop_reason: stopReason(reply), stop_sequence: null },
      usage: {
        output_tokens: output,
        ...(reasoning !== undefined && { output_tokens_details: { thinking_tokens: reasoning } }),
      },
    }),
    frame("message_stop", { type: "message_stop" }),
  ];
  // A broken stream ends within a block.
  return reply.breakOff || reply.hold
    ? { head: head.slice(0, -1), tail: [...head.slice(-1), ...tail] }
    : { head, tail };
}

interface Block {
  readonly start: Body;
  readonly deltas: readonly Body[];
}

function thinkingBlock(thinking: NonNullable<SentReply["thinking"]>[number]): Block {
  if ("redacted" in thinking) return { start: { type: "redacted_thinking", data: thinking.redacted }, deltas: [] };
  return {
    start: { type: "thinking", thinking: "", signature: "" },
    deltas: [
      ...piecesOf(thinking.text).map((piece) => ({ type: "thinking_delta", thinking: piece })),
      { type: "signature_delta", signature: thinking.signature },
    ],
  };
}

function textBlock(text: string): Block {
  return {
    start: { type: "text", text: "" },
    deltas: piecesOf(text).map((piece) => ({ type: "text_delta", text: piece })),
  };
}

function blockFrames({ start, deltas }: Block, index: number): string[] {
  return [
    frame("content_block_start", { type: "content_block_start", index, content_block: start }),
    ...deltas.map((delta) => frame("content_block_delta", { type: "content_block_delta", index, delta })),
    frame("content_block_stop", { type: "content_block_stop", index }),
  ];
}

function frame(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function stopReason({ finish, calls }: SentReply): string {
  if (finish === "length") return "max_tokens";
  if (finish === "filter") return "refusal";
  return calls.length > 0 ? "tool_use" : "end_turn";
}

function halvesOf(text: string): readonly string[] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

function toldBy({ role, content }: Body): PromptMessage[] {
  if (role === "assistant") {
    const text = content.map((block: Body) => (block.type === "text" ? block.text : "")).join("");
    return [{ role, text, calls: content.flatMap((block: Body) => (block.type === "tool_use" ? [block.id] : [])) }];
  }
  return content.map(
    (block: Body): PromptMessage =>
      block.type === "tool_result"
        ? { role: "result", id: block.tool_use_id, text: resultText(block.content) }
        : { role: "user", text: block.text },
  );
}

function resultText(content: Body): string {
  return typeof content === "string" ? content : content.map((block: Body) => block.text).join("");
}
