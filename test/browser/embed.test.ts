import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { askOne } from "../support/asks.ts";
import { failOnComplaints, openContext } from "../support/browser.ts";
import { openStage } from "../support/stage.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const example = join(root, "examples/react-embed");
const packages = ["core", "client", "react"];

test("[WEB-10] the example's ten lines show the inbox from the packed packages, and an answer reaches the agent", async () => {
  const lines = readFileSync(join(example, "src/main.tsx"), "utf8")
    .trim()
    .split("\n")
    .filter((line) => line !== "");
  expect(lines.length).toBeLessThanOrEqual(10);
  const pages = await servePages();
  const stage = await openStage({ env: { ASKBACK_TEST_ORIGINS: pages.origin } });
  const scene = await stage.play("puppet", [{ calls: [askOne] }, { text: "Coming." }]);
  await scene.asked();
  pages.show(buildExample(stage.server.url, stage.server.keys.answer));

  const page = await (await openContext()).newPage();
  failOnComplaints(page);
  await page.goto(pages.origin);
  await page.getByRole("row", { name: /Tea or coffee\?/ }).click();
  await page.getByRole("radio", { name: "Coffee" }).check();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await scene.reached("idle");
  expect(JSON.stringify(scene.told().at(-1))).toContain("Coffee");
});

/** The example as somebody would build it who has the packages from a registry. */
function buildExample(url: string, key: string): string {
  const folder = temporaryFolder();
  cpSync(example, folder, { recursive: true });
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b", "packages/react"], {
    cwd: root,
  });
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@askback"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules")))
    if (name !== "@askback" && name !== ".bin") symlinkSync(join(root, "node_modules", name), join(modules, name));
  for (const name of packages) {
    const [packed] = JSON.parse(
      execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
        cwd: join(root, "packages", name),
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }),
    );
    execFileSync("tar", ["-xzf", join(folder, packed.filename), "-C", folder]);
    cpSync(join(folder, "package"), join(modules, "@askback", name), { recursive: true });
    execFileSync("rm", ["-r", join(folder, "package")]);
    expect(globSync("**/*.{test,contract}.*", { cwd: join(modules, "@askback", name) })).toEqual([]);
  }
  // As a process of its own, since libraries behave differently where NODE_ENV says that they are tested.
  execFileSync(process.execPath, [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production", VITE_ASKBACK_URL: url, VITE_ASKBACK_KEY: key },
  });
  return join(folder, "dist");
}

/** The pages of somebody else's app, under an origin of their own. */
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
