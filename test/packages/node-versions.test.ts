import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import { withCards } from "../harness/mcp/raw-mcp.ts";
import { unpack } from "../harness/packages/packed.ts";
import { nodeFolder } from "../harness/packages/toolchain.ts";
import { startServerProcess } from "../harness/server/server-process.ts";
import { temporaryFolder } from "../harness/server/temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

async function runNode(version: 20 | 22 | 24, args: readonly string[], cwd: string) {
  const node = join(nodeFolder(version), "node");
  const run = promisify(execFile)(node, [...args], { cwd, env: { PATH: nodeFolder(version) } });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

test("[PACK-8] on Node 20 every command of `askback` says in one line which Node it needs", async () => {
  const folder = temporaryFolder();
  unpack("cli", folder);
  const refused = {
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^✖ askback needs Node 22\.18 or newer, and this is Node 20\.[\d.]+: .*\n$/),
  };
  for (const command of ["", "serve", "init", "doctor", "link", "migrate", "export", "import", "prune", "--help"])
    expect(await runNode(20, [join(folder, "dist/main.js"), command].filter(Boolean), folder), command).toEqual(
      refused,
    );
});

/** Installs the MCP server into a folder, and returns its program. */
function installMcp(folder: string): string {
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  for (const name of ["core", "client", "mcp"]) unpack(name, join(modules, "@askback", name));
  for (const name of ["zod", "eventsource-client", "eventsource-parser", "@modelcontextprotocol"])
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  return join(modules, "@askback/mcp/dist/main.js");
}

test.each([20, 22, 24] as const)("[MCP-13] the MCP server runs on Node %d", async (version) => {
  const folder = temporaryFolder();
  const program = installMcp(folder);
  expect(await runNode(version, [program], folder)).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("ASKBACK_KEY is not set"),
  });
});

test.each(["mcp", "cli"])("[MCP-13] [MCP-15] the card is built into the package %s", async (name) => {
  const folder = temporaryFolder();
  if (name === "cli") unpack("cli", folder);
  const args = name === "cli" ? [join(folder, "dist/main.js"), "mcp"] : [installMcp(folder)];
  const command = join(nodeFolder(name === "cli" ? 22 : 20), "node");
  const client = new Client({ name: "packed", version: "1" }, { capabilities: withCards });
  await client.connect(
    new StdioClientTransport({ command, args, cwd: folder, env: { PATH: "", ASKBACK_KEY: "ask_1" } }),
  );
  const { contents } = await client.readResource({ uri: "ui://askback/card.html" });
  expect(contents).toMatchObject([{ text: expect.stringMatching(/^<!doctype html>.*<\/html>$/s) }]);
  await client.close();
});

test.each([20, 22, 24] as const)(
  "[PACK-7] client and core run on Node %d, the client also by require",
  async (version) => {
    const folder = temporaryFolder();
    const modules = join(folder, "node_modules");
    mkdirSync(modules);
    for (const name of ["core", "client"]) unpack(name, join(modules, "@askback", name));
    for (const name of ["zod", "eventsource-client", "eventsource-parser"])
      symlinkSync(join(root, "node_modules", name), join(modules, name));
    const server = await startServerProcess({ config: "none" });
    const use = `
    const askback = createClient({ url: ${JSON.stringify(server.url)}, key: ${JSON.stringify(server.keys.answer)} });
    (async () => {
      const events = askback.events();
      const agents = await askback.agents();
      for await (const event of events) { console.log(agents.value.items[0].name, event.type); break; }
      events.close();
    })();`;
    writeFileSync(join(folder, "required.cjs"), `const { createClient } = require("@askback/client");${use}`);
    writeFileSync(
      join(folder, "imported.mjs"),
      `import { createClient } from "@askback/client";
     import { decide, version } from "@askback/core";
     import { Inquiry } from "@askback/core/wire";
     if (!decide || !version || !Inquiry.safeParse({}).error) throw new Error("core is not whole");${use}`,
    );
    for (const program of ["required.cjs", "imported.mjs"])
      expect(await runNode(version, [program], folder), program).toEqual({
        code: 0,
        stdout: "planner snapshot\n",
        stderr: "",
      });
    await server.stop();
  },
);
