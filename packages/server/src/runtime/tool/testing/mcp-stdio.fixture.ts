import { appendFileSync } from "node:fs";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createTestMcpServer } from "./mcp-server.ts";

// Serves the test's tools over stdio. What is heard is written to a file, since stdout is taken.
const [era = "serve", file] = process.argv.slice(2);
if (era === "broken") {
  console.error("the config file is missing");
  process.exit(1);
}
process.stderr.write("x".repeat(200_000));
const heard = (what: string) => {
  if (file !== undefined) appendFileSync(file, `${what}\n`);
};
heard(`started ${process.pid}`);
serveStdio(() => createTestMcpServer(heard), { legacy: era === "reject" ? "reject" : "serve" });
