import { keyOfCall } from "../packages/mcp/src/inquiries.ts";
import { startAnthropicMessages } from "./apis/anthropic-messages.ts";
import { type Check, check } from "./check.ts";
import { type Calls, runClaude } from "./claude-session.ts";
import { hasAnswers, question, repliesTo } from "./mcp-model.ts";
import { openWorkplace, type Workplace } from "./workplace.ts";

const tool = (name: string) => `mcp__askback__${name}`;

interface Body {
  readonly messages: readonly { readonly content: unknown }[];
  readonly tools?: readonly unknown[];
}

interface Scenario {
  readonly calls: Calls;
  /** What happens after the calls are asked. */
  meanwhile(workplace: Workplace): Promise<void>;
  /** Fills the forms in that Claude Code hands to its host; with it the MCP server gets the key that answers. */
  onElicitation?(request: { readonly message: string }): Promise<object>;
}

/** Claude Code with the MCP server and without hooks: what the model was sent last, and under which keys was asked. */
async function runScenario({ calls, meanwhile, onElicitation }: Scenario) {
  const workplace = await openWorkplace();
  const { env, folder: cwd, answerKey } = workplace;
  const api = await startAnthropicMessages(({ messages, tools = [] }: Body) => {
    if (tools.length === 0) return { text: "A title" };
    const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
    const results = blocks.filter(({ type }) => type === "tool_result").map((block) => JSON.stringify(block.content));
    return repliesTo(results, calls, tool);
  });
  const { ASKBACK_URL, ASKBACK_KEY, PATH } = env;
  const keys = { ASKBACK_URL, ASKBACK_KEY, PATH, ...(onElicitation && { ASKBACK_ANSWER_KEY: answerKey }) };
  const options = {
    mcpServers: { askback: { type: "stdio", command: "askback", args: ["mcp"], env: keys } },
    allowedTools: ["ask_user_question", "AskUserQuestion", "get_answer"].map(tool),
    ...(onElicitation && { onElicitation }),
  };
  let ending = "";
  const ended = (async () => {
    for await (const message of runClaude({ cwd, env, apiUrl: api.url, options }))
      if (message.type === "result") ending = JSON.stringify(message);
  })();
  await Promise.race([meanwhile(workplace), ended]);
  await ended;
  const askKeys = await workplace.askKeys();
  await workplace.stopServer();
  api.close();
  return { ending, askKeys, next: api.requests.findLast((request) => request.includes("tool_result")) ?? "" };
}

/** Claude Code through its SDK, with the tools of `askback mcp`. */
export async function checkClaudeCodeMcp(): Promise<readonly Check[]> {
  const asked = (id: string, text: string) => question(id, tool, text);
  const single = await runScenario({
    calls: [asked("toolu_1", "Which colour?")],
    meanwhile: ({ person }) => person(1),
  });
  const restarted = await runScenario({
    calls: [asked("toolu_1", "Which colour?")],
    async meanwhile({ untilOpen, restartServer, person }) {
      await untilOpen(1);
      await restartServer();
      await person(1);
    },
  });
  const handle = await runScenario({
    calls: [{ ...asked("toolu_1", "Which colour?"), name: tool("AskUserQuestion") }],
    meanwhile: ({ person }) => person(1),
  });
  const forms: string[] = [];
  const form = await runScenario({
    calls: [asked("toolu_1", "Which colour?")],
    meanwhile: async () => new Promise(() => {}),
    async onElicitation({ message }) {
      forms.push(message);
      // The first response does not fit, so that the form is shown again.
      return { action: "accept", content: { q1: forms.length === 1 ? "o9" : "o2" } };
    },
  });
  const elsewhere = await runScenario({
    calls: [asked("toolu_1", "Which colour?")],
    meanwhile: async () => new Promise(() => {}),
    async onElicitation() {
      return { action: "decline" };
    },
  });
  return [
    check(
      "ask_user_question by MCP: the next request has the answer",
      hasAnswers(single.next, ["Which colour?"]),
      single.ending,
    ),
    check(
      "the ask is stored under the id of the call (claudecode/toolUseId)",
      single.askKeys.join() === keyOfCall("toolu_1"),
      single.askKeys.join(),
    ),
    check(
      "kill -9 of the server between question and answer: the next request has the answer",
      hasAnswers(restarted.next, ["Which colour?"]),
      restarted.ending,
    ),
    check(
      "AskUserQuestion by MCP returns a handle, and get_answer has the answer",
      handle.next.includes("A: Blue"),
      handle.ending,
    ),
    check(
      "a form as a result: one that did not fit is shown again, and the next request has the answer",
      forms.length === 2 && hasAnswers(form.next, ["Which colour?"]),
      form.ending,
    ),
    check(
      "its rounds repeat the id of the call: they are one question",
      form.askKeys.join() === keyOfCall("toolu_1"),
      form.askKeys.join(),
    ),
    check(
      "a form that the person declines: the next request says so",
      elsewhere.next.includes("declined"),
      elsewhere.ending,
    ),
  ];
}
