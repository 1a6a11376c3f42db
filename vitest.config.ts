import { defineConfig } from "vitest/config";

const conditions = ["@askback/source", "node"];
/** What is played against real servers, and therefore on each store. */
const flows = ["test/e2e/**/*.test.ts", "test/crash/crash.test.ts"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    isolate: false,
    // Most tests wait for processes of their own, so that a worker leaves its core to them half of the time.
    maxWorkers: 2,
    globalSetup: ["./test/support/postgres-setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ["default", "./test/count-reporter.ts"],
    projects: [
      { extends: true, test: { name: "sqlite", include: ["packages/*/src/**/*.test.{ts,tsx}", "test/**/*.test.ts"] } },
      { extends: true, test: { name: "postgres", include: flows, env: { ASKBACK_TEST_STORE: "postgres" } } },
    ],
  },
});
