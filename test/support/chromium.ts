import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";

const playwright = fileURLToPath(new URL("../../node_modules/playwright-core/cli.js", import.meta.url));
/** The one without windows first: it does the same with half the work. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** Where a Chromium is; one is installed where there is none. */
export function findChromium(): string {
  const named = process.env.ASKBACK_CHROMIUM;
  if (named !== undefined && !existsSync(named))
    throw new Error(`ASKBACK_CHROMIUM = "${named}" is not there: name a Chromium, or leave it out to have one found.`);
  const program = named ?? found() ?? installed();
  if (program !== undefined) return program;
  throw new Error(
    "The tests of the web app need Chromium, and none was found or could be installed. Install it " +
      "(`sudo apt-get install chromium` or `npx playwright-core install --with-deps chromium`), or name it in ASKBACK_CHROMIUM.",
  );
}

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      // A container's root has no sandbox, and only our own pages are opened.
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

function found(): string | undefined {
  return [...names.map((name) => `/usr/bin/${name}`), chromium.executablePath()].find(existsSync);
}

function installed(): string | undefined {
  for (const [program = "", ...args] of installers()) {
    console.log(`No Chromium found, so it is installed: ${[program, ...args].join(" ")}`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync(program, args, { env, stdio: ["ignore", "ignore", "inherit"] });
    const browser = found();
    if (browser !== undefined) return browser;
  }
  return undefined;
}

/** Debian's own where apt is at hand, which brings the libraries that it needs; Playwright's elsewhere. Each is tried until there is one. */
function installers(): readonly (readonly string[])[] {
  const apt = ["apt-get", "-qq", "-y", "-o", "DPkg::Lock::Timeout=60"];
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  return [
    ...(existsSync("/usr/bin/apt-get")
      ? [
          [...asRoot, ...apt, "update"],
          [...asRoot, ...apt, "--no-install-recommends", "install", "chromium-headless-shell"],
          [...asRoot, ...apt, "--no-install-recommends", "install", "chromium"],
        ]
      : []),
    [process.execPath, playwright, "install", "chromium"],
  ];
}
