import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { failOnPageErrors, openContext } from "../harness/browser/browser.ts";
import { unpack } from "../harness/packages/packed.ts";
import { askOne } from "../harness/server/ask-calls.ts";
import { temporaryFolder } from "../harness/server/temporary-folder.ts";
import { startTestServer } from "../harness/server/test-server.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const example = join(root, "examples/react-embed");

test("[WEB-10] the example's ten lines show the inbox from the packed packages, and an answer reaches the agent", async () => {
  const lines = readFileSync(join(example, "src/main.tsx"), "utf8")
    .trim()
    .split("\n")
    .filter((line) => line !== "");
  expect(lines.length).toBeLessThanOrEqual(10);
  const pages = await servePages();
  const testServer = await startTestServer({ env: { ASKBACK_TEST_ORIGINS: pages.origin } });
  const conversation = await testServer.startConversation("scripted", [{ calls: [askOne] }, { text: "Coming." }]);
  await conversation.waitForInquiry();
  pages.show(buildExample(testServer.server.url, testServer.server.keys.answer));

  const page = await (await openContext()).newPage();
  failOnPageErrors(page);
  await page.goto(pages.origin);
  const { height } = page.viewportSize() ?? {};
  expect(await page.locator("#inbox > *").boundingBox()).toMatchObject({ y: 0, height });
  await page.getByRole("row", { name: /Tea or coffee\?/ }).click();
  await page.getByRole("radio", { name: "Coffee" }).check();
  await page.getByRole("button", { name: "Submit answer", exact: true }).click();
  await conversation.waitForStatus("idle");
  expect(JSON.stringify(conversation.newMessages().at(-1))).toContain("Coffee");
});

/** Builds the example with the packed packages, as from a registry. */
function buildExample(url: string, key: string): string {
  const folder = temporaryFolder();
  cpSync(example, folder, { recursive: true });
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@askback"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules")))
    if (name !== "@askback" && name !== ".bin") symlinkSync(join(root, "node_modules", name), join(modules, name));
  for (const name of ["core", "client", "react"]) unpack(name, join(modules, "@askback", name));
  // Libraries behave differently with NODE_ENV=test, so this is a process of its own.
  const built = spawnSync(process.execPath, [join(root, "node_modules/vite/bin/vite.js"), "build"], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production", VITE_ASKBACK_URL: url, VITE_ASKBACK_KEY: key },
    encoding: "utf8",
  });
  expect(built).toMatchObject({ status: 0, stderr: expect.not.stringContaining("MODULE_LEVEL_DIRECTIVE") });
  return join(folder, "dist");
}

/** Serves the pages of a host app under an origin of their own. */
async function servePages() {
  let folder = "";
  const server: Server = createServer(({ url = "/" }, response) => {
    const path = url === "/" ? "index.html" : url.slice(1);
    const type = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" }[extname(path)];
    if (type === undefined) return response.writeHead(204).end();
    return response.writeHead(200, { "content-type": type }).end(readFileSync(join(folder, path)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    show(built: string) {
      folder = built;
    },
  };
}
