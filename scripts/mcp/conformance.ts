import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
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
import { installOnDemand } from "../on-demand.ts";
import { createFixtureServer } from "./fixture-server.ts";
import { known, notApplicable, type Scenario, scenarios, suites, undecided } from "./scenarios.ts";

/**
 * Runs the conformance suites of MCP and the CLI of its Inspector, which are installed into a cache on the first run. A scenario that is neither run nor said
 * not to apply is a failure.
 * `npm run mcp:conformance`
 */
const conformance = "@modelcontextprotocol/conformance";
const inspectorPackage = "@modelcontextprotocol/inspector";
const inspectorVersion = "2.12.0";

/** The program of a suite; the two versions are installed into folders of their own. */
function programOf(suite: Scenario["suite"]): string {
  const folder = installOnDemand({ [conformance]: suites[suite] }, undefined, `conformance-${suite}`);
  return join(folder, "node_modules", conformance, "dist/index.js");
}

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
async function serveOurs(): Promise<{
  readonly url: string;
  readonly key: string;
  readonly origin: string;
  readonly direct: string;
}> {
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
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}/mcp`,
    key: server.keys.ask,
    origin: server.url,
    direct,
  };
}

function listen(fetch: (request: Request) => Promise<Response>): Promise<string> {
  return new Promise((resolve) => {
    serve({ fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => resolve(`http://127.0.0.1:${port}/mcp`));
  });
}

async function report({ suite, name, version }: Scenario, url: string): Promise<boolean> {
  const ofVersion = suite === "current" ? ["--spec-version", version] : [];
  const { code, output } = await run([programOf(suite), "server", "--url", url, "--scenario", name, ...ofVersion]);
  const failures = [...output.matchAll(/\[([\w-]+) *\] \S*FAILURE/g)].map(([, id = ""]) => id);
  const others = ["SKIPPED", "WARNING"]
    .map((word) => [word, output.split("\n").filter((line) => line.includes(`] `) && line.includes(word)).length])
    .map(([word, count]) => (count ? ` (${count} ${word})` : ""))
    .join("");
  const isPassed = code === 0 || (failures.length > 0 && failures.every((id) => id in known));
  const verdict = !isPassed ? "FAILED" : code === 0 ? "passed" : "partly";
  console.log(`${verdict}  ${suites[suite]}  ${version}  ${name}${others}`);
  for (const id of failures) console.log(`        but for ${id}: ${known[id] ?? "UNEXPECTED"}`);
  return isPassed;
}

/** The scenarios for servers that the suites list. */
async function listed(): Promise<readonly string[]> {
  const lists = await Promise.all(
    (["current", "stable"] as const).map(async (suite) => {
      const { output } = await run([programOf(suite), "list", "--server"]);
      return [...output.matchAll(/^ {2}- (\S+) \[/gm)].map(([, name = ""]) => name);
    }),
  );
  return [...new Set(lists.flat())];
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
const names = await listed();
const gaps = names.length === 0 ? ["the suites list no scenarios"] : undecided(names);
for (const gap of gaps) console.log(`FAILED  ${gap}`);
failed += gaps.length;
for (const scenario of scenarios)
  if (!(await report(scenario, scenario.on === "askback" ? own.url : fixture))) failed++;
console.log(
  `${names.length} scenarios for servers: ${new Set(scenarios.map(({ name }) => name)).size} run, and not run:`,
);
for (const [name, reason] of Object.entries(notApplicable)) console.log(`        ${name}: ${reason}`);
console.log("        (tasks-status-notifications runs, but the suite itself tests nothing there yet)");

const inspector = join(installOnDemand({ [inspectorPackage]: inspectorVersion }), "node_modules/.bin/mcp-inspector");
const questions = JSON.stringify([{ question: "Ship it?", options: [{ label: "Yes" }, { label: "No" }] }]);
const stdio = fileURLToPath(new URL("../../packages/mcp/src/main.ts", import.meta.url));
const environment = ["-e", `ASKBACK_URL=${own.origin}`, "-e", `ASKBACK_KEY=${own.key}`];
const ways = {
  http: [own.direct, "--transport", "http", "--header", `Authorization: Bearer ${own.key}`],
  stdio: [...environment, process.execPath, "--conditions=@askback/source", stdio],
};
for (const [way, target] of Object.entries(ways))
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
    const { code, output } = await run([inspector, "--cli", ...target, ...method]);
    const isPassed = code === 0 && expected.every((part) => part.test(output));
    if (!isPassed) failed++;
    console.log(`${isPassed ? "passed" : "FAILED"}  inspector ${inspectorVersion}  ${way}  ${method.join(" ")}`);
    if (!isPassed) console.log(`exit ${code}\n${output}`);
  }
process.exit(failed === 0 ? 0 : 1);
