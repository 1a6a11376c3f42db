import { defineConfig } from "vitest/config";

const conditions = ["@askback/source", "node"];
/** What is played against real servers, and therefore on each store. */
const flows = ["test/e2e/**/*.test.ts", "test/crash/crash.test.ts"];
const browserFlows = ["test/browser/both/*.test.ts"];
const browserSetup = ["./test/support/browser-setup.ts"];
const postgres = { ASKBACK_TEST_STORE: "postgres" };

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    isolate: false,
    // Most tests wait for processes of their own, so that a worker leaves its core to them for a good part of the time.
    maxWorkers: 2,
    globalSetup: ["./test/support/postgres-setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is polled comes when it comes; a test that waits in vain shall still say for what.
    expect: { poll: { timeout: 15_000 } },
    reporters: ["default", "./test/count-reporter.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "sqlite",
          include: ["packages/*/src/**/*.test.{ts,tsx}", "test/**/*.test.ts"],
          exclude: ["test/browser/**"],
        },
      },
      { extends: true, test: { name: "postgres", include: flows, env: postgres } },
      // Apart, so that nobody waits for a browser and the built app who has no use for them.
      {
        extends: true,
        test: { name: "browser", include: ["test/browser/**/*.test.ts"], globalSetup: browserSetup },
      },
      {
        extends: true,
        test: { name: "browser-postgres", include: browserFlows, env: postgres, globalSetup: browserSetup },
      },
    ],
  },
});
