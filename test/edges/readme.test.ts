import { execFile } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createApi } from "../support/api.ts";
import { startServerProcess, temporaryFolder } from "../support/server-process.ts";

const rootFolder = fileURLToPath(new URL("../..", import.meta.url));
const readme = readFileSync(join(rootFolder, "README.md"), "utf8");
const root = JSON.parse(readFileSync(join(rootFolder, "package.json"), "utf8"));

test("[CLI-4] the tour with curl works as printed", async () => {
  const folder = temporaryFolder();
  const server = await startServerProcess({ dataDir: `${folder}/.askback`, config: "none" });
  // Only the port is another one: a test cannot count on 4100 being free.
  const tour = blocksAfter("## A tour with curl")[0]?.replace("http://127.0.0.1:4100", server.url) ?? "";
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", tour], {
    cwd: dirname(server.dataDir),
  });
  await server.stop();
  const parts = [
    "event: conversation.started",
    "event: inquiry.asked",
    '"items":[{',
    '"resolution":"answered"',
    '"code":"already-resolved"',
    "No early trains",
    '"contract":"approval"',
    '"resolution":"answered"',
    "event: conversation.forked",
    "Published as a minor release",
  ];
  // Each part comes after the one before it.
  let from = 0;
  for (const part of parts) {
    from = stdout.indexOf(part, from);
    expect(from, part).toBeGreaterThanOrEqual(0);
  }
  expect(stdout).toContain("Kind of trip: Mountains");
});

test("[CLI-4] the configs work as printed, and the scripted one asks without a key or a network", async () => {
  const configs = blocksAfter("## Your own agent", "ts");
  expect(configs).toHaveLength(3);
  const agents = [];
  for (const text of configs) {
    const folder = temporaryFolder();
    symlinkSync(join(rootFolder, "node_modules"), join(folder, "node_modules"));
    const config = join(folder, "askback.config.ts");
    writeFileSync(config, text);
    const server = await startServerProcess({ config });
    const api = createApi(server);
    const { items } = (await api.get("/v1/agents")).body;
    agents.push(items[0].name);
    if (items[0].name === "waiter") {
      const { body } = await api.post("/v1/conversations", { agent: "waiter", message: "Hello" });
      const { inquiry } = await api.reached(body.id, "parked");
      await api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
      await api.reached(body.id, "idle");
    }
    await server.stop();
  }
  expect(agents).toEqual(["guide", "waiter", "planner"]);
});

test("[CLI-4] the README's table of options names every option of a config and of an agent", () => {
  const [table = ""] = readme.slice(readme.indexOf("### All options")).split("\n## ");
  for (const file of ["packages/cli/src/config.ts", "packages/server/src/runtime/agent.ts"]) {
    const source = readFileSync(join(rootFolder, file), "utf8");
    const options = [...source.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => name);
    expect(options.length).toBeGreaterThan(10);
    for (const option of options) expect(table, `${option} of ${file}`).toMatch(new RegExp(`\\b${option}\\b`));
  }
});

test("[CLI-4] the README's two commands are scripts of the package, and CI runs the second one", () => {
  const commands = [...readme.matchAll(/npm ci && npm (\w+)/g)].map(([, script]) => script);
  expect(new Set(commands)).toEqual(new Set(["start", "test"]));
  expect(Object.keys(root.scripts)).toEqual(expect.arrayContaining(["start", "test"]));
  const ci = readFileSync(join(rootFolder, ".ci/run"), "utf8");
  expect(ci.split("\n").filter((line) => line && !/^#|^set /.test(line))).toEqual(["npm ci && npm test"]);
});

function blocksAfter(heading: string, language = "sh"): string[] {
  const part = readme.slice(readme.indexOf(heading));
  return [...part.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, block = ""]) => block);
}
