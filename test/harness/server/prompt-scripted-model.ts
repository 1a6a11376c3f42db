import { appendFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { createScriptedModel, type Script, type ScriptedReply } from "@askback/server";

type Model = ReturnType<typeof createScriptedModel>;
type ReplyStream = Awaited<ReturnType<Model["doStream"]>>["stream"];
/** What a model is sent. */
export type Prompt = Parameters<Script>[0];

/** A scripted reply; with `hang` its text streams, and then nothing more comes until the call is aborted. */
export interface ScriptReply extends ScriptedReply {
  readonly hang?: true;
  /** Milliseconds between the words of a reply that is watched while it streams. */
  readonly pace?: number;
  /** The first call of this process fails as if the provider were overloaded. */
  readonly failsFirst?: true;
}

/**
 * A model whose script is the first message of its conversation: `{"script": [reply, reply, ...]}`.
 * The number of replies in the prompt chooses the next one, so it is the same after a crash.
 */
export function createPromptScriptedModel(promptFile: string | undefined): Model {
  const model = createScriptedModel("scripted", (prompt) => {
    // A single append is complete even when the process is killed after it.
    if (promptFile) appendFileSync(promptFile, `${JSON.stringify(prompt)}\n`);
    return replyTo(prompt);
  });
  const failed = new Set<string>();
  return {
    ...model,
    async doStream(options) {
      const { hang, pace = 0, failsFirst } = replyTo(options.prompt);
      const prompt = JSON.stringify(options.prompt);
      if (failsFirst && !failed.has(prompt)) {
        failed.add(prompt);
        throw Object.assign(new Error("overloaded"), { statusCode: 503 });
      }
      const reply = await model.doStream(options);
      const stream = pace > 0 ? paced(reply.stream, pace) : reply.stream;
      return { ...reply, stream: hang ? hanging(stream, options.abortSignal) : stream };
    },
  };
}

/** `$SECRET` in a reply stands for the last handle of a secret in the prompt. */
function replyTo(prompt: Prompt): ScriptReply {
  const spoken = prompt.filter(({ role }) => role === "assistant").length;
  const reply = scriptOf(prompt)[spoken] ?? { text: "The script is over." };
  const handle =
    JSON.stringify(prompt)
      .match(/sec_[\w-]{32}/g)
      ?.at(-1) ?? "none";
  return JSON.parse(JSON.stringify(reply).replaceAll("$SECRET", handle)) as ScriptReply;
}

function scriptOf(prompt: Prompt): readonly ScriptReply[] {
  const first = prompt.find(({ role }) => role === "user");
  const text =
    first?.role === "user" ? first.content.map((part) => (part.type === "text" ? part.text : "")).join("") : "";
  return (JSON.parse(text) as { script: readonly ScriptReply[] }).script;
}

function paced(stream: ReplyStream, pace: number): ReplyStream {
  return stream.pipeThrough(
    new TransformStream({
      async transform(part, controller) {
        if (part.type === "text-delta") await delay(pace);
        controller.enqueue(part);
      },
    }),
  );
}

function hanging(stream: ReplyStream, signal: AbortSignal | undefined): ReplyStream {
  return stream.pipeThrough(
    new TransformStream({
      transform(part, controller) {
        if (part.type !== "finish") return controller.enqueue(part);
        return new Promise((_, reject) =>
          signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
        );
      },
    }),
  );
}
