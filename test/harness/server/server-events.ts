export interface ServerEvent {
  readonly type: string;
  readonly id: string | undefined;
  /** The position in its id. */
  readonly position: number | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sent
  readonly data: any;
}

/** The server-sent events of a URL, until the caller or the server ends the stream. A comment has the type "comment". */
export async function* serverEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
  abort = new AbortController(),
): AsyncGenerator<ServerEvent> {
  const response = await fetch(url, { headers, signal: abort.signal });
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  try {
    let rest = "";
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const frames = (rest + chunk).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) yield frameToEvent(frame);
    }
  } finally {
    abort.abort();
  }
}

function frameToEvent(frame: string): ServerEvent {
  const fields = new Map(
    frame.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trimStart()]),
  );
  const data = fields.get("data");
  const id = fields.get("id");
  return {
    type: fields.get("event") ?? "comment",
    id,
    position: id === undefined ? undefined : Number(id.slice(id.lastIndexOf("-") + 1)),
    data: data === undefined ? frame : JSON.parse(data),
  };
}
