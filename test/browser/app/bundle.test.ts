import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { openPage } from "../../harness/browser/browser.ts";
import { askOne } from "../../harness/server/ask-calls.ts";
import { startTestServer, type TestServer } from "../../harness/server/test-server.ts";

const dist = fileURLToPath(new URL("../../../packages/web/dist", import.meta.url));
const page = readFileSync(join(dist, "index.html"), "utf8");

/** How many bytes the server sends for files to a browser. */
async function sentSize({ server }: TestServer, paths: Iterable<string>): Promise<number> {
  const sizes = Array.from(paths, async (path) => {
    const [response] = (await once(
      request(server.url + path, { headers: { "accept-encoding": "br" } }).end(),
      "response",
    )) as [IncomingMessage];
    expect([path, response.statusCode, response.headers["content-encoding"]]).toEqual([path, 200, "br"]);
    return (await buffer(response)).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test("[WEB-8] the scripts that are loaded before anything is shown are under 120 KB compressed", {
  tags: "smoke",
}, async () => {
  const scripts = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
  expect(scripts.length).toBeGreaterThan(0);
  expect(await sentSize(await startTestServer(), scripts)).toBeLessThan(120 * 1024);
});

test("[WEB-8] the scripts and styles that are loaded before the first question is shown are under 202 KB compressed", async () => {
  const testServer = await startTestServer();
  const conversation = await testServer.startConversation("scripted", [{ text: "*One* moment.", calls: [askOne] }]);
  await conversation.waitForInquiry();
  const opened = await openPage(testServer, { path: "/settings" });
  // What the settings load comes after the page, and is none of the question's.
  await opened.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  const loaded = new Set<string>();
  opened.on("request", (request) => {
    if (["script", "stylesheet"].includes(request.resourceType())) loaded.add(new URL(request.url()).pathname);
  });
  await opened.goto(`${testServer.server.url}/c/${conversation.id}`);
  await opened.getByRole("radio", { name: "Tea" }).waitFor();
  expect(loaded.size).toBeGreaterThan(2);
  expect(await sentSize(testServer, loaded)).toBeLessThan(202 * 1024);
});

test("[WEB-8] only the start page and a conversation load the chat", async () => {
  const testServer = await startTestServer();
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }]);
  const opened = await openPage(testServer, { path: "/settings" });
  const requested: string[] = [];
  opened.on("request", (request) => requested.push(request.url()));
  const loadsChat = async (path: string) => {
    requested.length = 0;
    await opened.goto(testServer.server.url + path);
    await opened.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
    return requested.some((address) => address.includes("/chat-page"));
  };
  expect(await loadsChat("/settings")).toBe(false);
  expect(await loadsChat("/inbox")).toBe(false);
  expect(await loadsChat("/")).toBe(true);
  expect(await loadsChat(`/c/${conversation.id}`)).toBe(true);
});

test("[WEB-8] scripts and styles are sent in brotli's best compression", async () => {
  const testServer = await startTestServer();
  const files = globSync("assets/*.{js,css}", { cwd: dist });
  expect(files.length).toBeGreaterThan(20);
  const best = files.map((file) => brotliCompressSync(readFileSync(join(dist, file))).length);
  const sum = best.reduce((before, size) => before + size, 0);
  expect(
    await sentSize(
      testServer,
      files.map((file) => `/${file}`),
    ),
  ).toBe(sum);
});

test("[WEB-8] the schemas of the server are in no script: the app only uses their types", () => {
  const scripts = globSync("{*,assets/**/*}.js", { cwd: dist });
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((file) => readFileSync(join(dist, file), "utf8").includes("ZodError"))).toEqual([]);
});

test("[WEB-1] the page has no inline script or style, which its policy would refuse", {
  tags: "smoke",
}, () => {
  expect(page).not.toMatch(/<style|<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=/);
});

test("[WEB-6] the first offline cache holds the app, not every file that it may ever need", () => {
  const worker = readFileSync(join(dist, "sw.js"), "utf8");
  const files = [...worker.matchAll(/url:"([^"]+)"/g)].map(([, path = ""]) => path);
  const sizes = files.map((path) => readFileSync(join(dist, path)).length);
  for (const part of ["index.html", "first-paint.js", "chat-page", "inbox-page", "settings-page", "markdown"])
    expect(files.join(" ")).toContain(part);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_200 * 1024);
  expect(files.filter((path) => /typescript|python|highlight/.test(path))).toEqual([]);
  // Of the font only the Latin letters are in it; the other files are cached once a page shows their letters.
  expect(files.filter((path) => path.endsWith(".woff2"))).toEqual([
    expect.stringMatching(/inter-latin-wght-normal-[\w-]+\.woff2$/),
  ]);
});
