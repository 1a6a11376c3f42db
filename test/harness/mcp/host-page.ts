import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

type HostContext = NonNullable<NonNullable<ConstructorParameters<typeof AppBridge>[3]>["hostContext"]>;

export interface ShownApp {
  readonly html: string;
  readonly capabilities: ConstructorParameters<typeof AppBridge>[2];
  readonly context: HostContext;
  readonly input: Record<string, unknown>;
}

declare global {
  interface Window {
    /** What the test gives the page: calls of the real MCP client, and what the app asks of its host. */
    callTool(name: string, input: object): Promise<Awaited<ReturnType<AppBridge["callTool"]>>>;
    tell(what: "link" | "message" | "context", text: string): Promise<void>;
    /** What the page gives the test. */
    showApp(app: ShownApp): Promise<void>;
    sendResult(result: Parameters<AppBridge["sendToolResult"]>[0]): Promise<void>;
    changeContext(context: HostContext): void;
    removeApp(): Promise<void>;
  }
}

let bridge: AppBridge | undefined;
let frame: HTMLIFrameElement | undefined;

/** Shows an app as hosts do: in a frame of an origin of its own, in which nothing but scripts is allowed. */
window.showApp = async ({ html, capabilities, context, input }) => {
  frame = document.createElement("iframe");
  frame.sandbox.add("allow-scripts");
  frame.title = "Askback";
  frame.srcdoc = html;
  document.body.append(frame);
  const shown = frame;
  if (!shown.contentWindow) throw new Error("no window");
  const made = new AppBridge(null, { name: "Test host", version: "1" }, capabilities, { hostContext: context });
  bridge = made;
  made.oncalltool = ({ name, arguments: given = {} }) => window.callTool(name, given);
  made.onopenlink = async ({ url }) => {
    await window.tell("link", url);
    return {};
  };
  made.onmessage = async ({ content }) => {
    await window.tell("message", JSON.stringify(content));
    return {};
  };
  made.onupdatemodelcontext = async ({ content }) => {
    await window.tell("context", JSON.stringify(content));
    return {};
  };
  made.onsizechange = ({ height }) => {
    if (height !== undefined) shown.style.height = `${height}px`;
  };
  const initialized = new Promise<void>((resolve) => {
    made.oninitialized = () => resolve();
  });
  await made.connect(new PostMessageTransport(shown.contentWindow, shown.contentWindow));
  await initialized;
  await made.sendToolInput({ arguments: input });
};

window.sendResult = async (result) => bridge?.sendToolResult(result);
window.changeContext = (context) => bridge?.setHostContext(context);
window.removeApp = async () => {
  await bridge?.teardownResource({});
  await bridge?.close();
  frame?.remove();
};
