import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPage, root, snippetsOf } from "../harness/docs/snippets.ts";
import { createApi } from "../harness/server/api.ts";
import { startServerProcess, temporaryFolder } from "../harness/server/server-process.ts";

const readme = readPage("README.md");

test("[DOCS-5] the README has at most 120 lines, and its agent at most 15", { tags: "smoke" }, () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(120);
  const [agent] = snippetsOf("README.md").filter(({ language }) => language === "ts");
  expect(agent?.code.trimEnd().split("\n").length).toBeLessThanOrEqual(15);
});

test("[CLI-4] the README's two commands are scripts of the package, and CI runs the second one, then everything", {
  tags: "smoke",
}, () => {
  const commands = [...readme.matchAll(/npm ci && npm (\w+)/g)].map(([, script]) => script);
  expect(new Set(commands)).toEqual(new Set(["start", "test"]));
  const { scripts } = JSON.parse(readPage("package.json"));
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["start", "test", "test:full"]));
  const ci = readPage(".ci/run");
  expect(ci.split("\n").filter((line) => line && !/^#|^set /.test(line))).toEqual([
    "npm ci && npm test",
    "npm run test:full",
  ]);
});

test("[CLI-4] the scripted agent of the first page asks without a key or a network", { tags: "smoke" }, async () => {
  const [config] = snippetsOf("docs/start/own-agent.md").filter(({ code }) => code.includes("createScriptedModel"));
  const folder = temporaryFolder();
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "askback.config.ts"), config?.code ?? "");
  const server = await startServerProcess({ config: join(folder, "askback.config.ts") });
  const api = createApi(server);
  const { body } = await api.post("/v1/conversations", { agent: "waiter", message: "Hello" });
  const { inquiry } = await api.waitForStatus(body.id, "parked");
  await api.post(`/v1/inquiries/${inquiry.id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  await api.waitForStatus(body.id, "idle");
  await server.stop();
});
