import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@askback/client";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { program, startServerProcess } from "../test/harness/server/server-process.ts";
import { installOnDemand } from "./on-demand.ts";

// Compares the reference filesystem server of MCP with itself behind the approval proxy. It is installed here, once, since
// it brings more packages than the tests need otherwise.
const reference = "@modelcontextprotocol/server-filesystem";
const home = installOnDemand({ [reference]: "2026.8.31" });
const main = join(home, "node_modules", reference, "dist/index.js");

const folder = realpathSync(mkdtempSync(join(tmpdir(), "askback-files-")));
writeFileSync(join(folder, "a.txt"), "one\ntwo\n");
const server = await startServerProcess({ config: "none" });
const patience = { timeout: 600_000 };

async function connect(args: readonly string[]): Promise<Client> {
  const client = new Client({ name: "compare", version: "1.0.0" });
  const env = { PATH: process.env.PATH ?? "", ASKBACK_URL: server.url, ASKBACK_KEY: server.keys.ask };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [...args], env, cwd: folder }),
    patience,
  );
  return client;
}

const wrap = `"${process.execPath}" "${main}" "${folder}"`;
const direct = await connect([main, folder]);
const proxied = await connect([
  "--conditions=@askback/source",
  program,
  "mcp",
  "--wrap",
  wrap,
  "--approve",
  "write_*,move_*",
]);

async function everything(client: Client): Promise<object> {
  const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args }, patience);
  const path = join(folder, "a.txt");
  return {
    capabilities: client.getServerCapabilities(),
    info: client.getServerVersion(),
    tools: await client.listTools(),
    read: await call("read_text_file", { path }),
    head: await call("read_text_file", { path, head: 1 }),
    list: await call("list_directory", { path: folder }),
    found: await call("search_files", { path: folder, pattern: "*.txt" }),
    outside: await call("read_text_file", { path: "/etc/hostname" }),
    invalid: await call("read_text_file", {}),
    allowed: await call("list_allowed_directories", {}),
  };
}

assert.deepEqual(await everything(proxied), await everything(direct));
console.log(`${(await direct.listTools()).tools.length} tools, their schemas and results are the same`);

const person = createClient({ url: server.url, key: server.keys.answer });
const path = join(folder, "b.txt");
for (const option of ["o2", "o1"]) {
  const written = proxied.callTool({ name: "write_file", arguments: { path, content: "three" } }, patience);
  let id: string | undefined;
  while (id === undefined) {
    const page = await person.inquiries.list({ status: "open" });
    id = page.ok ? page.value.items[0]?.id : undefined;
  }
  await person.inquiries.answer(id, { answers: [{ question: "q1", options: [option] }] });
  const { isError } = await written;
  assert.equal(isError ?? false, option === "o2");
}
assert.equal(readFileSync(path, "utf8"), "three");
console.log("a write waits for its approval: refused it does not run, allowed it runs");
await Promise.all([direct.close(), proxied.close()]);
await server.stop();
