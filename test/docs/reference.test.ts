import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { errorCodesPage } from "../../scripts/docs/error-codes.ts";
import { httpReference, type OpenApi } from "../../scripts/docs/http-reference.ts";
import { startServerProcess } from "../harness/server/server-process.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");

test("[DOCS-3] the HTTP reference is that of the server; `npx vitest run test/docs/reference --update` writes it", {
  tags: "smoke",
}, async () => {
  const server = await startServerProcess();
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApi;
  await server.stop();
  await expect(httpReference(document)).toMatchFileSnapshot(join(root, "docs/reference/http.md"));
});

test("[DOCS-3] the page of error codes is that of the server; `npx vitest run test/docs/reference --update` writes it", {
  tags: "smoke",
}, async () => {
  await expect(errorCodesPage()).toMatchFileSnapshot(join(root, "docs/reference/errors.md"));
});

test("[DOCS-3] the page of events has every type of event, and no other", { tags: "smoke" }, () => {
  const recorded = read("packages/core/src/model/event.ts").matchAll(/readonly type: "([a-z.]+)"/g);
  const live = read("packages/core/src/wire/event.ts").matchAll(/readonly type: "([a-z.]+)"/g);
  const types = [...recorded, ...live].map(([, type]) => type);
  const named = [...read("docs/reference/events.md").matchAll(/^\| `([a-z.]+)` \|/gm)].map(([, type]) => type);
  expect(types.length).toBeGreaterThan(30);
  expect(named.sort()).toEqual(types.sort());
});

test("[DOCS-3] the page of the config names every option of a config, its limits, an agent, a tool and a key", {
  tags: "smoke",
}, () => {
  const page = read("docs/reference/config.md");
  const interfaces: readonly (readonly [string, string])[] = [
    ["Config", "packages/cli/src/settings/config.ts"],
    ["Limits", "packages/cli/src/settings/config.ts"],
    ["AgentDefinition", "packages/server/src/runtime/agent.ts"],
    ["AskSettings", "packages/server/src/runtime/agent.ts"],
    ["ToolDefinition", "packages/server/src/runtime/tool/tool.ts"],
    ["KeySettings", "packages/server/src/http/access/api-keys.ts"],
  ];
  for (const [name, file] of interfaces) {
    const [, body = ""] = new RegExp(`interface ${name}\\b.*?\\{\\n(.*?)\\n\\}`, "s").exec(read(file)) ?? [];
    const options = [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, option]) => option);
    expect(options.length, name).toBeGreaterThan(3);
    for (const option of options) expect(page, `${option} of ${name}`).toMatch(new RegExp(`\\b${option}\\b`));
  }
});

test("[DOCS-3] the README of the React package names every component and hook that it exports, and no other", {
  tags: "smoke",
}, () => {
  const names = [...read("packages/react/src/index.ts").matchAll(/^export \{([^}]*)\} from/gm)]
    .flatMap(([, list = ""]) => list.split(","))
    .map((name) => name.trim())
    .filter((name) => /^(use)?[A-Z]\w*$/.test(name));
  const named = [...read("packages/react/README.md").matchAll(/^\| (`[^|]*`) \|/gm)]
    .flatMap(([, cell = ""]) => cell.split(", `"))
    .map((name) => /\w+/.exec(name)?.[0] ?? "");
  expect(names.length).toBeGreaterThan(30);
  expect(named.sort()).toEqual(names.sort());
});
