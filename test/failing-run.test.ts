import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "./support/temporary-folder.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The exit code of a run of its own, set up as this one, with one test. */
async function exitCodeOf(body: string): Promise<number | null> {
  const folder = temporaryFolder();
  const config = {
    test: { globals: true, include: ["planted.test.js"], globalSetup: [join(root, "test/support/postgres-setup.ts")] },
  };
  writeFileSync(join(folder, "vitest.config.mjs"), `export default ${JSON.stringify(config)};`);
  writeFileSync(join(folder, "planted.test.js"), `test("planted", () => { ${body} });`);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const run = spawn(process.execPath, [vitest, "run", "--root", folder], { stdio: "ignore" });
  const [code] = await once(run, "exit");
  return code;
}

test("[REPO-5] the exit code tells whether a test failed, whatever the packages of the tests do at the end", async () => {
  expect(await exitCodeOf("throw new Error('planted')")).toBe(1);
  expect(await exitCodeOf("")).toBe(0);
});
