/** The reply of a provider, independent of its protocol. */
export interface ProviderReply {
  readonly thinking?: readonly Thinking[];
  readonly text?: string;
  /** A string is sent unchanged as the input, so that it can be invalid JSON. */
  readonly calls?: readonly { readonly id?: string; readonly name: string; readonly input: unknown }[];
  readonly usage?: TokenUsage;
  readonly finish?: "length" | "filter";
  /** Holds the reply back after its text until this promise is fulfilled. */
  readonly hold?: Promise<unknown>;
  /** How the stream breaks off after the text: by a closed connection, an early end, or an error. */
  readonly breakOff?: "drop" | "end" | StreamError;
  /** An error response instead of a stream. */
  readonly refusal?: Refusal;
}

export type Thinking = { readonly text: string; readonly signature: string } | { readonly redacted: string };

export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  readonly reasoning?: number;
  readonly cached?: number;
}

export interface StreamError {
  readonly type: string;
  readonly message: string;
}

export interface Refusal extends StreamError {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a request is read as it came, to find what is wrong with it
export type Body = any;

export interface ProviderRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Body;
  /** About how many tokens it takes. */
  readonly tokens: number;
}

/** A message of a prompt, independent of the protocol. */
export type PromptMessage =
  | { readonly role: "system" | "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly string[] }
  | { readonly role: "result"; readonly id: string; readonly text: string };

/** The HTTP protocol of a provider, as strict as its real server. */
export interface ProviderProtocol {
  readonly name: string;
  /** A model of this provider, by the name that agents use. */
  readonly model: string;
  /** The path before the provider's own paths. */
  readonly basePath: string;
  readonly path: RegExp;
  /** Why the real API would refuse the request, given the replies that were sent before. */
  refusalOf(request: ProviderRequest, sent: readonly SentReply[]): Refusal | undefined;
  errorBody(error: StreamError): unknown;
  /** The error of a request that is longer than the model's window. */
  overflow(tokens: number, limit: number): Refusal;
  /** The frames of a reply's stream up to its text, and after it. */
  frames(sent: SentReply): { readonly head: readonly string[]; readonly tail: readonly string[] };
  errorFrame(error: StreamError): string;
  messagesIn(body: Body): readonly PromptMessage[];
}

/** A reply with the ids that it was sent with. */
export interface SentReply extends ProviderReply {
  readonly number: number;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
}

export function inputText(input: unknown): string {
  return typeof input === "string" ? input : JSON.stringify(input);
}

/** A text in the chunks in which it streams. */
export function piecesOf(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/g) ?? (text === "" ? [] : [text]);
}

export const defaultUsage: TokenUsage = { input: 100, output: 20 };
