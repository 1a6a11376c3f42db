/** How the host shows the page; a change names only what has changed. */
export interface HostContext {
  readonly theme?: "light" | "dark";
  readonly locale?: string;
  readonly timeZone?: string;
  readonly containerDimensions?: { readonly height?: number };
}

export interface HostCapabilities {
  readonly serverTools?: object;
  readonly openLinks?: object;
  readonly message?: { readonly text?: object };
  readonly updateModelContext?: { readonly text?: object };
}

export interface ToolResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export interface HostEvents {
  onContext(context: HostContext): void;
  /** The call that this page shows has a result. */
  onResult(result: ToolResult): void;
  /** The call was given up before it had a result. */
  onCancelled(): void;
  /** The host is about to remove the page, and waits for this. */
  onTeardown(): Promise<void>;
}

/** What the page asks its host to do. */
export interface Host {
  readonly name: string;
  readonly capabilities: HostCapabilities;
  callTool(name: string, input: Readonly<Record<string, unknown>>): Promise<ToolResult>;
  openLink(url: string): Promise<void>;
  /** Sends a message in the person's name, to which the model replies. */
  sendMessage(text: string): Promise<void>;
  /** Tells the model with its next turn. */
  updateModelContext(text: string): Promise<void>;
  tellHeight(height: number): void;
}

interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

interface InitializeResult {
  readonly hostInfo?: { readonly name?: string; readonly title?: string };
  readonly hostCapabilities?: HostCapabilities;
  readonly hostContext?: HostContext;
}

const protocolVersion = "2026-01-26";
const unknownMethod = -32601;

/** Connects with the page around this one, the only one whose messages are read: JSON-RPC by messages between windows. */
export async function connectHost(events: HostEvents, version: string): Promise<Host> {
  const { request, notify } = listen(events);
  const { hostInfo, hostCapabilities, hostContext } = (await request("ui/initialize", {
    protocolVersion,
    appInfo: { name: "askback-card", title: "Askback", version },
    appCapabilities: { availableDisplayModes: ["inline"] },
  })) as InitializeResult;
  events.onContext(hostContext ?? {});
  notify("ui/notifications/initialized", {});
  const text = (words: string) => [{ type: "text", text: words }];
  return {
    name: hostInfo?.title ?? hostInfo?.name ?? "",
    capabilities: hostCapabilities ?? {},
    callTool: async (name, input) => (await request("tools/call", { name, arguments: input })) as ToolResult,
    openLink: async (url) => void (await request("ui/open-link", { url })),
    sendMessage: async (words) => void (await request("ui/message", { role: "user", content: text(words) })),
    updateModelContext: async (words) => void (await request("ui/update-model-context", { content: text(words) })),
    tellHeight: (height) => notify("ui/notifications/size-changed", { height }),
  };
}

function listen(events: HostEvents) {
  const waiting = new Map<number | string, (message: Message) => void>();
  let count = 0;
  // The origin of the host is not known to the page, and what it sends is meant for whoever shows it.
  const post = (message: object) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

  window.addEventListener("message", ({ source, data }: MessageEvent<Message | undefined>) => {
    if (source !== window.parent || data?.jsonrpc !== "2.0") return;
    if (data.method !== undefined && data.id !== undefined) void respond(data.method, data.id);
    else if (data.method !== undefined) receive(data.method, data.params);
    else if (data.id !== undefined) waiting.get(data.id)?.(data);
  });

  function receive(method: string, params: unknown): void {
    if (method === "ui/notifications/tool-result") events.onResult(params as ToolResult);
    if (method === "ui/notifications/tool-cancelled") events.onCancelled();
    if (method === "ui/notifications/host-context-changed") events.onContext(params as HostContext);
  }

  async function respond(method: string, id: number | string): Promise<void> {
    if (method === "ui/resource-teardown") await events.onTeardown();
    const isKnown = method === "ui/resource-teardown" || method === "ping";
    post({ id, ...(isKnown ? { result: {} } : { error: { code: unknownMethod, message: "Method not found" } }) });
  }

  return {
    notify: (method: string, params: object) => post({ method, params }),
    request(method: string, params: object): Promise<unknown> {
      const id = ++count;
      return new Promise((resolve, reject) => {
        waiting.set(id, ({ result, error }) => {
          waiting.delete(id);
          if (error) reject(new Error(error.message));
          else resolve(result);
        });
        post({ id, method, params });
      });
    },
  };
}
