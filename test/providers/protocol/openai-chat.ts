import { chatRefusal } from "./openai-chat-rules.ts";
import {
  type Body,
  defaultUsage,
  inputText,
  type PromptMessage,
  type ProviderProtocol,
  piecesOf,
  type SentReply,
} from "./protocol.ts";

/** OpenAI's chat completions API, which many other servers offer too. */
export const openaiChat: ProviderProtocol = {
  name: "openai-compatible",
  model: "acme/large",
  basePath: "/v1",
  path: /^\/v1\/chat\/completions$/,
  refusalOf: chatRefusal,
  errorBody: ({ type, message }) => ({ error: { message, type, param: null, code: codeOf(type) } }),
  overflow: (tokens, limit) => ({
    status: 400,
    type: "context_length_exceeded",
    message: `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
  }),
  frames,
  errorFrame: ({ type, message }) => frame({ error: { message, type, param: null, code: codeOf(type) } }),
  messagesIn: ({ messages }) => messages.map(toldBy),
};

/** Some kinds of error are in `code`, beside the general type. */
function codeOf(type: string): string | null {
  return type.endsWith("_error") ? null : type;
}

function frames(reply: SentReply): ReturnType<ProviderProtocol["frames"]> {
  const { input, output, reasoning = 0, cached = 0 } = reply.usage ?? defaultUsage;
  const thoughts = (reply.thinking ?? []).flatMap((thinking) => ("text" in thinking ? piecesOf(thinking.text) : []));
  const chunk = (choices: Body[], rest: Body = {}) =>
    frame({
      id: `chatcmpl-${reply.number}`,
      object: "chat.completion.chunk",
      created: 1_700_000_000,
      model: "large",
      choices,
      ...rest,
    });
  const delta = (change: Body) => chunk([{ index: 0, delta: change, finish_reason: null }]);
  const head = [
    delta({ role: "assistant", content: "" }),
    ...thoughts.map((reasoning_content) => delta({ reasoning_content })),
    ...piecesOf(reply.text ?? "").map((content) => delta({ content })),
  ];
  const tail = [
    ...reply.calls.flatMap(({ id, name, input: given }, index) => [
      delta({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
      ...piecesOf(inputText(given)).map((piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chunk([{ index: 0, delta: {}, finish_reason: finishReason(reply) }]),
    chunk([], {
      usage: {
        prompt_tokens: input,
        completion_tokens: output,
        total_tokens: input + output,
        prompt_tokens_details: { cached_tokens: cached },
        completion_tokens_details: { reasoning_tokens: reasoning },
      },
    }),
    "data: [DONE]\n\n",
  ];
  return { head, tail };
}

function frame(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

function finishReason({ finish, calls }: SentReply): string {
  if (finish === "length") return "length";
  if (finish === "filter") return "content_filter";
  return calls.length > 0 ? "tool_calls" : "stop";
}

function toldBy({ role, content, tool_calls: calls = [], tool_call_id: id }: Body): PromptMessage {
  switch (role) {
    case "assistant":
      return { role, text: content ?? "", calls: calls.map((call: Body) => call.id) };
    case "tool":
      return { role: "result", id, text: content };
    default:
      return { role, text: content };
  }
}
