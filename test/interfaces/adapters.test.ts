import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lines } from "../../scripts/adapters/hosts.ts";
import { type Lab, startLab } from "../../scripts/adapters/lab.ts";
import { head, lineOnPage, toLine } from "../../scripts/adapters/table.ts";
import { type ServerProcess, startServerProcess } from "../harness/server/server-process.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

let server: ServerProcess;
let lab: Lab;
beforeAll(async () => {
  server = await startServerProcess({ config: "none" });
  lab = await startLab();
});
afterAll(() => Promise.all([server.stop(), lab.stop()]));

/** Runs a program of the examples, which asserts what it expects. */
async function runExample(name: string): Promise<string> {
  const file = join(root, "examples/adapters", `${name}.ts`);
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@askback/source", file], {
    env: {
      PATH: process.env.PATH ?? "",
      ASKBACK_URL: server.url,
      ASKBACK_ASK_KEY: server.keys.ask,
      ASKBACK_ANSWER_KEY: server.keys.answer,
    },
  });
  return stdout.trim();
}

test("[ADAPT-5] AI SDK: an answer of the browser is not read, and the model reads the one of a person", {
  tags: "smoke",
}, async () => {
  expect(await runExample("ai-sdk")).toBe("Lisbon it is.");
});

test("[ADAPT-6] Claude Agent SDK: questions get answers in the form of the CLI, and calls their approval", async () => {
  expect(await runExample("claude-agent-sdk")).toBe("SQLite, for now.");
});

test("[ADAPT-7] OpenAI Agents: a run is resumed from its sealed state, once", async () => {
  expect(await runExample("openai-agents")).toBe("Booked.");
});

test("[ADAPT-8] LangGraph.js: two interrupts get their own answers, and one of two processes resumes", {
  tags: "smoke",
}, async () => {
  expect(await runExample("langgraph")).toContain("deploy");
});

test("[ADAPT-9] AG-UI: interrupts are resumed together, once, and with answers of people alone", async () => {
  expect(await runExample("ag-ui")).toBe("Wrapped, express.");
});

const page = readFileSync(join(root, "docs/reference/adapters.md"), "utf8");

test("[ADAPT-2] the page has a table with a line for each host alone and one with its adapter", {
  tags: "smoke",
}, () => {
  const names = page.split("\n").flatMap((line) => /^\| ([^|]+) \|/.exec(line)?.[1] ?? []);
  expect(page).toContain(head);
  expect(names).toEqual(lines.map(({ name }) => name));
});

test("[ADAPT-2] the page says which programs were killed, and which only started anew in one process", () => {
  expect(page).toContain("Only the programs of the Claude Agent SDK are processes of their own");
  const forked = ["ag-ui", "ai-sdk", "langgraph", "mastra", "openai-agents", "claude/process"].filter((name) =>
    readFileSync(join(root, `scripts/adapters/${name}.ts`), "utf8").includes("node:child_process"),
  );
  expect(forked).toEqual(["claude/process"]);
});

test.each(lines.filter(({ isInstalled }) => isInstalled))(
  "[ADAPT-2] what $name does is what the page says",
  async ({ name, observe }) => {
    expect(toLine(name, await observe(lab))).toBe(lineOnPage(page, name));
  },
);
