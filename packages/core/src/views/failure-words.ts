import type { FailureKind } from "../model/failure.ts";

const words: Readonly<Record<FailureKind | "unknown", { readonly what: string; readonly advice: string }>> = {
  key: {
    what: "This server’s key for the model’s provider is missing or not accepted.",
    advice: "Ask whoever runs this server to correct the key, then try again.",
  },
  quota: {
    what: "The credit with the model’s provider is used up.",
    advice: "Ask whoever runs this server to add credit, then try again.",
  },
  overload: {
    what: "The model’s provider is overloaded.",
    advice: "Try again later.",
  },
  context: {
    what: "This conversation is too long for the model.",
    advice: "Start a new conversation with what still matters.",
  },
  refusal: {
    what: "The model’s provider refused this request.",
    advice: "Say it differently, or start a new conversation.",
  },
  network: {
    what: "The model’s provider cannot be reached or has a fault.",
    advice: "Try again later. If it lasts, tell whoever runs this server.",
  },
  malformed: {
    what: "The model’s reply was not complete.",
    advice: "Try again.",
  },
  empty: {
    what: "The model gave an empty reply.",
    advice: "Try again, or say in more detail what you want.",
  },
  setup: {
    what: "This agent is not set up correctly.",
    advice: "Ask whoever runs this server to correct the configuration, then try again.",
  },
  tools: {
    what: "A service that this agent needs cannot be reached.",
    advice: "Try again later. If it lasts, tell whoever runs this server.",
  },
  interrupted: {
    what: "The server stopped several times while the agent worked.",
    advice: "Try again. If it lasts, tell whoever runs this server.",
  },
  internal: {
    what: "This server has a fault.",
    advice: "Tell whoever runs this server, then try again.",
  },
  unknown: {
    what: "The agent failed.",
    advice: "Try again.",
  },
};

/** What people are told of a failure and what they can do, in English; the words of a provider are for developers. */
export function failureWords(kind: FailureKind | undefined): string {
  const { what, advice } = words[kind ?? "unknown"];
  return `${what} ${advice}`;
}
