import { type Bench, type BenchOptions, createBench } from "./bench.ts";
import { anthropic } from "./wire/anthropic.ts";
import { google } from "./wire/google.ts";
import { openaiChat } from "./wire/openai-chat.ts";
import { openaiResponses } from "./wire/openai-responses.ts";
import { type ProviderServer, startProviderServer } from "./wire/provider-server.ts";
import type { Wire } from "./wire/wire.ts";

export const wires: readonly Wire[] = [anthropic, openaiChat, openaiResponses, google];

type SettingOptions = Omit<Partial<BenchOptions>, "agent"> & { readonly agent?: Partial<BenchOptions["agent"]> };

export interface Setting extends Bench {
  readonly server: ProviderServer;
}

/** A runtime whose agent's model is at a server that speaks this wire. */
export async function setUp(wire: Wire, options: SettingOptions = {}): Promise<Setting> {
  const server = await startProviderServer(wire);
  return { ...createBench(benchOptions(wire, server, options)), server };
}

export function benchOptions(
  wire: Wire,
  { baseURL }: ProviderServer,
  { agent, ...options }: SettingOptions,
): BenchOptions {
  const [provider = ""] = wire.model.split("/");
  return {
    providers: { [provider]: { apiKey: "key", baseURL } },
    ...options,
    agent: {
      name: "worker",
      instructions: "Work.",
      model: wire.model,
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
