import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { browserTimeoutMs, findChromium, launchChromium } from "../test/harness/browser/chromium.ts";
import { signInLink } from "../test/harness/browser/sign-in.ts";
import { createApi } from "../test/harness/server/api.ts";
import { createFilledFolder, longConversation, recordConversation } from "../test/harness/server/filled-folder.ts";
import { type ServerProcess, startServerProcess } from "../test/harness/server/server-process.ts";
import { median, round } from "./statistics.ts";

const cpuSlowdown = 4;
const bytesPerSecond = 1_600_000 / 8;
const visits = 5;
/** The conversation with 10,000 events. */
const longest = "conv_longest";

interface Subject {
  readonly page: string;
  readonly path: string;
  /** What a reader came for. */
  readonly content: string;
}

interface Visit {
  readonly firstPaintMs: number;
  /** When what the reader came for can be read. */
  readonly readableMs: number;
  /** When it can be used. */
  readonly contentMs: number;
  readonly kilobytes: number;
}

/** The first paint of the main pages with an empty cache, on a slow device and network. */
export async function* measurePaint() {
  buildWeb();
  const dataDir = await createFilledFolder(async (store) => {
    const events = await recordConversation(store, longest, longConversation(1_500));
    if (events < 10_000) throw new Error(`The long conversation has only ${events} events.`);
  });
  const server = await startServerProcess({ config: "none", dataDir });
  const browser = await launchChromium(findChromium());
  try {
    for (const subject of await subjects(server)) {
      const cost = await pageCost(browser, server, subject);
      yield {
        page: subject.page,
        firstPaintMs: cost.firstPaintMs,
        readableMs: cost.readableMs,
        isReadableInOneSecond: cost.readableMs < 1_000,
        contentMs: cost.contentMs,
        kilobytes: cost.kilobytes,
        // 1 would be a page that costs nothing but its transfer.
        contentPerTransfer: round((cost.contentMs * bytesPerSecond) / (cost.kilobytes * 1_000_000), 2),
      };
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

function buildWeb(): void {
  const script = fileURLToPath(new URL("../scripts/build-web.ts", import.meta.url));
  // The lines on stdout are results.
  const { status } = spawnSync(process.execPath, [script], { stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("The web app could not be built, see above.");
}

async function subjects(server: ServerProcess): Promise<readonly Subject[]> {
  const api = createApi(server);
  const { body } = await api.post("/v1/conversations", { agent: "planner", message: "A weekend away in May" });
  await api.waitForStatus(body.id, "parked");
  return [
    { page: "start", path: "/", content: "main textarea" },
    { page: "conversation with a question", path: `/c/${body.id}`, content: "section[data-inquiry] input" },
    { page: "conversation of 10,000 events", path: `/c/${longest}`, content: "[role=log] article" },
    { page: "inbox", path: "/inbox", content: "main [role=row]" },
  ];
}

async function pageCost(browser: Browser, server: ServerProcess, subject: Subject): Promise<Visit> {
  const seen: Visit[] = [];
  for (let count = 0; count < visits; count += 1) seen.push(await visit(browser, server, subject));
  const middle = (pick: (visit: Visit) => number, digits = 0) => round(median(seen.map(pick)), digits);
  return {
    firstPaintMs: middle(({ firstPaintMs }) => firstPaintMs),
    readableMs: middle(({ readableMs }) => readableMs),
    contentMs: middle(({ contentMs }) => contentMs),
    kilobytes: middle(({ kilobytes }) => kilobytes, 1),
  };
}

/** Opens a page in a new context, whose cache is empty. */
async function visit(browser: Browser, server: ServerProcess, { path, content }: Subject): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: "block" });
  try {
    await context.request.post(await signInLink(server));
    const page = await context.newPage();
    const received = await slowDown(context, page);
    await page.addInitScript(watchContent, content);
    await page.goto(new URL(path, server.url).href, { waitUntil: "commit" });
    const times = await page.waitForFunction(readTimes, undefined, { timeout: browserTimeoutMs });
    return { ...((await times.jsonValue()) as Omit<Visit, "kilobytes">), kilobytes: received() / 1_000 };
  } finally {
    await context.close();
  }
}

/** Slows the page down; returns how many bytes it has received. */
async function slowDown(context: BrowserContext, page: Page): Promise<() => number> {
  const devtools = await context.newCDPSession(page);
  let received = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    received += encodedDataLength;
  });
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  return () => received;
}

/** Runs in the page: marks the frames after those in which the content is first there as text, and as itself. */
function watchContent(content: string): void {
  const mark = (name: string, selector: string) => {
    if (document.querySelector(selector)) requestAnimationFrame(() => performance.mark(name));
    else requestAnimationFrame(() => mark(name, selector));
  };
  mark("readable", `#first-content > *, ${content}`);
  mark("content", content);
}

/** Runs in the page: undefined until all of them are known. */
function readTimes(): Omit<Visit, "kilobytes"> | undefined {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const [readable] = performance.getEntriesByName("readable");
  const [content] = performance.getEntriesByName("content");
  return (
    paint &&
    readable &&
    content && { firstPaintMs: paint.startTime, readableMs: readable.startTime, contentMs: content.startTime }
  );
}
