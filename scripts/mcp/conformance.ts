import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { type ServerProcess, startServerProcess } from "../../test/harness/server/server-process.ts";
import { installOnDemand } from "../on-demand.ts";
import { createFixtureServer } from "./fixture-server.ts";
import { checkInspector } from "./inspector.ts";
import { run } from "./run.ts";
import { known, notApplicable, type Scenario, scenarios, suites, undecided } from "./scenarios.ts";

/**
 * Runs the conformance suites of MCP and the CLI of its Inspector, which are installed into a cache on the first run. A scenario that is neither run nor said
 * not to apply is a failure.
 * `npm run mcp:conformance`
 */
const conformance = "@modelcontextprotocol/conformance";

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
async function serveOurs(): Promise<{ readonly url: string; readonly server: ServerProcess }> {
  const server = await startServerProcess({ config: "none" });
  const relay = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const authorized = { ...headers, authorization: `Bearer ${server.keys.ask}` };
    const passed = request(`${server.url}/mcp`, { method, headers: authorized }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    outgoing.on("close", () => passed.destroy());
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(relay, "listening");
  return { url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}/mcp`, server };
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

failed += await checkInspector(own.server);
process.exit(failed === 0 ? 0 : 1);
