import type { Reporter, TestModule } from "vitest/node";

/** Ends the run with `N passed, N failed` alone on a line; a file that fails to load counts as a failure. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let passed = 0;
    let failed = 0;
    let skipped = 0;
    for (const module of modules) {
      const before = passed + failed + skipped;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") passed += 1;
        else if (state === "skipped") skipped += 1;
        else failed += 1;
      }
      if (!module.ok() && passed + failed + skipped === before) failed += 1;
    }
    console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  }
}
