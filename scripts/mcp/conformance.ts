import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { startServerProcess } from "../../test/harness/server/server-process.ts";
import { createFixtureServer } from "./fixture-server.ts";

/**
 * Runs the conformance suites of MCP and the CLI of its Inspector. They are installed into a cache folder on the first run.
 * `npm run mcp:conformance`
 */
const cache = fileURLToPath(new URL("../../node_modules/.cache/mcp-conformance", import.meta.url));
const suites = { current: "0.2.0-alpha.12", stable: "0.1.16" } as const;

function install(folder: string, name: string): string {
  const at = join(cache, folder);
  if (!existsSync(join(at, "node_modules", name.replace(/@[^@]*$/, "")))) {
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, "package.json"), "{}");
    execFileSync("npm", ["install", "--no-audit", "--no-fund", name], { cwd: at, stdio: "inherit" });
  }
  return join(at, "node_modules");
}

/** The scenarios for what Askback serves itself. */
const ours = ["server-stateless", "tools-list", "caching", "http-header-validation", "dns-rebinding-protection"];
/** The same for clients of before, by their versions. */
const earlier = ["2025-11-25", "2025-06-18"];
const oursForEarlier = ["server-initialize", "ping", "tools-list"];
/** Those that expect tools of their own, which a fixture has over the same code. */
const inputRequired = ["basic-elicitation", "request-state", "multi-round", "missing-input-response", "result-type"]
  .concat(["unsupported-methods", "tampered-state", "capability-check", "ignore-extra-params", "validate-input"])
  .map((name) => `input-required-result-${name}`);
const tasks = ["lifecycle", "capability-negotiation", "wire-fields", "request-state-removal", "mrtr-input"]
  .concat([
    "request-headers",
    "dispatch-and-envelope",
    "status-notifications",
    "required-task-error",
    "mrtr-composition",
  ])
  .map((name) => `tasks-${name}`);
const legacy = ["tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums"];
/** Checks that cannot pass, since they call what Askback does not offer. */
const known: Readonly<Record<string, string>> = {
  "sep-2575-server-rejects-undeclared-capability": "calls a diagnostic tool that needs sampling",
  "sep-2575-missing-capability-http-400": "calls the same tool",
  "sep-2575-http-server-no-independent-requests-on-stream": "calls a diagnostic tool that streams",
  "sep-2575-server-no-log-without-loglevel": "calls a diagnostic tool that logs",
  "sep-2549-prompts-list-caching-hints": "there are no prompts",
};
const notApplicable =
  "sampling, roots, prompts, completion, logging, skills: Askback offers none of them; resources: there is one, the card, for clients that show it; tasks-status-notifications: the suite itself tests nothing there yet";

/** Serves the fixture: requests of 2026-07-28 one by one, older clients in sessions, as pushed forms need one. */
async function serveFixture(): Promise<string> {
  const modern = createMcpHandler(({ era }) => createFixtureServer(era), { legacy: "reject" });
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const handle = async (request: Request): Promise<Response> => {
    if (!(await isLegacyRequest(request))) return modern.fetch(request);
    const known = sessions.get(request.headers.get("mcp-session-id") ?? "");
    if (known) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await createFixtureServer("legacy").connect(transport);
    return transport.handleRequest(request);
  };
  return listen(handle);
}

/** Serves `/mcp` of an Askback server, with the key that the suites cannot send; all else is passed on as it is, the Host too. */
async function serveOurs(): Promise<{ readonly url: string; readonly key: string; readonly direct: string }> {
  const server = await startServerProcess({ config: "none" });
  const direct = `${server.url}/mcp`;
  const relay = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const authorized = { ...headers, authorization: `Bearer ${server.keys.ask}` };
    const passed = request(direct, { method, headers: authorized }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    outgoing.on("close", () => passed.destroy());
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(relay, "listening");
  return { url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}/mcp`, key: server.keys.ask, direct };
}

function listen(fetch: (request: Request) => Promise<Response>): Promise<string> {
  return new Promise((resolve) => {
    serve({ fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => resolve(`http://127.0.0.1:${port}/mcp`));
  });
}

function report(suite: string, scenario: string, version: string, url: string): Promise<boolean> {
  const program = join(
    install(suite, `@modelcontextprotocol/conformance@${suites[suite as "current"]}`),
    "@modelcontextprotocol/conformance/dist/index.js",
  );
  const args = [
    program,
    "server",
    "--url",
    url,
    "--scenario",
    scenario,
    ...(suite === "current" ? ["--spec-version", version] : []),
  ];
  return run(args).then(({ code, output }) => {
    const failures = [...output.matchAll(/\[([\w-]+) *\] \S*FAILURE/g)].map(([, id = ""]) => id);
    const others = ["SKIPPED", "WARNING"]
      .map((word) => [word, output.split("\n").filter((line) => line.includes(`] `) && line.includes(word)).length])
      .map(([word, count]) => (count ? ` (${count} ${word})` : ""))
      .join("");
    const isPassed = code === 0 || (failures.length > 0 && failures.every((id) => id in known));
    console.log(
      `${!isPassed ? "FAILED" : code === 0 ? "passed" : "partly"}  ${suites[suite as "current"]}  ${version}  ${scenario}${others}`,
    );
    for (const id of failures) console.log(`        but for ${id}: ${known[id] ?? "UNEXPECTED"}`);
    return isPassed;
  });
}

async function run(args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [...args], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}

const fixture = await serveFixture();
const own = await serveOurs();
let failed = 0;
for (const scenario of ours) if (!(await report("current", scenario, "2026-07-28", own.url))) failed++;
for (const version of earlier)
  for (const scenario of oursForEarlier) if (!(await report("current", scenario, version, own.url))) failed++;
for (const scenario of inputRequired) if (!(await report("current", scenario, "2026-07-28", fixture))) failed++;
for (const scenario of tasks) if (!(await report("current", scenario, "2026-07-28", fixture))) failed++;
for (const scenario of legacy) if (!(await report("stable", scenario, "2025-11-25", fixture))) failed++;
console.log(`not applicable: ${notApplicable}`);

const inspector = join(install("inspector", "@modelcontextprotocol/inspector@2.12.0"), ".bin/mcp-inspector");
const questions = JSON.stringify([{ question: "Ship it?", options: [{ label: "Yes" }, { label: "No" }] }]);
const header = ["--header", `Authorization: Bearer ${own.key}`];
for (const [method, expected] of [
  [
    ["--method", "tools/list"],
    [/"ask_user_question"/, /"AskUserQuestion"/, /"get_answer"/],
  ],
  [
    ["--method", "tools/call", "--tool-name", "AskUserQuestion", "--tool-arg", `questions=${questions}`],
    [/"askback\/handle": "inq_/],
  ],
] as const) {
  const { code, output } = await run([inspector, "--cli", own.direct, "--transport", "http", ...header, ...method]);
  const isPassed = code === 0 && expected.every((part) => part.test(output));
  if (!isPassed) failed++;
  console.log(`${isPassed ? "passed" : "FAILED"}  inspector 2.12.0  ${method.join(" ")}`);
  if (!isPassed) console.log(`exit ${code}\n${output}`);
}
process.exit(failed === 0 ? 0 : 1);
