import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startAnthropicMessages } from "./apis/anthropic-messages.ts";
import type { Loopback } from "./apis/loopback.ts";
import { type Check, check } from "./check.ts";
import { type Calls, modelWith, question, runClaude, shell } from "./claude-session.ts";
import { openWorkplace, type Workplace } from "./workplace.ts";

const plugin = fileURLToPath(new URL("../packages/cli/claude-code-plugin", import.meta.url));

/** Runs Claude Code with the plugin until its turn ends; nothing but the hooks answers it. It throws what a program that died has written. */
async function turn({ folder, env }: Workplace, api: Loopback, options: object): Promise<string> {
  let ending = "";
  let log = "";
  const stderr = (text: string) => {
    log += text;
  };
  const plugins = [{ type: "local", path: plugin }];
  const session = { cwd: folder, env, apiUrl: api.url, options: { plugins, stderr, ...options } };
  try {
    for await (const message of runClaude(session)) if (message.type === "result") ending = JSON.stringify(message);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}: ${ending}${log.slice(-1_500)}`);
  }
  if (ending === "") throw new Error(`Claude Code ended without a result: ${log.slice(-1_500)}`);
  return ending;
}

interface Scenario {
  readonly calls: Calls;
  /** What happens after the calls are asked. */
  meanwhile(workplace: Workplace): Promise<void>;
  readonly options?: object;
}

async function runScenario({ calls, meanwhile, options = { permissionPromptToolName: "stdio" } }: Scenario) {
  const workplace = await openWorkplace();
  const api = await startAnthropicMessages(modelWith(calls));
  const ended = turn(workplace, api, options);
  // Nobody waits for what happens meanwhile to a client that has ended.
  await Promise.race([meanwhile(workplace), ended]);
  const ending = await ended;
  await workplace.stopServer();
  api.close();
  return {
    ending,
    folder: workplace.folder,
    next: api.requests.findLast((request) => request.includes("tool_result")) ?? "",
  };
}

/** Claude Code through its SDK, with the plugin's hooks and without `canUseTool`. */
export async function checkClaudeCode(): Promise<readonly Check[]> {
  const blue = (text: string) => `\\"${text}\\"=\\"Blue\\"`;
  const single = await runScenario({
    calls: [question("toolu_1", "Which colour?")],
    meanwhile: ({ person }) => person(1),
  });
  const pair = await runScenario({
    calls: [question("toolu_1", "Which colour?"), question("toolu_2", "Which shade?")],
    async meanwhile({ untilOpen, person }) {
      await untilOpen(2);
      await person(2);
    },
  });
  const restarted = await runScenario({
    calls: [question("toolu_1", "Which colour?")],
    async meanwhile({ untilOpen, restartServer, person }) {
      await untilOpen(1);
      await restartServer();
      await person(1);
    },
  });
  const aside = await runScenario({
    calls: [question("toolu_1", "May it be set aside?")],
    meanwhile: ({ person }) => person(1),
  });
  const down = await runScenario({
    calls: [question("toolu_1", "Which colour?")],
    meanwhile: async ({ stopServer }) => void (await stopServer()),
    options: { canUseTool: async () => ({ behavior: "deny", message: "The dialog of the host was shown" }) },
  });
  const allowed = await runScenario({
    calls: [shell("toolu_1", "touch allowed.txt")],
    meanwhile: ({ person }) => person(1),
    options: {},
  });
  const refused = await runScenario({
    calls: [shell("toolu_1", "touch made.txt")],
    meanwhile: ({ person }) => person(1),
    options: {},
  });
  return [
    check(
      "AskUserQuestion through the plugin's hook: the next request has the answer",
      single.next.includes(blue("Which colour?")),
      single.ending,
    ),
    check(
      "two parallel questions: the next request has both answers",
      ["Which colour?", "Which shade?"].every((text) => pair.next.includes(blue(text))),
      pair.ending,
    ),
    check(
      "kill -9 of the server between question and answer: the next request has the answer",
      restarted.next.includes(blue("Which colour?")),
      restarted.ending,
    ),
    check(
      "a dismissed question ends the turn without another request",
      aside.next === "" && aside.ending.includes("hook_stopped"),
      aside.ending,
    ),
    check(
      "no server: the host's own dialog is shown",
      down.next.includes("The dialog of the host was shown"),
      down.ending,
    ),
    check("PermissionRequest allowed: the call runs", existsSync(join(allowed.folder, "allowed.txt")), allowed.ending),
    check(
      "PermissionRequest refused: it does not run, and the next request has the reason",
      !existsSync(join(refused.folder, "made.txt")) && refused.next.includes("Too risky today"),
      refused.ending,
    ),
  ];
}
