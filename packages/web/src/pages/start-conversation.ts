import type { Client } from "@askback/client";

type Start = Client["conversations"]["start"];
type StartConversation = (
  body: { readonly agent: string; readonly message: string; readonly files?: readonly string[] },
  /** Called where the server has deleted a file since, before the start is tried once more. */
  uploadAgain: () => Promise<void>,
) => ReturnType<Start>;

interface StartConversationOptions {
  readonly start: Start;
  readonly createKey: () => string;
}

/** Starts conversations. The same message to the same agent has the same idempotency key until a start has succeeded. */
export function createStartConversation({ start, createKey }: StartConversationOptions): StartConversation {
  const keyByBody = new Map<string, string>();
  return async (body, uploadAgain) => {
    const text = JSON.stringify(body);
    const key = keyByBody.get(text) ?? createKey();
    keyByBody.set(text, key);
    let started = await start(body, { key });
    if (!started.ok && started.error.code === "file-unknown") {
      await uploadAgain();
      started = await start(body, { key });
    }
    if (started.ok && keyByBody.get(text) === key) keyByBody.delete(text);
    return started;
  };
}
