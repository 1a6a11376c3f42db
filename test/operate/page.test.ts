import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createMetrics } from "../../packages/server/src/http/middleware/metrics.ts";
import { type Compose, containersOf, kubernetesFiles, textOf, yamlOf } from "../harness/server/deploy-examples.ts";
import { runProgram } from "../harness/server/run-program.ts";
import { startServerProcess } from "../harness/server/server-process.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = textOf("docs/operate.md");
const files = ["docs/operate.md", "compose.yaml", "deploy/Dockerfile", "deploy/Caddyfile", "deploy/askback.config.ts"];
const everything = [...files, ...kubernetesFiles].map((file) => ({ file, text: textOf(file) }));
const sources = globSync("packages/*/src/**/*.ts", { cwd: root })
  .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  .map((file) => readFileSync(join(root, file), "utf8"));
/** Some of OpenTelemetry's variables are read by its own library. */
const telemetry = globSync("node_modules/@opentelemetry/resources/dist/**/*.mjs", { cwd: root }).map((file) =>
  readFileSync(join(root, file), "utf8"),
);

function found(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([whole, part]) => part ?? whole))];
}

test("[OPS-9] every variable that is named is read by the program, or by the config of the example", {
  tags: "smoke",
}, () => {
  const code = [...sources, ...telemetry].join("\n");
  const config = textOf("deploy/askback.config.ts");
  for (const { file, text } of everything) {
    for (const name of found(text, /\b(?:ASKBACK|OTEL)_[A-Z_]+|\b[A-Z_]+_API_KEY\b/g))
      expect(new RegExp(`\\b${name}\\b`).test(code), `${name} in ${file}`).toBe(true);
    for (const name of found(text, /\b[A-Z_]+_SHA256\b|\bPUBLIC_URL\b/g))
      expect(config, `${name} in ${file}`).toContain(name);
  }
  expect(found(page, /\bASKBACK_[A-Z_]+/g).length).toBeGreaterThan(5);
});

test("[OPS-9] every command and flag that is named is one of the program", async () => {
  const help = await runProgram(["--help"]);
  const commands = found(help.stdout, /^ {2}([a-z]+) /gm);
  const lines = [...page.matchAll(/`askback ([^`]+)`/g), ...page.matchAll(/^askback (\w[^#\n]*)/gm)].map(
    ([, line = ""]) => line,
  );
  const named = [
    ...lines.map((line) => line.trim().split(/\s+/)),
    ...Object.values(yamlOf<Compose>("compose.yaml").services).flatMap(({ build, command }) =>
      build && command ? [command] : [],
    ),
    ...containersOf().map(({ args }) => args),
  ];
  expect(named.length).toBeGreaterThan(8);
  const helpOf = new Map<string, Promise<string>>();
  const helpFor = (words: readonly string[]) => {
    const shown = helpOf.get(words.join(" ")) ?? runProgram([...words, "--help"]).then(({ stdout }) => stdout);
    helpOf.set(words.join(" "), shown);
    return shown;
  };
  for (const [command = "", ...rest] of named) {
    expect(commands).toContain(command);
    const [first = ""] = rest;
    // Some commands have commands of their own, which have the flags.
    const words = (await helpFor([command])).includes("\nCommands:") ? [command, first] : [command];
    for (const flag of rest.filter((word) => word.startsWith("-")))
      expect(await helpFor(words), words.join(" ")).toContain(flag);
  }
});

test("[OPS-9] every metric and type of event that is named is there", async () => {
  const metrics = createMetrics({
    inWork: () => 0,
    openInquiries: async () => 0,
    clockSkewMs: () => 0,
    pendingNotices: async () => 0,
    overdueMs: async () => 0,
  });
  const names = found(await metrics.text(), /^# TYPE (\w+)/gm);
  const named = found(page, /\b(?:askback|nodejs|process)_\w+/g).map((name) =>
    name.replace(/_(bucket|sum|count)$/, ""),
  );
  expect(new Set(named).size).toBeGreaterThan(8);
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
  const own = names.filter((name) => name.startsWith("askback_"));
  expect(own.filter((name) => !named.includes(name))).toEqual([]);
  const types = found(page, /type="([^"]+)"/g);
  const events = textOf("packages/core/src/model/event.ts");
  expect(types.length).toBeGreaterThan(3);
  for (const type of types) expect(events).toContain(`"${type}"`);
});

test("[OPS-9] the alerts are rules as Prometheus reads them, each with a name of its own", () => {
  const [, block = ""] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const { groups } = parse(block) as { groups: { rules: { alert: string; expr: string }[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(8);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { expr } of rules) expect(expr).toMatch(/ (==|>|<) /);
});

test("[OPS-9] every path of the API that is named is answered", async () => {
  const server = await startServerProcess();
  const paths = found(page, /[`"](\/(?:\w+\/)*\w+)[`"]/g);
  expect(paths).toEqual(expect.arrayContaining(["/healthz", "/readyz", "/metrics", "/v1/events"]));
  for (const path of paths) {
    const aborting = new AbortController();
    const headers = { authorization: `Bearer ${server.keys.answer}` };
    const { status } = await fetch(new URL(path, server.url), { headers, signal: aborting.signal });
    aborting.abort();
    expect(status, path).toBe(200);
  }
  await server.stop();
});

test("[OPS-9] every file, section and script that is named is there", { tags: "smoke" }, () => {
  const named = found(page, /\b(?:deploy\/[\w./-]*\w|compose\.yaml|packages\/[\w./-]*\w)/g);
  expect(named.length).toBeGreaterThan(4);
  for (const file of named) expect(existsSync(join(root, file)), file).toBe(true);
  for (const link of found(page, /\]\(([^)#]+)/g))
    expect(existsSync(join(root, dirname("docs/operate.md"), link)), link).toBe(true);
  const sections = found(page, /^#+ (.+)$/gm).map((title) => title.toLowerCase().replaceAll(" ", "-"));
  for (const anchor of found(page, /\]\(#([^)]+)\)/g)) expect(sections).toContain(anchor);
  const { scripts } = JSON.parse(textOf("package.json"));
  for (const script of found(page, /npm run (\w+)/g)) expect(Object.keys(scripts)).toContain(script);
});

test("[OPS-9] the numbers that are given are those of the code", () => {
  const [, connections] = /connectionsPerServer = (\d+)/.exec(sources.join("\n")) ?? [];
  expect(page).toContain(`up to ${Number(connections) + 1} for each server`);
  expect(sources.some((text) => text.includes("runtime.stop(5_000)"))).toBe(true);
  expect(page).toMatch(/gives work under way\s+5 s to end/);
  expect(sources.some((text) => text.includes("concurrency = 256") && text.includes("leaseMs = 15_000"))).toBe(true);
  expect(page).toContain("(256 unless set)");
  expect(page).toContain("within the lease (15 s)");
});
