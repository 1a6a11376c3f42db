/** One server-sent event, or a comment when it has no type. */
export interface Frame {
  readonly event?: string;
  /** The position in its id, and the id. */
  readonly id?: number;
  readonly cursor?: string;
  readonly comment?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent
  readonly data?: any;
}

/** The frames of an event stream, until it ends or the reader breaks off. */
export async function* readFrames(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Frame> {
  if (!stream) throw new Error("the response has no body");
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + chunk).split("\n\n");
    rest = frames.pop() ?? "";
    yield* frames.map(toFrame);
  }
}

function toFrame(text: string): Frame {
  if (text.startsWith(":")) return { comment: text.slice(1).trim() };
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(text)?.[1];
  const event = field("event");
  const id = field("id");
  return {
    data: JSON.parse(field("data") ?? "null"),
    ...(event !== undefined && { event }),
    ...(id !== undefined && { id: Number(id.slice(id.lastIndexOf("-") + 1)), cursor: id }),
  };
}
