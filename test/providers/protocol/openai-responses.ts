import { isDeepStrictEqual } from "node:util";
import {
  type Body,
  defaultUsage,
  inputText,
  type PromptMessage,
  type ProviderProtocol,
  type ProviderRequest,
  piecesOf,
  type SentReply,
} from "./protocol.ts";
import { demand, demandDistinct, demandToolSchema, demandWellFormed, violationOf } from "./rules.ts";

/** OpenAI's Responses API, with nothing stored at OpenAI. */
export const openaiResponses: ProviderProtocol = {
  name: "openai",
  model: "openai/gpt-5",
  basePath: "/v1",
  path: /^\/v1\/responses$/,
  refusalOf({ headers, body }: ProviderRequest, sent) {
    if (!String(headers.authorization ?? "").startsWith("Bearer "))
      return { status: 401, type: "invalid_request_error", message: "You didn't provide an API key." };
    const message = violationOf(() => checkRequest(body, sent));
    return message === undefined ? undefined : { status: 400, type: "invalid_request_error", message };
  },
  errorBody: ({ type, message }) => ({ error: { message, type, param: null, code: null } }),
  overflow: () => ({
    status: 400,
    type: "context_length_exceeded",
    message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
  }),
  frames,
  errorFrame: ({ type, message }) => frame("error", { sequence_number: 9, code: type, message, param: null }),
  messagesIn: ({ input }) => input.flatMap(toldBy),
};

function frames(reply: SentReply): ReturnType<ProviderProtocol["frames"]> {
  const { input, output, reasoning = 0, cached = 0 } = reply.usage ?? defaultUsage;
  const id = `resp_${reply.number}`;
  const response = { id, object: "response", created_at: 1_700_000_000, model: "gpt-5", status: "in_progress" };
  const thoughts = reasoningItems(reply);
  const message = { id: `msg_${reply.number}`, type: "message", role: "assistant", content: [], status: "completed" };
  const index = thoughts.length;
  const head = [
    frame("response.created", { response }),
    frame("response.in_progress", { response }),
    ...thoughts.flatMap((item, place) => [
      frame("response.output_item.added", { output_index: place, item: { ...item, summary: [] } }),
      ...item.summary.flatMap(({ text }: Body) => [
        frame("response.reasoning_summary_part.added", { item_id: item.id, output_index: place, summary_index: 0 }),
        ...piecesOf(text).map((delta) =>
          frame("response.reasoning_summary_text.delta", {
            item_id: item.id,
            output_index: place,
            summary_index: 0,
            delta,
          }),
        ),
        frame("response.reasoning_summary_part.done", { item_id: item.id, output_index: place, summary_index: 0 }),
      ]),
      frame("response.output_item.done", { output_index: place, item }),
    ]),
    ...(reply.text === undefined
      ? []
      : [
          frame("response.output_item.added", { output_index: index, item: message }),
          ...piecesOf(reply.text).map((delta) =>
            frame("response.output_text.delta", { item_id: message.id, output_index: index, delta }),
          ),
        ]),
  ];
  const done = { ...response, status: "completed", incomplete_details: null };
  const usage = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
  };
  const cutShort = { ...done, status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
  const tail = [
    ...(reply.text === undefined ? [] : [frame("response.output_item.done", { output_index: index, item: message })]),
    ...reply.calls.flatMap(({ id: call_id, name, input: given }, place) => {
      const item = { type: "function_call", id: `fc_${call_id}`, call_id, name, arguments: "", status: "completed" };
      return [
        frame("response.output_item.added", { output_index: index + 1 + place, item }),
        frame("response.output_item.done", {
          output_index: index + 1 + place,
          item: { ...item, arguments: inputText(given) },
        }),
      ];
    }),
    reply.finish === "length"
      ? frame("response.incomplete", { response: { ...cutShort, usage } })
      : frame("response.completed", { response: { ...done, usage } }),
  ];
  return { head, tail };
}

function reasoningItems({ thinking = [], number }: SentReply): Body[] {
  return thinking.map((thought, place) => ({
    type: "reasoning",
    id: `rs_${number}_${place}`,
    summary: "text" in thought ? [{ type: "summary_text", text: thought.text }] : [],
    encrypted_content: "text" in thought ? thought.signature : thought.redacted,
  }));
}

function frame(type: string, data: Body): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

function checkRequest(body: Body, sent: readonly SentReply[]): void {
  demandWellFormed(body);
  demand(body.stream === true, "stream: the runtime is expected to stream");
  demand(body.store === false, "store: a person may answer after OpenAI has forgotten what it stored");
  demand(body.include?.includes("reasoning.encrypted_content"), "include: reasoning would be lost");
  demandDistinct(
    (body.tools ?? []).map(({ name }: Body) => name),
    "tools: Tool names must be unique.",
  );
  for (const { name, parameters } of body.tools ?? []) demandToolSchema(parameters, `function '${name}'`);
  const calls = body.input.filter(({ type }: Body) => type === "function_call");
  const outputs = body.input.filter(({ type }: Body) => type === "function_call_output");
  const outputIds = outputs.map(({ call_id }: Body) => call_id);
  demandDistinct(outputIds, "Duplicate function call output");
  for (const { call_id } of calls)
    demand(outputIds.includes(call_id), `No tool output found for function call ${call_id}.`);
  for (const id of outputIds)
    demand(
      calls.some(({ call_id }: Body) => call_id === id),
      `No tool call found for function call output with call_id ${id}.`,
    );
  const known = sent.flatMap(reasoningItems);
  for (const [index, item] of body.input.entries()) {
    demand(item.type !== "item_reference", `Item with id '${item.id}' not found. Items are not persisted.`);
    if (item.type !== "reasoning") continue;
    demand(
      known.some((other) => isDeepStrictEqual(other, item)),
      `The encrypted content for item ${item.id} could not be verified.`,
    );
    const next = body.input[index + 1];
    demand(
      next && (["function_call", "reasoning"].includes(next.type) || next.role === "assistant"),
      `Item '${item.id}' of type 'reasoning' was provided without its required following item.`,
    );
  }
}

function toldBy(item: Body): PromptMessage[] {
  const text = typeof item.content === "string" ? item.content : item.content?.map(({ text: t }: Body) => t).join("");
  if (item.type === "function_call") return [{ role: "assistant", text: "", calls: [item.call_id] }];
  if (item.type === "function_call_output") return [{ role: "result", id: item.call_id, text: item.output }];
  if (item.type === "reasoning") return [];
  if (item.role === "assistant") return [{ role: "assistant", text, calls: [] }];
  return [{ role: item.role === "user" ? "user" : "system", text }];
}
