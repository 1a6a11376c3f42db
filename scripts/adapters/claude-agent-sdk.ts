import { createCanUseTool } from "@askback/adapters/claude-agent-sdk";
import type { Lab } from "./lab.ts";
import { kept, type Row, ran } from "./row.ts";

/** The handler, called as the CLI calls it; the CLI itself is large and runs elsewhere. */
export async function withAskback(lab: Lab): Promise<Row> {
  const signal = new AbortController().signal;
  const use = (thread: string, toolUseID: string, version = "1.0") =>
    createCanUseTool({ client: lab.agent(), thread })("deploy", { version }, { signal, toolUseID });
  const allow = async (thread: string, count = 1) => {
    for (const inquiry of await lab.asked(thread, count))
      await lab.pick(inquiry, JSON.stringify(inquiry.approval).includes("2.0") ? "Refuse" : "Allow once");
  };
  const allowed = (results: readonly { readonly behavior: string }[]) =>
    results.filter(({ behavior }) => behavior === "allow").length;

  const attempts = [use("claude-1", "toolu_1"), use("claude-1", "toolu_1")];
  await allow("claude-1");
  const results = await Promise.all(attempts);
  const replayed = await use("claude-1", "toolu_1");

  const changed = await use("claude-1", "toolu_1", "6.6.6").catch(() => ({ behavior: "deny" }));

  const lost = new AbortController();
  const before = createCanUseTool({ client: lab.agent(), thread: "claude-2" })(
    "deploy",
    { version: "1.0" },
    { signal: lost.signal, toolUseID: "toolu_2" },
  ).catch(() => {});
  await lab.asked("claude-2", 1);
  lost.abort();
  await before;
  await lab.restart();
  await allow("claude-2");
  const restarted = await use("claude-2", "toolu_2");

  const pair = [use("claude-3", "toolu_3"), use("claude-3", "toolu_4", "2.0")];
  await allow("claude-3", 2);
  const both = await Promise.all(pair);
  return {
    doubleResume: ran(allowed(results)),
    replay: ran(allowed([...results, replayed])),
    tamper: changed.behavior === "deny" ? "refused" : "what was changed **runs**",
    restart: kept(allowed([restarted]) === 1),
    parallel: both.map(({ behavior }) => behavior).join() === "allow,deny" ? "both kept" : "one **lost**",
  };
}
