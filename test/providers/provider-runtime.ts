import { anthropic } from "./protocol/anthropic.ts";
import { google } from "./protocol/google.ts";
import { openaiChat } from "./protocol/openai-chat.ts";
import { openaiResponses } from "./protocol/openai-responses.ts";
import type { ProviderProtocol } from "./protocol/protocol.ts";
import { type ProviderServer, startProviderServer } from "./protocol/provider-server.ts";
import { createTestRuntime, type TestRuntime, type TestRuntimeOptions } from "./test-runtime.ts";

export const protocols: readonly ProviderProtocol[] = [anthropic, openaiChat, openaiResponses, google];

type SettingOptions = Omit<Partial<TestRuntimeOptions>, "agent"> & {
  readonly agent?: Partial<TestRuntimeOptions["agent"]>;
};

export interface ProviderRuntime extends TestRuntime {
  readonly server: ProviderServer;
}

/** A runtime whose agent uses a provider server with this protocol. */
export async function startProviderRuntime(
  protocol: ProviderProtocol,
  options: SettingOptions = {},
): Promise<ProviderRuntime> {
  const server = await startProviderServer(protocol);
  return { ...createTestRuntime(runtimeOptions(protocol, server, options)), server };
}

export function runtimeOptions(
  protocol: ProviderProtocol,
  { baseURL }: ProviderServer,
  { agent, ...options }: SettingOptions,
): TestRuntimeOptions {
  const [provider = ""] = protocol.model.split("/");
  return {
    providers: { [provider]: { apiKey: "key", baseURL } },
    ...options,
    agent: {
      name: "worker",
      instructions: "Work.",
      model: protocol.model,
      tools: (options.tools ?? []).map(({ name }) => name),
      ...agent,
    },
  };
}

const options = [{ label: "Yes" }, { label: "No" }];

/** A call of the default contract with one question. */
export function ask(question: string) {
  return { name: "ask_user_question", input: { questions: [{ question, options, multiSelect: false }] } };
}
