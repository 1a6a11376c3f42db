import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Reply } from "./apis/loopback.ts";
import { installed } from "./install.ts";

const prompt = "Ask me, then go on.";

export type Calls = NonNullable<Reply["calls"]>;

export function question(id: string, text: string): Calls[number] {
  const options = ["Red", "Blue"].map((label) => ({ label, description: `The colour ${label}` }));
  return {
    id,
    name: "AskUserQuestion",
    input: { questions: [{ question: text, header: "Colour", multiSelect: false, options }] },
  };
}

export function shell(id: string, command: string): Calls[number] {
  return { id, name: "Bash", input: { command, description: "Make a file" } };
}

/** A model that makes these calls first, and says that it is done when it has their results. */
export function modelWith(calls: Calls, isDone = (messages: string) => messages.includes("tool_result")) {
  return (body: { readonly messages: unknown; readonly tools?: readonly unknown[] }): Reply => {
    const messages = JSON.stringify(body.messages);
    if (!messages.includes(prompt) || (body.tools ?? []).length === 0) return { text: "A title" };
    return isDone(messages) ? { text: "Done." } : { calls };
  };
}

export interface SessionOptions {
  readonly cwd: string;
  /** Has a HOME, where Claude Code stores the session. */
  readonly env: Readonly<Record<string, string>>;
  /** The Messages API that it calls. */
  readonly apiUrl: string;
  /** More options of the SDK. */
  readonly options: object;
}

/** Runs Claude Code through its SDK until its turn ends, and returns the messages of the SDK. */
export async function* runClaude({ cwd, env, apiUrl, options }: SessionOptions) {
  const { query } = await import(pathToFileURL(join(installed("@anthropic-ai/claude-agent-sdk"), "sdk.mjs")).href);
  const claudeEnv = {
    ...env,
    CLAUDE_CONFIG_DIR: join(env.HOME ?? "", ".claude"),
    ANTHROPIC_BASE_URL: apiUrl,
    ANTHROPIC_API_KEY: "sk-loopback",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
  yield* query({ prompt, options: { cwd, settingSources: [], env: claudeEnv, ...options } });
}
