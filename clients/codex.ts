import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Reply } from "./apis/loopback.ts";
import { type Check, check } from "./check.ts";
import { fillFormInCodex } from "./codex-form.ts";
import { codexTool, openCodex } from "./codex-session.ts";
import { hasAnswers, question } from "./mcp-model.ts";
import type { Workplace } from "./workplace.ts";

interface Scenario {
  readonly calls: NonNullable<Reply["calls"]>;
  /** What happens after the calls are asked; `restart` kills Codex and starts it again after something else. */
  meanwhile(workplace: Workplace, restart: (before: () => Promise<void>) => Promise<void>): Promise<void>;
  /** Whether the MCP server gets the key that answers, with which Codex is asked to show forms. */
  readonly showsForms?: boolean;
}

async function runScenario({ calls, meanwhile, showsForms = false }: Scenario) {
  const session = await openCodex(calls, { showsForms });
  const { workplace } = session;
  const start = () => {
    const child = spawn(session.binary, ["exec", "--skip-git-repo-check", "Ask me, then go on."], {
      cwd: workplace.folder,
      env: session.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    return { child, ended: Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]) };
  };
  let codex = start();
  const happened = meanwhile(workplace, async (before) => {
    codex.child.kill("SIGKILL");
    await codex.ended;
    await before();
    codex = start();
  });
  await Promise.race([happened, codex.ended]);
  // One that was restarted is another process by now.
  if (codex.child.signalCode === "SIGKILL") await happened;
  const [out, log] = await codex.ended;
  const results = session.lastResults();
  if (results === "") throw new Error(`codex made no call: ${out}${log.slice(-1_500)}`);
  await session.close();
  return results;
}

/** Codex with the ask tool of `askback mcp`. */
export async function checkCodex(): Promise<readonly Check[]> {
  const asked = (id: string, text: string) => question(id, codexTool, text);
  const calls = [asked("call_1", "Which colour?")];
  const single = await runScenario({ calls, meanwhile: ({ person }) => person(1) });
  const restarted = await runScenario({
    calls,
    async meanwhile({ untilOpen, restartServer, person }) {
      await untilOpen(1);
      await restartServer();
      await person(1);
    },
  });
  const pair = await runScenario({
    calls: [...calls, asked("call_2", "Which shade?")],
    meanwhile: ({ person }) => person(2),
  });
  const absent = await runScenario({
    calls,
    async meanwhile({ untilOpen, person }, restart) {
      await untilOpen(1);
      await restart(() => person(1));
    },
  });
  const byItself = await runScenario({ calls, meanwhile: ({ untilOpen }) => untilOpen(1), showsForms: true });
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
    check(
      "`codex exec` declines a form by itself, so that it must not get the key that answers",
      byItself.includes("declined to answer"),
    ),
    check(
      "a form in its app server: the next request has what was filled in",
      hasAnswers(await fillFormInCodex(calls), ["Which colour?"]),
    ),
    check(
      "killed between question and answer, it asks the same again: the next request has the answer that came meanwhile",
      hasAnswers(absent, ["Which colour?"]),
    ),
  ];
}
