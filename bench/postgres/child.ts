import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A child process that handles requests one after the other. */
export interface Child<Request, Response> {
  /** Its first message, and how long that took. */
  readonly ready: Response;
  readonly readyMs: number;
  request(input: Request): Promise<Response>;
  /** Sends the last request and waits for the process to exit. */
  end(last: Request): Promise<void>;
}

/** Starts a program of this folder, which calls `handleRequests`. */
export async function startChild<Request extends object, Response>(
  program: string,
  args: readonly string[],
): Promise<Child<Request, Response>> {
  const began = performance.now();
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [...args], {
    execArgv: ["--conditions=@askback/source"],
  });
  const exited = once(child, "exit");
  const ready = await nextMessage<Response>(child);
  const readyMs = performance.now() - began;
  async function request(input: Request): Promise<Response> {
    const response = nextMessage<Response>(child);
    child.send(input);
    return response;
  }
  return {
    ready,
    readyMs,
    request,
    async end(last) {
      await request(last);
      await exited;
    },
  };
}

async function nextMessage<Response>(child: ChildProcess): Promise<Response> {
  const settled = new AbortController();
  const exited = once(child, "exit", { signal: settled.signal }).then(([code]) => {
    throw new Error(`a measured process exited with ${code}`);
  });
  const received = once(child, "message", { signal: settled.signal }).then(([message]) => message as Response);
  try {
    return await Promise.race([received, exited]);
  } finally {
    settled.abort();
    await Promise.allSettled([received, exited]);
  }
}

/** The child's side: sends that it is ready, then handles requests; after `stop` the process exits by itself. */
export function handleRequests<Request extends { readonly type: string }, Response extends object>(
  ready: Response,
  handle: (request: Request) => Promise<Response>,
): void {
  process.on("message", async (request: Request) => {
    process.send?.(await handle(request));
    if (request.type === "stop") process.disconnect();
  });
  process.send?.(ready);
}

/** A time that processes of one machine can compare, in milliseconds with fractions. */
export function sharedTime(): number {
  return performance.timeOrigin + performance.now();
}
