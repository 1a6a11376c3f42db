import { type Loopback, type Model, sendEvents, startLoopback } from "./loopback.ts";

/** The Responses API of OpenAI, streaming. */
export function startOpenaiResponses(model: Model): Promise<Loopback> {
  return startLoopback("/v1/responses", (body, response) => {
    const { text, calls = [] } = model(body);
    const items = [
      ...(text === undefined
        ? []
        : [
            {
              type: "message",
              id: "msg_1",
              role: "assistant",
              status: "completed",
              content: [{ type: "output_text", text, annotations: [] }],
            },
          ]),
      ...calls.map(({ id, name, input }) => {
        // Codex names the tools of an MCP server in a namespace of their own.
        const [namespace, tool] = name.includes("/") ? name.split("/") : [undefined, name];
        return {
          type: "function_call",
          id: `fc_${id}`,
          call_id: id,
          ...(namespace !== undefined && { namespace }),
          name: tool,
          arguments: JSON.stringify(input),
        };
      }),
    ];
    const event = (type: string, fields: object) => ({ event: type, data: { type, ...fields } });
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    sendEvents(response, [
      event("response.created", { response: { id: "resp_1" } }),
      ...items.map((item, output_index) => event("response.output_item.done", { output_index, item })),
      event("response.completed", { response: { id: "resp_1", usage } }),
    ]);
  });
}
