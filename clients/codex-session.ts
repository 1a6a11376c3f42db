import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Loopback, Reply } from "./apis/loopback.ts";
import { startOpenaiResponses } from "./apis/openai-responses.ts";
import { binaryOf } from "./install.ts";
import { repliesTo } from "./mcp-model.ts";
import { openWorkplace, type Workplace } from "./workplace.ts";

/** The name that Codex gives a tool of the MCP server. */
export const codexTool = (name: string) => `mcp__askback/${name}`;

interface ResponsesBody {
  readonly input: readonly { readonly type: string; readonly output?: unknown }[];
}

/** Codex, set up with a model on this machine and the tools of `askback mcp`. */
export interface CodexSession {
  readonly binary: string;
  readonly workplace: Workplace;
  readonly env: Readonly<Record<string, string>>;
  readonly api: Loopback;
  /** What the model was sent last with results of calls; empty if there was none. */
  lastResults(): string;
  close(): Promise<void>;
}

export async function openCodex(
  calls: NonNullable<Reply["calls"]>,
  { showsForms = false }: { readonly showsForms?: boolean },
): Promise<CodexSession> {
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
    return repliesTo(results, calls, codexTool);
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
      'env_vars = ["ASKBACK_URL", "ASKBACK_KEY", "ASKBACK_ANSWER_KEY"]',
      "required = true",
      "startup_timeout_sec = 600",
      'default_tools_approval_mode = "approve"',
      "",
    ].join("\n"),
  );
  const answerKey = showsForms && { ASKBACK_ANSWER_KEY: workplace.answerKey };
  return {
    binary,
    workplace,
    env: { ...workplace.env, ...answerKey, CODEX_HOME: home },
    api,
    lastResults: () => api.requests.findLast((request) => request.includes("function_call_output")) ?? "",
    async close() {
      await workplace.stopServer();
      api.close();
    },
  };
}
