import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** One request of a client, with what the client declares about itself. */
export interface Call {
  readonly context: ServerContext;
  readonly signal: AbortSignal;
  readonly capabilities: ClientCapabilities;
  /** Whether the request is of 2026-07-28 or later, where the client sends what it declares with each request. */
  readonly isModern: boolean;
  /** Whether the client knows titled choices and lists of them in forms. */
  readonly hasTitledChoices: boolean;
  /** The name of the client, as people see who asks. */
  readonly agent?: string | undefined;
  /** The client's id of the call, where it sends the same one when it calls again. */
  readonly id?: string | undefined;
}

/** What a client of 2026-07-28 sends with each request. */
interface Envelope {
  readonly [CLIENT_INFO_META_KEY]: Implementation;
  readonly [CLIENT_CAPABILITIES_META_KEY]: ClientCapabilities;
}

const toolUseIdKey = "claudecode/toolUseId";

/** What is known of a request beside itself. */
export interface CallContext {
  /** Aborts when the process stops. */
  readonly ended?: AbortSignal | undefined;
  /** What an older client declared in an earlier request, where each request is served by itself. */
  readonly declared?: ClientCapabilities | undefined;
}

export function readCall(
  server: Server,
  context: ServerContext,
  isModern: boolean,
  { ended, declared: earlier }: CallContext = {},
): Call {
  const { envelope, _meta: meta, signal } = context.mcpReq;
  const declared = envelope as Partial<Envelope> | undefined;
  const info = isModern ? declared?.[CLIENT_INFO_META_KEY] : server.getClientVersion();
  const capabilities = isModern ? declared?.[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities();
  const id = meta?.[toolUseIdKey];
  return {
    context,
    signal: ended ? AbortSignal.any([signal, ended]) : signal,
    capabilities: capabilities ?? earlier ?? {},
    isModern,
    hasTitledChoices: isModern || (server.getNegotiatedProtocolVersion() ?? "") >= "2025-11-25",
    agent: (info?.title ?? info?.name)?.slice(0, 100),
    id: typeof id === "string" && id !== "" ? id : undefined,
  };
}

const progressMs = 10_000;

/** Tells the client that the call goes on, so that it does not give it up, until the work has ended. */
export async function withProgress<Value>({ context, signal }: Call, work: () => Promise<Value>): Promise<Value> {
  const { _meta: meta, notify } = context.mcpReq;
  const token = meta?.progressToken;
  if (token === undefined) return work();
  let progress = 0;
  const tell = () => {
    if (signal.aborted) return;
    const params = { progressToken: token, progress: ++progress, message: "Waiting for a person to answer" };
    // A client that has left needs no progress, and the call ends by its signal.
    notify({ method: "notifications/progress", params }).catch(() => {});
  };
  tell();
  const timer = setInterval(tell, progressMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
