import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Reply } from "./apis/loopback.ts";
import { startOpenaiChat } from "./apis/openai-chat.ts";
import { type Check, check } from "./check.ts";
import { binaryOf } from "./install.ts";
import { hasAnswers, question, repliesTo } from "./mcp-model.ts";
import { openWorkplace, type Workplace } from "./workplace.ts";

const prompt = "Ask me, then go on.";

const tool = (name: string) => `askback_${name}`;

interface ChatBody {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly unknown[];
}

/** What happens after the calls are asked; `restart` kills opencode and starts it again after something else. */
type Meanwhile = (workplace: Workplace, restart: (before: () => Promise<void>) => Promise<void>) => Promise<void>;

async function runScenario(calls: NonNullable<Reply["calls"]>, meanwhile: Meanwhile) {
  const platform = `opencode-${process.platform}-${process.arch}`;
  const binary = binaryOf(
    "opencode-ai",
    [platform, `${platform}-baseline`].map((name) => `${name}/bin/opencode`),
  );
  const workplace = await openWorkplace();
  const api = await startOpenaiChat(({ messages, tools = [] }: ChatBody) => {
    if (tools.length === 0) return { text: "A title" };
    const results = messages.filter(({ role }) => role === "tool").map(({ content }) => JSON.stringify(content));
    return repliesTo(results, calls, tool);
  });
  const models = { loopback: { name: "Loopback" } };
  const provider = {
    npm: "@ai-sdk/openai-compatible",
    name: "Loopback",
    options: { baseURL: `${api.url}/v1`, apiKey: "x" },
    models,
  };
  const config = {
    provider: { loopback: provider },
    model: "loopback/loopback",
    autoupdate: false,
    share: "disabled",
    mcp: { askback: { type: "local", command: ["askback", "mcp"], enabled: true, timeout: 60_000 } },
  };
  writeFileSync(join(workplace.folder, "opencode.json"), JSON.stringify(config));
  const start = () => {
    const child = spawn(binary, ["run", "--print-logs", "--model", "loopback/loopback", prompt], {
      cwd: workplace.folder,
      env: {
        ...workplace.env,
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    return { child, ended: Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]) };
  };
  let opencode = start();
  const happened = meanwhile(workplace, async (before) => {
    opencode.child.kill("SIGKILL");
    await opencode.ended;
    await before();
    opencode = start();
  });
  await Promise.race([happened, opencode.ended]);
  // One that was restarted is another process by now.
  if (opencode.child.signalCode === "SIGKILL") await happened;
  const [out, log] = await opencode.ended;
  if (!api.requests.some((request) => request.includes("tool_call_id")))
    throw new Error(`opencode made no call: ${out}${log.slice(-1_500)}`);
  await workplace.stopServer();
  api.close();
  return api.requests.findLast((request) => request.includes("tool_call_id")) ?? "";
}

/** opencode with the ask tool of `askback mcp`. */
export async function checkOpencode(): Promise<readonly Check[]> {
  const asked = (id: string, text: string) => question(id, tool, text);
  const single = await runScenario([asked("call_1", "Which colour?")], ({ person }) => person(1));
  const pair = await runScenario(
    [asked("call_1", "Which colour?"), asked("call_2", "Which shade?")],
    async (workplace) => {
      await workplace.untilOpen(2);
      await workplace.person(2);
    },
  );
  const restarted = await runScenario(
    [asked("call_1", "Which colour?")],
    async ({ untilOpen, restartServer, person }) => {
      await untilOpen(1);
      await restartServer();
      await person(1);
    },
  );
  const absent = await runScenario([asked("call_1", "Which colour?")], async ({ untilOpen, person }, restart) => {
    await untilOpen(1);
    await restart(() => person(1));
  });
  return [
    check("ask_user_question by MCP: the next request has the answer", hasAnswers(single, ["Which colour?"])),
    check(
      "two parallel questions: the next request has both answers",
      hasAnswers(pair, ["Which colour?", "Which shade?"]),
    ),
    check(
      "kill -9 of the server between question and answer: the next request has the answer",
      hasAnswers(restarted, ["Which colour?"]),
    ),
    check(
      "killed between question and answer, it asks the same again: the next request has the answer that came meanwhile",
      hasAnswers(absent, ["Which colour?"]),
    ),
  ];
}
