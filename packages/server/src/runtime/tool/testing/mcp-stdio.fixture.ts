import { appendFileSync } from "node:fs";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createTestMcpServer } from "./mcp-server.ts";

// Serves the tools of the tests over stdio, and records calls in a file, since stdout is taken.
const [era = "serve", file] = process.argv.slice(2);
if (era === "broken") {
  console.error("the config file is missing");
  process.exit(1);
}
process.stderr.write("x".repeat(200_000));
const record = (what: string) => {
  if (file !== undefined) appendFileSync(file, `${what}\n`);
};
record(`started ${process.pid}`);
if (era === "environment") record(Object.keys(process.env).sort().join(" "));
serveStdio(() => createTestMcpServer(record), { legacy: era === "reject" ? "reject" : "serve" });
