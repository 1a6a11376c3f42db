import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { compileCache, program } from "../server/server-process.ts";
import { onEnd, temporaryFolder } from "../server/temporary-folder.ts";

export interface HookProcess {
  readonly process: ChildProcess;
  /** What the hook wrote to its standard output, as JSON; undefined if it wrote nothing. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the hook wrote
  readonly output: Promise<any>;
}

/** Runs the hook as Claude Code does: the call on the standard input, the decision on the standard output. */
export function startHook(
  stdin: string | object,
  { env = {}, args = [] }: { env?: Readonly<Record<string, string>>; args?: readonly string[] } = {},
): HookProcess {
  const child = spawn(process.execPath, ["--conditions=@askback/source", program, "hook", "claude-code", ...args], {
    cwd: temporaryFolder(),
    env: { PATH: process.env.PATH ?? "", ...compileCache, ...env },
  });
  onEnd(() => child.kill("SIGKILL"));
  // A hook that was killed has closed its input.
  child.stdin.on("error", () => {});
  child.stdin.end(typeof stdin === "string" ? stdin : JSON.stringify(stdin));
  return { process: child, output: read(child) };
}

async function read(child: ChildProcess): Promise<unknown> {
  if (!child.stdout) throw new Error("the hook has no standard output");
  const [written] = await Promise.all([text(child.stdout), once(child, "close")]);
  return written === "" ? undefined : JSON.parse(written);
}

const common = {
  transcript_path: "/home/ana/.claude/projects/-home-ana-shop/2b168923.jsonl",
  cwd: "/home/ana/shop",
  prompt_id: "c7743073-3150-444b-afeb-1425e7d10e9f",
  permission_mode: "default",
  effort: { level: "medium" },
};

/** The questions as Claude Code 2.1.326 passes them on. */
export const colour = {
  question: "Which colour?",
  header: "Colour",
  options: [
    { label: "Red (Recommended)", description: "As the logo", preview: "#f00" },
    { label: "Blue", description: "As the sky" },
  ],
  multiSelect: false,
};
export const sizes = {
  question: "Which sizes?",
  header: "Sizes",
  options: ["S", "M", "L"].map((label) => ({ label, description: `Size ${label}` })),
  multiSelect: true,
};

/** What Claude Code 2.1.326 writes for a call of AskUserQuestion; recorded, with other names. */
export function questionCall(callId: string, questions: readonly object[] = [colour], input: object = {}) {
  return {
    session_id: "2b168923-bc05-4af0-a789-eee4c96ec9f1",
    ...common,
    hook_event_name: "PreToolUse",
    tool_name: "AskUserQuestion",
    tool_input: { questions, ...input },
    tool_use_id: callId,
  };
}

/** What it writes for a request for permission; it does not name the call. */
export function permissionCall(command: string, input: object = {}) {
  return {
    session_id: "2b168923-bc05-4af0-a789-eee4c96ec9f1",
    ...common,
    hook_event_name: "PermissionRequest",
    tool_name: "Bash",
    tool_input: { command, description: "Remove the build", ...input },
    permission_suggestions: [
      {
        type: "addRules",
        rules: [{ toolName: "Bash", ruleContent: command }],
        behavior: "allow",
        destination: "localSettings",
      },
      { type: "setMode", mode: "acceptEdits", destination: "session" },
    ],
  };
}
