import type { LanguageModelV4 } from "@ai-sdk/provider";

/** How to reach a provider: built in by name, or any OpenAI-compatible one by its base URL. */
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

export class ModelSetupError extends Error {
  override readonly name = "ModelSetupError";
}

type Provider = (id: string) => LanguageModelV4;

/** Finds models by names like `anthropic/claude-sonnet-4-5`. A provider's code is loaded when it is first used. */
export function createModelByName(settings: Readonly<Record<string, ProviderSettings>>): ModelByName {
  const providers = new Map<string, Promise<Provider>>();
  return async (name) => {
    const { provider, id, own } = partsOf(name, settings);
    const loaded = providers.get(provider) ?? loadProvider(provider, own);
    providers.set(provider, loaded);
    return (await loaded)(id);
  };
}

/** Throws for a name that no model can have here, without loading anything; a missing key shows when it is used. */
export function checkModelName(name: string, settings: Readonly<Record<string, ProviderSettings>>): void {
  partsOf(name, settings);
}

/** Throws for a model that could not be called: a name that none can have, or a provider that wants a key and has none. */
export function checkModelKey(name: string, settings: Readonly<Record<string, ProviderSettings>>): void {
  const { provider, own } = partsOf(name, settings);
  if (Object.hasOwn(keyVariables, provider)) withKey(provider, own);
}

function partsOf(name: string, settings: Readonly<Record<string, ProviderSettings>>) {
  const slash = name.indexOf("/");
  if (slash < 1 || slash === name.length - 1)
    throw new ModelSetupError(
      `the model "${name}" has no provider: write provider/model, such as anthropic/claude-sonnet-4-5`,
    );
  const provider = name.slice(0, slash);
  const own = (Object.hasOwn(settings, provider) ? settings[provider] : undefined) ?? {};
  if (!builtIn.includes(provider) && own.baseURL === undefined)
    throw new ModelSetupError(
      `no provider is named "${provider}": use anthropic, openai, google or ollama, or give providers.${provider}.baseURL in the config`,
    );
  return { provider, id: name.slice(slash + 1), own };
}

async function loadProvider(name: string, settings: ProviderSettings): Promise<Provider> {
  switch (name) {
    case "anthropic": {
      const keyed = withKey(name, settings);
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic(keyed);
    }
    case "openai": {
      const keyed = withKey(name, settings);
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI(keyed);
    }
    case "google": {
      const keyed = withKey(name, settings);
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI(keyed);
    }
    default: {
      // Only ollama has an address that everybody knows.
      const baseURL = settings.baseURL ?? "http://127.0.0.1:11434/v1";
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({ ...settings, name, baseURL, includeUsage: true });
    }
  }
}

/** The settings with their key. The providers would look for one in the environment, which only the program reads. */
function withKey(name: string, settings: ProviderSettings): ProviderSettings {
  if (settings.apiKey) return settings;
  throw new ModelSetupError(
    `there is no API key for ${name}: set ${keyVariables[name]} in the environment, or providers.${name}.apiKey in the config`,
  );
}
