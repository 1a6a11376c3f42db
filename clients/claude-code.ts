import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startAnthropicMessages } from "./apis/anthropic-messages.ts";
import type { Loopback, Reply } from "./apis/loopback.ts";
import { type Check, check } from "./check.ts";
import { installed } from "./install.ts";
import { openWorkplace, type Workplace } from "./workplace.ts";

const plugin = fileURLToPath(new URL("../packages/cli/claude-code-plugin", import.meta.url));
const prompt = "Ask me, then go on.";

function question(id: string, text: string) {
  const options = ["Red", "Blue"].map((label) => ({ label, description: `The colour ${label}` }));
  return {
    id,
    name: "AskUserQuestion",
    input: { questions: [{ question: text, header: "Colour", multiSelect: false, options }] },
  };
}

function shell(id: string, command: string) {
  return { id, name: "Bash", input: { command, description: "Make a file" } };
}

/** A model that makes these calls first, and says that it is done when it has their results. */
function modelWith(calls: NonNullable<Reply["calls"]>) {
  return (body: { readonly messages: unknown; readonly tools?: readonly unknown[] }): Reply => {
    const messages = JSON.stringify(body.messages);
    if (!messages.includes(prompt) || (body.tools ?? []).length === 0) return { text: "A title" };
    return messages.includes("tool_result") ? { text: "Done." } : { calls };
  };
}

/** Runs Claude Code with the plugin until its turn ends; nothing but the hooks answers it. */
async function turn(workplace: Workplace, api: Loopback, options: object): Promise<string> {
  const folder = installed("@anthropic-ai/claude-agent-sdk");
  const { query } = await import(pathToFileURL(join(folder, "sdk.mjs")).href);
  const env = {
    ...workplace.env,
    CLAUDE_CONFIG_DIR: join(workplace.env.HOME ?? "", ".claude"),
    ANTHROPIC_BASE_URL: api.url,
    ANTHROPIC_API_KEY: "sk-loopback",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
  const plugins = [{ type: "local", path: plugin }];
  let ending = "";
  const given = { cwd: workplace.folder, settingSources: [], plugins, env, ...options };
  for await (const message of query({ prompt, options: given }))
    if (message.type === "result") ending = JSON.stringify(message);
  return ending;
}

interface Scene {
  readonly calls: NonNullable<Reply["calls"]>;
  /** What happens after the calls are asked. */
  meanwhile(workplace: Workplace): Promise<void>;
  readonly options?: object;
}

async function play({ calls, meanwhile, options = { permissionPromptToolName: "stdio" } }: Scene) {
  const workplace = await openWorkplace();
  const api = await startAnthropicMessages(modelWith(calls));
  const [ending] = await Promise.all([turn(workplace, api, options), meanwhile(workplace)]);
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
  const single = await play({ calls: [question("toolu_1", "Which colour?")], meanwhile: ({ person }) => person(1) });
  const pair = await play({
    calls: [question("toolu_1", "Which colour?"), question("toolu_2", "Which shade?")],
    async meanwhile({ untilOpen, person }) {
      await untilOpen(2);
      await person(2);
    },
  });
  const restarted = await play({
    calls: [question("toolu_1", "Which colour?")],
    async meanwhile({ untilOpen, restartServer, person }) {
      await untilOpen(1);
      await restartServer();
      await person(1);
    },
  });
  const aside = await play({
    calls: [question("toolu_1", "May it be set aside?")],
    meanwhile: ({ person }) => person(1),
  });
  const down = await play({
    calls: [question("toolu_1", "Which colour?")],
    meanwhile: async ({ stopServer }) => void (await stopServer()),
    options: { canUseTool: async () => ({ behavior: "deny", message: "The dialog of the host was shown" }) },
  });
  const allowed = await play({
    calls: [shell("toolu_1", "touch allowed.txt")],
    meanwhile: ({ person }) => person(1),
    options: {},
  });
  const refused = await play({
    calls: [shell("toolu_1", "touch made.txt")],
    meanwhile: ({ person }) => person(1),
    options: {},
  });
  return [
    check(
      "AskUserQuestion through the plugin's hook: the next request has the answer",
      single.next.includes(blue("Which colour?")),
    ),
    check(
      "two parallel questions: the next request has both answers",
      ["Which colour?", "Which shade?"].every((text) => pair.next.includes(blue(text))),
    ),
    check(
      "kill -9 of the server between question and answer: the next request has the answer",
      restarted.next.includes(blue("Which colour?")),
    ),
    check(
      "a dismissed question ends the turn without another request",
      aside.next === "" && aside.ending.includes("hook_stopped"),
    ),
    check("no server: the host's own dialog is shown", down.next.includes("The dialog of the host was shown")),
    check("PermissionRequest allowed: the call runs", existsSync(join(allowed.folder, "allowed.txt"))),
    check(
      "PermissionRequest refused: it does not run, and the next request has the reason",
      !existsSync(join(refused.folder, "made.txt")) && refused.next.includes("Too risky today"),
    ),
  ];
}
