import { defineConfig } from "vitest/config";

const conditions = ["@askback/source", "node"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts"],
    isolate: false,
    globalSetup: ["./test/support/postgres-setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ["default", "./test/count-reporter.ts"],
  },
});
