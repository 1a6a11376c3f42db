import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";

const playwright = fileURLToPath(new URL("../../../node_modules/playwright-core/cli.js", import.meta.url));
/** The headless shell comes first, since it needs half the CPU time. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** The path of Chromium, which is installed if it is missing. */
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

/** Less than a test has, so that a test that waits in vain names what for; far more than a busy machine needs. */
export const browserTimeoutMs = 120_000;

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    timeout: browserTimeoutMs,
    args: [
      // The sandbox does not work as root in a container, and only our own pages are opened.
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

/** Debian's package with its libraries where there is apt, else Playwright's download; the first that works is used. */
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
