import type { Reporter, TestCase, TestModule, TestRunEndReason } from "vitest/node";

/**
 * Ends the run with `N passed, N failed` alone on a line. A file or a suite whose import or hook fails and an error outside
 * of all tests count as failures, beside the tests that fail.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[], reason: TestRunEndReason): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const passed = count("passed");
    const filteredOut = tests.filter(isFilteredOut).length;
    const skipped = count("skipped") - filteredOut;
    const failures =
      tests.length -
      passed -
      count("skipped") +
      suites.filter((suite) => suite.errors().length > 0).length +
      unhandledErrors.length;
    // A failure of the global setup leaves no test to count.
    const failed = failures === 0 && reason !== "passed" ? 1 : failures;
    if (filteredOut > 0) console.log(`${filteredOut} more tests of these files run in npm run test:full.`);
    console.log([`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(", "));
  }
}

/** Whether a test was skipped only because its project runs the tests with certain tags. */
function isFilteredOut(test: TestCase): boolean {
  const { tagsFilter } = test.project.serializedConfig;
  return (
    tagsFilter !== undefined && test.result().state === "skipped" && !test.tags.some((tag) => tagsFilter.includes(tag))
  );
}
