import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "./harness/server/temporary-folder.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly lastLine: string | undefined;
}

/** Runs test files, given by their names, in a process of their own that reports as this run does. */
async function runTests(files: Readonly<Record<string, string>>, settings: object = {}): Promise<Ended> {
  const folder = temporaryFolder();
  const config = {
    test: {
      globals: true,
      include: Object.keys(files),
      reporters: ["default", join(root, "test/count-reporter.ts")],
      tags: [{ name: "smoke" }],
      ...settings,
    },
  };
  writeFileSync(join(folder, "vitest.config.mjs"), `export default ${JSON.stringify(config)};`);
  for (const [name, body] of Object.entries(files)) writeFileSync(join(folder, name), body);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", "--root", folder], { stdio: ["ignore", "pipe", "ignore"] });
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { code, lastLine: stdout.trimEnd().split("\n").at(-1) };
}

const passing = `test("passes", () => {});`;
const throwing = `() => { throw new Error("planted"); }`;

test("[REPO-5] the exit code tells whether a test failed, whatever the packages of the tests do at the end", async () => {
  const globalSetup = [join(root, "test/harness/postgres/postgres-setup.ts")];
  const failing = await runTests({ "a.test.js": `test("fails", ${throwing});` }, { globalSetup });
  expect(failing).toEqual({ code: 1, lastLine: "0 passed, 1 failed" });
  expect(await runTests({ "a.test.js": passing }, { globalSetup })).toEqual({
    code: 0,
    lastLine: "1 passed, 0 failed",
  });
});

const failures: readonly (readonly [name: string, body: string, lastLine: string])[] = [
  ["a test that throws", `${passing} test("fails", ${throwing});`, "1 passed, 1 failed"],
  ["a file that cannot be loaded", `${passing} throw new Error("planted");`, "0 passed, 1 failed"],
  ["a file's beforeAll", `beforeAll(${throwing}); ${passing}`, "0 passed, 1 failed, 1 skipped"],
  ["a file's afterAll, after tests that passed", `afterAll(${throwing}); ${passing}`, "1 passed, 1 failed"],
  [
    "a suite's beforeAll, beside tests that passed",
    `describe("suite", () => { beforeAll(${throwing}); ${passing} }); ${passing}`,
    "1 passed, 1 failed, 1 skipped",
  ],
  [
    "an unhandled rejection",
    `test("passes", () => { void Promise.reject(new Error("planted")); });`,
    "1 passed, 1 failed",
  ],
];

test("[REPO-5] the last line counts every kind of failure", { tags: "smoke" }, async () => {
  const files = Object.fromEntries(failures.map(([, body], index) => [`${index}.test.js`, body]));
  expect(await runTests(files)).toEqual({ code: 1, lastLine: "4 passed, 6 failed, 2 skipped" });
});

test.each(failures)("[REPO-5] the last line counts %s as a failure", async (_, body, lastLine) => {
  expect(await runTests({ "a.test.js": body })).toEqual({ code: 1, lastLine });
});

test("[REPO-5] the last line counts a failing global setup as a failure", async () => {
  const files = { "a.test.js": passing, "setup.js": `export default ${throwing}` };
  const ended = await runTests(files, { include: ["a.test.js"], globalSetup: ["setup.js"] });
  expect(ended).toEqual({ code: 1, lastLine: "0 passed, 1 failed" });
});

test("[REPO-5] the last line counts skipped tests, but not those that are left to the full run", async () => {
  const body = `test("smoke", { tags: "smoke" }, () => {}); ${passing} test.skip("skipped", { tags: "smoke" }, () => {});`;
  const { code, lastLine } = await runTests({ "a.test.js": body }, { tagsFilter: ["smoke"] });
  expect({ code, lastLine }).toEqual({
    code: 0,
    lastLine: "1 passed, 0 failed, 1 skipped",
  });
});
