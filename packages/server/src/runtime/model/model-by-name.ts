import type { LanguageModelV4 } from "@ai-sdk/provider";

/** How to reach a provider: built in by name, or any OpenAI-compatible one by its base URL. */
export interface ProviderSettings {
  readonly apiKey?: string;
  readonly baseURL?: string;
}

export type ModelByName = (name: string) => Promise<LanguageModelV4>;

export class ModelSetupError extends Error {
  override readonly name = "ModelSetupError";
}

/** Finds models by names like `anthropic/claude-sonnet-4-5`. A provider's code is loaded when it is first used. */
export function createModelByName(settings: Readonly<Record<string, ProviderSettings>>): ModelByName {
  const providers = new Map<string, Promise<(id: string) => LanguageModelV4>>();
  return async (name) => {
    const slash = name.indexOf("/");
    if (slash < 1)
      throw new ModelSetupError(
        `the model "${name}" has no provider: write provider/model, such as anthropic/claude-sonnet-4-5`,
      );
    const provider = name.slice(0, slash);
    const loaded = providers.get(provider) ?? loadProvider(provider, settings[provider] ?? {});
    providers.set(provider, loaded);
    return (await loaded)(name.slice(slash + 1));
  };
}

async function loadProvider(name: string, settings: ProviderSettings): Promise<(id: string) => LanguageModelV4> {
  switch (name) {
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic(settings);
    }
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI(settings);
    }
    case "google": {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI(settings);
    }
    default: {
      const baseURL = settings.baseURL ?? (name === "ollama" ? "http://127.0.0.1:11434/v1" : undefined);
      if (baseURL === undefined) {
        throw new ModelSetupError(
          `no provider is named "${name}": use anthropic, openai, google or ollama, or give providers.${name}.baseURL in the config`,
        );
      }
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({ ...settings, name, baseURL, includeUsage: true });
    }
  }
}
