import { expect, onTestFinished, test, vi } from "vitest";
import { createModelByName, type ProviderSettings } from "./model-by-name.ts";

test.each([
  ["anthropic/claude-sonnet-4-5", "https://api.anthropic.com/v1/messages"],
  ["openai/gpt-5", "https://api.openai.com/v1/responses"],
  [
    "google/gemini-2.5-pro",
    "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
  ],
  ["ollama/qwen3:8b", "http://127.0.0.1:11434/v1/chat/completions"],
])("[RUN-13] %s is requested from %s", async (name, url) => {
  const provider = name.slice(0, name.indexOf("/"));
  const { calledUrl } = await call(name, { [provider]: { apiKey: "key" } });
  expect(calledUrl).toBe(url);
});

test.each([
  ["anthropic/claude-sonnet-4-5", "https://gate.example/anthropic/messages"],
  ["openai/gpt-5", "https://gate.example/openai/responses"],
  ["google/gemini-2.5-pro", "https://gate.example/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse"],
  ["ollama/qwen3:8b", "https://gate.example/ollama/chat/completions"],
  ["acme/org/large", "https://gate.example/acme/chat/completions"],
])("[RUN-13] a configured base URL is used for %s", async (name, url) => {
  const provider = name.slice(0, name.indexOf("/"));
  const { calledUrl, body } = await call(name, {
    [provider]: { apiKey: "key", baseURL: `https://gate.example/${provider}` },
  });
  expect(calledUrl).toBe(url);
  if (provider === "acme") expect(body.model).toBe("org/large");
});

test("[RUN-13] an OpenAI-compatible server may need no key", async () => {
  const { headers } = await call("acme/large", { acme: { baseURL: "http://127.0.0.1:8000/v1" } });
  expect(headers.authorization).toBeUndefined();
});

test.each([
  [
    "acme/large",
    /no provider is named "acme": use anthropic, openai, google or ollama, or give providers\.acme\.baseURL/,
  ],
  ["constructor/large", /no provider is named "constructor"/],
  ["gpt-5", /the model "gpt-5" has no provider: write provider\/model, such as/],
  ["anthropic/", /the model "anthropic\/" has no provider/],
  [
    "anthropic/claude",
    /no API key for anthropic: set ANTHROPIC_API_KEY .* or providers\.anthropic\.apiKey in the config/,
  ],
  ["openai/gpt-5", /set OPENAI_API_KEY/],
  ["google/gemini-2.5-pro", /set GOOGLE_GENERATIVE_AI_API_KEY/],
])("[RUN-13] %s without settings is an error with advice", async (name, message) => {
  await expect(createModelByName({})(name)).rejects.toThrow(message);
});

/** Calls a model and tells what it sent, and where. */
async function call(name: string, settings: Record<string, ProviderSettings>) {
  const sent = Promise.withResolvers<{ calledUrl: string; body: { model: string }; headers: Record<string, string> }>();
  vi.stubGlobal("fetch", async (url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    sent.resolve({ calledUrl: url, body: JSON.parse(body), headers });
    return new Response("{}", { status: 400 });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const model = await createModelByName(settings)(name);
  const options = { prompt: [{ role: "user" as const, content: [{ type: "text" as const, text: "Hello" }] }] };
  await expect(model.doStream(options)).rejects.toThrow();
  return sent.promise;
}
