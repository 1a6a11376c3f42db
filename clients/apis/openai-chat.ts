import { type Loopback, type Model, sendEvents, startLoopback } from "./loopback.ts";

/** The Chat Completions API of OpenAI, streaming. */
export function startOpenaiChat(model: Model): Promise<Loopback> {
  return startLoopback("/v1/chat/completions", (body, response) => {
    const { text, calls = [] } = model(body);
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      data: {
        id: "c1",
        object: "chat.completion.chunk",
        created: 1,
        model: body.model,
        choices: [{ index: 0, delta, finish_reason }],
      },
    });
    const tool_calls = calls.map(({ id, name, input }, index) => ({
      index,
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(input) },
    }));
    sendEvents(response, [
      chunk({ role: "assistant", content: text ?? "" }),
      ...(calls.length > 0 ? [chunk({ tool_calls })] : []),
      chunk({}, calls.length > 0 ? "tool_calls" : "stop"),
      { data: "[DONE]" },
    ]);
  });
}
