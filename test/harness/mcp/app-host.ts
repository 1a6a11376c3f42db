import { fileURLToPath } from "node:url";
import type { Frame, FrameLocator, Page } from "playwright-core";
import { rolldown } from "rolldown";
import { failOnPageErrors, openContext, type PageOptions } from "../browser/browser.ts";
import type { ShownApp } from "./host-page.ts";
import { callTool, type McpClient, textOf } from "./mcp-client.ts";

const script = fileURLToPath(new URL("host-page.ts", import.meta.url));
const address = "http://host.test/";
/** What hosts allow a page that asks for nothing, by the specification. */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; object-src 'none'; connect-src 'none'";

let bundled: Promise<string> | undefined;

async function bundleHost(): Promise<string> {
  const bundle = await rolldown({ input: script, platform: "browser", onLog() {} });
  const { output } = await bundle.generate({ format: "iife" });
  await bundle.close();
  return output[0].code;
}

export interface AppHostOptions extends PageOptions {
  readonly locale?: string;
  /** What the host can do; all that there is by default. */
  readonly capabilities?: ShownApp["capabilities"];
}

/** A page that shows cards, as a host does, with the MCP client of the test behind it. */
export interface AppHost {
  readonly page: Page;
  readonly card: FrameLocator;
  /** The frame of the card. */
  frame(): Frame;
  /** What the card asked of its host. */
  readonly told: { readonly what: string; readonly text: string }[];
  /** The names of the tools that the card has called. */
  readonly calls: string[];
  /** All that was loaded. */
  readonly requests: string[];
  /** Calls a tool that asks, as a model does, and shows its card. Returns the id of the inquiry. */
  ask(input: Record<string, unknown>): Promise<string>;
  showResult(input: Record<string, unknown>, result: object): Promise<void>;
  /** Removes the card and shows it again with the same result, as a host does that is started again. */
  showAgain(): Promise<void>;
  changeContext(context: object): Promise<void>;
  /** Whether calls of the card reach the MCP server. */
  isConnected: boolean;
  /** The tools whose results the card does not get. */
  readonly withheld: Set<string>;
}

export async function openAppHost(mcp: McpClient, options: AppHostOptions = {}): Promise<AppHost> {
  const context = await openContext(options);
  const page = await context.newPage();
  failOnPageErrors(page, options.expected);
  bundled ??= bundleHost();
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title><style>
    :root { color-scheme: light dark } body { margin: 16px; background: light-dark(#fff, #111214) }
    iframe { display: block; width: 100%; height: 150px; border: 0 }</style></head>
    <body><h1 style="position:absolute;clip-path:inset(50%)">Host</h1><script src="/host.js"></script></body></html>`;
  const headers = { "content-security-policy": policy };
  await page.route(address, (route) => route.fulfill({ body, headers, contentType: "text/html" }));
  const code = await bundled;
  await page.route(`${address}host.js`, (route) => route.fulfill({ body: code, contentType: "text/javascript" }));

  const { tools } = await mcp.client.listTools();
  const asking = tools.find(({ name }) => name === "ask_user_question");
  const { resourceUri: uri = "" } = (asking?._meta?.ui ?? {}) as { readonly resourceUri?: string };
  const { contents } = await mcp.client.readResource({ uri });
  const html = String(contents[0] && "text" in contents[0] ? contents[0].text : "");
  const forApps = tools.filter(({ _meta }) => visibilityOf(_meta).includes("app")).map(({ name }) => name);

  const told: AppHost["told"] = [];
  const calls: string[] = [];
  const requests: string[] = [];
  page.on("request", (request) => void requests.push(request.url()));
  await page.exposeFunction("tell", (what: string, text: string) => void told.push({ what, text }));
  await page.exposeFunction("callTool", async (name: string, input: Record<string, unknown>) => {
    calls.push(name);
    // A host refuses calls of tools that are not for apps.
    if (!forApps.includes(name)) throw new Error(`${name} is not for apps`);
    if (!host.isConnected) throw new Error("The connection is lost");
    const result = await callTool(mcp, name, input);
    return host.withheld.has(name) ? new Promise(() => {}) : result;
  });

  let shown: { readonly input: Record<string, unknown>; readonly result: unknown } | undefined;
  const { locale = "en", theme = "light" } = options;
  let hostContext: object = { theme, locale, timeZone: "UTC", displayMode: "inline" };
  const capabilities = options.capabilities ?? {
    serverTools: {},
    openLinks: {},
    message: { text: {} },
    updateModelContext: { text: {} },
  };

  async function show(): Promise<void> {
    await page.goto(address);
    const app: object = { html, capabilities, context: hostContext, input: shown?.input ?? {} };
    await page.evaluate((given) => window.showApp(given as never), app);
    await page.evaluate((given) => window.sendResult(given as never), shown?.result);
  }

  const host: AppHost = {
    page,
    card: page.frameLocator("iframe"),
    frame() {
      const frame = page.frames().at(-1);
      if (!frame) throw new Error("no card is shown");
      return frame;
    },
    told,
    calls,
    requests,
    isConnected: true,
    withheld: new Set(),
    async ask(input) {
      const result = await callTool(mcp, "ask_user_question", input);
      if (result.isError) throw new Error(textOf(result));
      await host.showResult(input, result);
      const card = result._meta?.["askback/card"] as { readonly inquiry: { readonly id: string } } | undefined;
      return card?.inquiry.id ?? "";
    },
    async showResult(input, result) {
      shown = { input, result };
      await show();
    },
    async showAgain() {
      await page.evaluate(() => window.removeApp());
      await show();
    },
    async changeContext(changed) {
      hostContext = { ...hostContext, ...changed };
      await page.evaluate((given) => window.changeContext(given as never), hostContext);
    },
  };
  return host;
}

function visibilityOf(meta: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  return (meta?.ui as { readonly visibility?: string[] } | undefined)?.visibility ?? ["model", "app"];
}
