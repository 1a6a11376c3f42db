import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { findChromium } from "./chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    chromium: string;
  }
}

const buildWeb = fileURLToPath(new URL("../../../scripts/build-web.ts", import.meta.url));

/** Finds a browser and builds the web app. */
export default function setUp(project: TestProject): void {
  project.provide("chromium", findChromium());
  // This process has NODE_ENV=test, with which Vite would take React's development build.
  const { NODE_ENV: _, ...env } = process.env;
  const { status } = spawnSync(process.execPath, [buildWeb], { env, stdio: "inherit" });
  if (status !== 0) throw new Error("The web app could not be built, see above.");
}
