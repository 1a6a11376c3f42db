import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killedProgram } from "../../scripts/adapters/first-program.ts";
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

test.each(["ag-ui", "ai-sdk", "langgraph", "mastra", "openai-agents"])(
  "[ADAPT-2] %s, alone and with its adapter, goes on after a program that was killed",
  (host) => {
    const text = readFileSync(join(root, `scripts/adapters/${host}.ts`), "utf8");
    const programs = ["askAlone", "askWithAskback"].filter((name) =>
      text.includes(`host: "${host}", program: "${name}"`),
    );
    expect(programs).toEqual(["askAlone", "askWithAskback"]);
  },
);

test("[ADAPT-2] what a program kept is there when the program is not any more", async () => {
  const asking = { ...lab.asker(), thread: "killed" };
  const place = { host: "langgraph", program: "askWithAskback", asking } as const;
  const kept = await killedProgram<object>(place, () => lab.asked("killed", 1));
  expect(Object.keys(kept)).toEqual(["storage", "writes"]);
  const [asked] = await lab.asked("killed", 1);
  if (asked) await lab.pick(asked, "Allow once");
  const read = await lab.agent().inquiries.get(asked?.id ?? "");
  // A program that still waited would have claimed the answer.
  expect(read).toMatchObject({ ok: true, value: { status: "answered" } });
  expect(await lab.agent().inquiries.claim(asked?.id ?? "", { claimant: "another" })).toMatchObject({ ok: true });
});

test.each(lines.filter(({ isInstalled }) => isInstalled))(
  "[ADAPT-2] what $name does is what the page says",
  async ({ name, observe }) => {
    expect(toLine(name, await observe(lab))).toBe(lineOnPage(page, name));
  },
);
