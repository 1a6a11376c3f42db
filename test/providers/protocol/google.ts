import { isDeepStrictEqual } from "node:util";
import {
  type Body,
  defaultUsage,
  type PromptMessage,
  type ProviderProtocol,
  type ProviderReply,
  type ProviderRequest,
  piecesOf,
  type SentReply,
} from "./protocol.ts";
import { demand, demandDistinct, demandWellFormed, violationOf } from "./rules.ts";

/** Google's Gemini API. */
export const google: ProviderProtocol = {
  name: "google",
  model: "google/gemini-2.5-pro",
  basePath: "/v1beta",
  path: /^\/v1beta\/models\/gemini-2\.5-pro:streamGenerateContent\?alt=sse$/,
  refusalOf({ headers, body }: ProviderRequest, sent) {
    if (!headers["x-goog-api-key"])
      return { status: 403, type: "PERMISSION_DENIED", message: "Method doesn't allow unregistered callers." };
    const message = violationOf(() => checkRequest(body, sent));
    return message === undefined ? undefined : { status: 400, type: "INVALID_ARGUMENT", message };
  },
  errorBody: ({ type, message }) => ({ error: { code: 400, message, status: type } }),
  overflow: (tokens, limit) => ({
    status: 400,
    type: "INVALID_ARGUMENT",
    message: `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${limit}).`,
  }),
  frames,
  errorFrame: ({ type, message }) => frame({ error: { code: 503, message, status: type } }),
  messagesIn: ({ systemInstruction, contents }) => [
    ...(systemInstruction?.parts ?? []).map(({ text }: Body): PromptMessage => ({ role: "system", text })),
    ...contents.flatMap(toldBy),
  ],
};

function frames(reply: SentReply): ReturnType<ProviderProtocol["frames"]> {
  const { input, output, reasoning = 0, cached = 0 } = reply.usage ?? defaultUsage;
  const chunk = (parts: Body[], rest: Body = {}) =>
    frame({ candidates: [{ content: { role: "model", parts }, index: 0, ...rest }], responseId: `r${reply.number}` });
  const thoughts = (reply.thinking ?? []).flatMap((thought) => ("text" in thought ? piecesOf(thought.text) : []));
  const head = [
    ...thoughts.map((text) => chunk([{ text, thought: true }])),
    ...piecesOf(reply.text ?? "").map((text) => chunk([{ text }])),
  ];
  const tail = [
    ...callParts(reply).map((part) => chunk([part])),
    frame({
      candidates: [{ content: { role: "model", parts: [] }, finishReason: finishReason(reply), index: 0 }],
      usageMetadata: {
        promptTokenCount: input,
        candidatesTokenCount: output - reasoning,
        thoughtsTokenCount: reasoning,
        cachedContentTokenCount: cached,
        totalTokenCount: input + output,
      },
    }),
  ];
  return { head, tail };
}

/** The signature of the thinking is on the first call. */
function callParts({ calls, thinking = [] }: SentReply): Body[] {
  const signature = thinking.map((thought) => ("text" in thought ? thought.signature : thought.redacted)).at(-1);
  return calls.map(({ id, name, input }, index) => ({
    functionCall: { id, name, args: input },
    ...(index === 0 && signature !== undefined && { thoughtSignature: signature }),
  }));
}

function frame(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

function finishReason({ finish }: ProviderReply): string {
  if (finish === "length") return "MAX_TOKENS";
  return finish === "filter" ? "SAFETY" : "STOP";
}

function checkRequest(body: Body, sent: readonly SentReply[]): void {
  demandWellFormed(body);
  const declarations = (body.tools ?? []).flatMap(({ functionDeclarations = [] }: Body) => functionDeclarations);
  demandDistinct(
    declarations.map(({ name }: Body) => name),
    "Duplicate function declaration found",
  );
  demand(body.contents[0]?.role === "user", "Please ensure that the first content is by the user");
  for (const [index, { role, parts }] of body.contents.entries()) {
    const before = body.contents[index - 1];
    demand(role === "user" || before?.role === "user", "Please ensure that the model's turns follow the user's");
    demand(parts.length > 0, "GenerateContentRequest.contents: parts must not be empty");
    for (const part of parts)
      demand(part.text === undefined || part.text.trim() !== "" || part.thoughtSignature, "a text part is empty");
    if (role === "user") checkResponses(parts, before?.role === "model" ? before.parts : []);
    else checkSignatures(parts, sent);
  }
}

function checkResponses(parts: Body[], before: Body[]): void {
  const responses = parts.flatMap(({ functionResponse }: Body) => functionResponse ?? []).map(({ name }: Body) => name);
  const calls = before.flatMap(({ functionCall }: Body) => functionCall ?? []).map(({ name }: Body) => name);
  demand(
    isDeepStrictEqual(responses, calls),
    "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
  );
}

function checkSignatures(parts: Body[], sent: readonly SentReply[]): void {
  const known = sent.flatMap(callParts);
  for (const { functionCall: call, thoughtSignature } of parts) {
    const original = call && known.find(({ functionCall }) => functionCall.id === call.id);
    demand(
      !original || original.thoughtSignature === thoughtSignature,
      "Function call is missing a thought_signature in functionCall parts.",
    );
  }
}

function toldBy({ role, parts }: Body): PromptMessage[] {
  if (role === "model") {
    const text = parts.map((part: Body) => (part.thought ? "" : (part.text ?? ""))).join("");
    return [
      {
        role: "assistant",
        text,
        calls: parts.flatMap((part: Body) => (part.functionCall ? [part.functionCall.id] : [])),
      },
    ];
  }
  return parts.map((part: Body): PromptMessage => {
    const { functionResponse: response } = part;
    if (!response) return { role: "user", text: part.text };
    return { role: "result", id: response.id, text: String(response.response.content ?? response.response.error) };
  });
}
