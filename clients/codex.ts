import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Reply } from "./apis/loopback.ts";
import { startOpenaiResponses } from "./apis/openai-responses.ts";
import { type Check, check } from "./check.ts";
import { binaryOf } from "./install.ts";
import { hasAnswers, question, repliesTo } from "./mcp-model.ts";
import { openWorkplace, type Workplace } from "./workplace.ts";

const tool = (name: string) => `mcp__askback/${name}`;

interface ResponsesBody {
  readonly input: readonly { readonly type: string; readonly output?: unknown }[];
}

async function runScenario(calls: NonNullable<Reply["calls"]>, meanwhile: (workplace: Workplace) => Promise<void>) {
  const targets = [
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
  ];
  const folders = targets.map(
    (target) => `@openai/codex-${process.platform}-${process.arch}/vendor/${target}/bin/codex`,
  );
  const binary = binaryOf("@openai/codex", folders);
  const workplace = await openWorkplace();
  const api = await startOpenaiResponses(({ input }: ResponsesBody) => {
    const results = input
      .filter(({ type }) => type === "function_call_output")
      .map(({ output }) => JSON.stringify(output));
    return repliesTo(results, calls, tool);
  });
  const home = join(workplace.env.HOME ?? "", ".codex");
  mkdirSync(home);
  writeFileSync(
    join(home, "config.toml"),
    [
      'model = "loopback"',
      'model_provider = "loopback"',
      "[model_providers.loopback]",
      'name = "Loopback"',
      `base_url = "${api.url}/v1"`,
      'wire_api = "responses"',
      "[mcp_servers.askback]",
      'command = "askback"',
      'args = ["mcp"]',
      'env_vars = ["ASKBACK_URL", "ASKBACK_KEY"]',
      "required = true",
      "startup_timeout_sec = 600",
      'default_tools_approval_mode = "approve"',
      "",
    ].join("\n"),
  );
  const child = spawn(binary, ["exec", "--skip-git-repo-check", "Ask me, then go on."], {
    cwd: workplace.folder,
    env: { ...workplace.env, CODEX_HOME: home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  const isAsked = () => api.requests.some((request) => request.includes("function_call_output"));
  const finished = ended.then(([out, log]) => {
    if (!isAsked()) throw new Error(`codex made no call: ${out}${log.slice(-1_500)}`);
  });
  await Promise.race([meanwhile(workplace), finished]);
  await finished;
  await workplace.stopServer();
  api.close();
  return api.requests.findLast((request) => request.includes("function_call_output")) ?? "";
}

/** Codex with the ask tool of `askback mcp`. */
export async function checkCodex(): Promise<readonly Check[]> {
  const asked = (id: string, text: string) => question(id, tool, text);
  const single = await runScenario([asked("call_1", "Which colour?")], ({ person }) => person(1));
  const restarted = await runScenario(
    [asked("call_1", "Which colour?")],
    async ({ untilOpen, restartServer, person }) => {
      await untilOpen(1);
      await restartServer();
      await person(1);
    },
  );
  const pair = await runScenario([asked("call_1", "Which colour?"), asked("call_2", "Which shade?")], ({ person }) =>
    person(2),
  );
  return [
    check("ask_user_question by MCP: the next request has the answer", hasAnswers(single, ["Which colour?"])),
    check(
      "kill -9 of the server between question and answer: the next request has the answer",
      hasAnswers(restarted, ["Which colour?"]),
    ),
    check(
      "two questions of one reply: the next request has both answers",
      hasAnswers(pair, ["Which colour?", "Which shade?"]),
    ),
  ];
}
