import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";

/** The next reply of a scripted model. */
export interface ScriptedReply {
  readonly text?: string;
  readonly calls?: readonly { readonly id?: string; readonly name: string; readonly input: unknown }[];
}

export type Script = (
  prompt: LanguageModelV4Prompt,
  options: LanguageModelV4CallOptions,
) => ScriptedReply | Promise<ScriptedReply>;

/** A model whose replies come from a script, with the interface of every provider: for demo agents and tests. */
export function createScriptedModel(modelId: string, script: Script): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "scripted",
    modelId,
    supportedUrls: {},
    async doGenerate() {
      throw new Error("a scripted model only streams");
    },
    async doStream(options) {
      const parts = partsOf(await script(options.prompt, options), options.prompt);
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            controller.close();
          },
        }),
      };
    },
  };
}

function partsOf({ text = "", calls = [] }: ScriptedReply, prompt: LanguageModelV4Prompt): LanguageModelV4StreamPart[] {
  const turns = prompt.filter(({ role }) => role === "assistant").length;
  const words = text.match(/\S+\s*/g) ?? [];
  return [
    { type: "stream-start", warnings: [] },
    ...(words.length > 0
      ? [
          { type: "text-start", id: "text" } as const,
          ...words.map((delta) => ({ type: "text-delta", id: "text", delta }) as const),
          { type: "text-end", id: "text" } as const,
        ]
      : []),
    ...calls.map(({ id, name, input }, index) => ({
      type: "tool-call" as const,
      toolCallId: id ?? `call_${turns + 1}_${index + 1}`,
      toolName: name,
      input: typeof input === "string" ? input : JSON.stringify(input),
    })),
    {
      type: "finish",
      finishReason: { unified: calls.length > 0 ? "tool-calls" : "stop", raw: undefined },
      usage: {
        inputTokens: {
          total: tokensOf(textLength(prompt)),
          noCache: undefined,
          cacheRead: undefined,
          cacheWrite: undefined,
        },
        outputTokens: { total: tokensOf(text.length), text: undefined, reasoning: undefined },
      },
    },
  ];
}

function textLength(prompt: LanguageModelV4Prompt): number {
  let length = 0;
  for (const message of prompt) {
    if (message.role === "system") continue;
    for (const part of message.content) if (part.type === "text") length += part.text.length;
  }
  return length;
}

function tokensOf(characters: number): number {
  return Math.ceil(characters / 4);
}
