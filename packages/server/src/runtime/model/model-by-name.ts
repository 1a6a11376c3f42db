import type { LanguageModelV4 } from "@ai-sdk/provider";
import { ModelError } from "./model-error.ts";

/** The settings of a built-in provider, or of any OpenAI-compatible one by its base URL. */
export interface ProviderSettings {
  readonly apiKey?: string;
  readonly baseURL?: string;
}

export type ModelByName = (name: string) => Promise<LanguageModelV4>;

const builtIn = ["anthropic", "openai", "google", "ollama"];
const keyVariables: Readonly<Record<string, string>> = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  google: "GOOGLE_GENERATIVE_AI_API_KEY",
};

/** A model that cannot be called: why, and what to do about it. */
export class ModelSetupError extends ModelError {
  override readonly name = "ModelSetupError";
  readonly reason: string;
  readonly hint: string;

  constructor(kind: "key" | "setup", reason: string, hint: string) {
    super(kind, `${reason}: ${hint}`);
    this.reason = reason;
    this.hint = hint;
  }
}

type Provider = (id: string) => LanguageModelV4;

/** Creates models by names like `anthropic/claude-sonnet-4-5`. The code of a provider is loaded on first use. */
export function createModelByName(settings: Readonly<Record<string, ProviderSettings>>): ModelByName {
  const providers = new Map<string, Promise<Provider>>();
  return async (name) => {
    const { provider, id, own } = parseName(name, settings);
    const loaded = providers.get(provider) ?? loadProvider(provider, own);
    providers.set(provider, loaded);
    return (await loaded)(id);
  };
}

/** Throws for a model that cannot be called: an invalid name, or a provider without its API key. */
export function checkModelKey(name: string, settings: Readonly<Record<string, ProviderSettings>>): void {
  const { provider, own } = parseName(name, settings);
  if (Object.hasOwn(keyVariables, provider)) requireKey(provider, own);
}

function parseName(name: string, settings: Readonly<Record<string, ProviderSettings>>) {
  const slash = name.indexOf("/");
  if (slash < 1 || slash === name.length - 1)
    throw new ModelSetupError(
      "setup",
      `the model "${name}" has no provider`,
      "write provider/model, such as anthropic/claude-sonnet-4-5",
    );
  const provider = name.slice(0, slash);
  const own = (Object.hasOwn(settings, provider) ? settings[provider] : undefined) ?? {};
  if (!builtIn.includes(provider) && own.baseURL === undefined)
    throw new ModelSetupError(
      "setup",
      `no provider is named "${provider}"`,
      `use anthropic, openai, google or ollama, or give providers.${provider}.baseURL in the config`,
    );
  return { provider, id: name.slice(slash + 1), own };
}

async function loadProvider(name: string, settings: ProviderSettings): Promise<Provider> {
  switch (name) {
    case "anthropic": {
      const keyed = requireKey(name, settings);
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic(keyed);
    }
    case "openai": {
      const keyed = requireKey(name, settings);
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI(keyed);
    }
    case "google": {
      const keyed = requireKey(name, settings);
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI(keyed);
    }
    default: {
      // Only ollama has a well-known address.
      const baseURL = settings.baseURL ?? "http://127.0.0.1:11434/v1";
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({ ...settings, name, baseURL, includeUsage: true });
    }
  }
}

/** Throws without an API key: the providers would read it from the environment, which only the program may do. */
function requireKey(name: string, settings: ProviderSettings): ProviderSettings {
  if (settings.apiKey) return settings;
  throw new ModelSetupError(
    "key",
    `there is no API key for ${name}`,
    `set ${keyVariables[name]} in the environment, or providers.${name}.apiKey in the config`,
  );
}
