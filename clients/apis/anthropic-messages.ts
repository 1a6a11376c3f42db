import { type Loopback, type Model, sendEvents, startLoopback } from "./loopback.ts";

/** The Messages API of Anthropic, streaming. */
export function startAnthropicMessages(model: Model): Promise<Loopback> {
  let count = 0;
  return startLoopback("/v1/messages", (body, response) => {
    const { text, calls = [] } = model(body);
    const content = [
      ...(text === undefined ? [] : [{ type: "text", text }]),
      ...calls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input })),
    ];
    const usage = { input_tokens: 1, output_tokens: 1 };
    const stopped = { stop_reason: calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null };
    // A client joins messages that have the same id.
    const message = { id: `msg_${++count}`, type: "message", role: "assistant", model: body.model, usage };
    if (body.stream !== true) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ ...message, ...stopped, content }));
      return;
    }
    const event = (type: string, fields: object) => ({ event: type, data: { type, ...fields } });
    sendEvents(response, [
      event("message_start", { message: { ...message, content: [], stop_reason: null, stop_sequence: null } }),
      ...content.flatMap((block, index) => {
        const isText = "text" in block;
        return [
          event("content_block_start", {
            index,
            content_block: isText ? { ...block, text: "" } : { ...block, input: {} },
          }),
          event("content_block_delta", {
            index,
            delta: isText
              ? { type: "text_delta", text: block.text }
              : { type: "input_json_delta", partial_json: JSON.stringify("input" in block ? block.input : {}) },
          }),
          event("content_block_stop", { index }),
        ];
      }),
      event("message_delta", { delta: stopped, usage }),
      event("message_stop", {}),
    ]);
  });
}
