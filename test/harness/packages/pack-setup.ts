import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const pack = fileURLToPath(new URL("../../../scripts/pack/main.ts", import.meta.url));

/** Builds and packs the packages. */
export default function setUp(): void {
  // This process has NODE_ENV=test, with which Vite would take React's development build.
  const { NODE_ENV: _, ...env } = process.env;
  const { status } = spawnSync(process.execPath, [pack], { env, stdio: "inherit" });
  if (status !== 0) throw new Error("The packages could not be packed, see above.");
}
