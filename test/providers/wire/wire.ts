/** What a provider's server says to a request, in no provider's own form. */
export interface WireReply {
  readonly thinking?: readonly Thinking[];
  readonly text?: string;
  /** An input that is a string is sent as it stands, so that it can be bad JSON. */
  readonly calls?: readonly { readonly id?: string; readonly name: string; readonly input: unknown }[];
  readonly usage?: WireUsage;
  readonly finish?: "length" | "filter";
  /** Keeps the reply back after its text until this is settled. */
  readonly hold?: Promise<unknown>;
  /** How the stream breaks off after the text: by a cut connection, by a clean end too early, or by an error. */
  readonly breakOff?: "drop" | "end" | StreamError;
  /** An error response instead of a stream. */
  readonly refusal?: Refusal;
}

export type Thinking = { readonly text: string; readonly signature: string } | { readonly redacted: string };

export interface WireUsage {
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

export interface WireRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Body;
  /** About how many tokens it takes. */
  readonly tokens: number;
}

/** A message of a request in no provider's own form, to say what the model was told. */
export type Told =
  | { readonly role: "system" | "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly string[] }
  | { readonly role: "result"; readonly id: string; readonly text: string };

/** One provider's protocol, as its real server speaks it. */
export interface Wire {
  readonly name: string;
  /** A model of this provider, by the name that agents use. */
  readonly model: string;
  /** What stands before the provider's own paths. */
  readonly basePath: string;
  readonly path: RegExp;
  /** Why the real API would refuse the request. Replies that were sent are remembered, to know them again. */
  refusalOf(request: WireRequest, sent: readonly SentReply[]): Refusal | undefined;
  errorBody(error: StreamError): unknown;
  /** The error of a request that is longer than the model's window. */
  overflow(tokens: number, limit: number): Refusal;
  /** The frames of a reply's stream; what comes after the text is in the second part. */
  frames(sent: SentReply): { readonly head: readonly string[]; readonly tail: readonly string[] };
  errorFrame(error: StreamError): string;
  toldIn(body: Body): readonly Told[];
}

/** A reply with the ids that it was sent under. */
export interface SentReply extends WireReply {
  readonly number: number;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
}

export function inputText(input: unknown): string {
  return typeof input === "string" ? input : JSON.stringify(input);
}

/** A text in the pieces in which it streams. */
export function piecesOf(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/g) ?? (text === "" ? [] : [text]);
}

export const defaultUsage: WireUsage = { input: 100, output: 20 };
