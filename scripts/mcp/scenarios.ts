/** The versions of the suite: the one of 2026-07-28, and the stable line. */
export const suites = { current: "0.2.0-alpha.12", stable: "0.1.16" } as const;

export interface Scenario {
  readonly suite: keyof typeof suites;
  readonly name: string;
  readonly version: string;
  /** Some expect tools of their own, which a fixture has over the same code. */
  readonly on: "askback" | "fixture";
}

const inputRequired = ["basic-elicitation", "request-state", "multi-round", "missing-input-response", "result-type"]
  .concat(["unsupported-methods", "tampered-state", "capability-check", "ignore-extra-params", "validate-input"])
  .map((name) => `input-required-result-${name}`);
const tasks = ["lifecycle", "capability-negotiation", "wire-fields", "request-state-removal", "mrtr-input"]
  .concat(["request-headers", "dispatch-and-envelope", "status-notifications", "required-task-error"])
  .concat(["mrtr-composition"])
  .map((name) => `tasks-${name}`);

const of =
  (suite: Scenario["suite"], version: string, on: Scenario["on"]) =>
  (name: string): Scenario => ({ suite, name, version, on });

/** What is run. */
export const scenarios: readonly Scenario[] = [
  ...["server-stateless", "tools-list", "caching", "http-header-validation", "dns-rebinding-protection"].map(
    of("current", "2026-07-28", "askback"),
  ),
  ...["server-initialize", "ping", "tools-list"].flatMap((name) =>
    ["2025-11-25", "2025-06-18"].map((version) => of("current", version, "askback")(name)),
  ),
  ...[...inputRequired, ...tasks].map(of("current", "2026-07-28", "fixture")),
  ...["tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums"].map(
    of("stable", "2025-11-25", "fixture"),
  ),
];

/** Checks that cannot pass, since they call what Askback does not offer. */
export const known: Readonly<Record<string, string>> = {
  "sep-2575-server-rejects-undeclared-capability": "calls a diagnostic tool that needs sampling",
  "sep-2575-missing-capability-http-400": "calls the same tool",
  "sep-2575-http-server-no-independent-requests-on-stream": "calls a diagnostic tool that streams",
  "sep-2575-server-no-log-without-loglevel": "calls a diagnostic tool that logs",
  "sep-2549-prompts-list-caching-hints": "there are no prompts",
};

const withoutPrompts = "there are no prompts";
const withoutResources = "the only resource is the card, for clients that show it";
const ofItsOwnTool = "calls a tool of its own that tests the SDK and nothing of Askback";

/** Scenarios of the suites that are not run, with the reason. */
export const notApplicable: Readonly<Record<string, string>> = {
  "server-session-lifecycle": "`/mcp` has no sessions: it keeps nothing between requests",
  "server-sse-polling": "`/mcp` has no streams that a client could come back to",
  "server-sse-multiple-streams": "`/mcp` has no streams that a client could come back to",
  "logging-set-level": "Askback logs nothing to clients",
  "completion-complete": "there is nothing to complete",
  "tools-call-simple-text": ofItsOwnTool,
  "tools-call-image": ofItsOwnTool,
  "tools-call-audio": ofItsOwnTool,
  "tools-call-embedded-resource": ofItsOwnTool,
  "tools-call-mixed-content": ofItsOwnTool,
  "tools-call-with-logging": ofItsOwnTool,
  "tools-call-error": ofItsOwnTool,
  "tools-call-with-progress": ofItsOwnTool,
  "tools-call-sampling": "Askback asks no client for sampling",
  "json-schema-2020-12": ofItsOwnTool,
  "http-custom-header-server-validation": "no input of Askback's tools travels in a header",
  "resources-list": withoutResources,
  "resources-read-text": withoutResources,
  "resources-read-binary": withoutResources,
  "resources-templates-read": withoutResources,
  "resources-subscribe": withoutResources,
  "resources-unsubscribe": withoutResources,
  "sep-2164-resource-not-found": withoutResources,
  "sep-2640-skills-directory": "there are no skills",
  "sep-2640-skills-enumeration": "there are no skills",
  "sep-2640-skills-manifest": "there are no skills",
  "prompts-list": withoutPrompts,
  "prompts-get-simple": withoutPrompts,
  "prompts-get-with-args": withoutPrompts,
  "prompts-get-embedded-resource": withoutPrompts,
  "prompts-get-with-image": withoutPrompts,
  "input-required-result-basic-sampling": "Askback asks no client for sampling",
  "input-required-result-basic-list-roots": "Askback asks no client for its roots",
  "input-required-result-multiple-input-requests": "an inquiry is one form, also with several questions",
  "input-required-result-non-tool-request": withoutPrompts,
};

/** What a suite lists and nobody has decided about, and what was decided about a scenario that no suite has. */
export function undecided(listed: readonly string[]): readonly string[] {
  const decided = new Set([...scenarios.map(({ name }) => name), ...Object.keys(notApplicable)]);
  const both = scenarios.map(({ name }) => name).filter((name) => name in notApplicable);
  return [
    ...listed.filter((name) => !decided.has(name)).map((name) => `${name} is neither run nor said not to apply`),
    ...[...decided].filter((name) => !listed.includes(name)).map((name) => `${name} is in no suite`),
    ...both.map((name) => `${name} is run and said not to apply`),
  ];
}
