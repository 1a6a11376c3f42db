import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startSlackService } from "../../../harness/notify/slack-service.ts";
import { runProgram } from "../../../harness/server/run-program.ts";
import { temporaryFolder } from "../../../harness/server/temporary-folder.ts";

async function findingsOf(slack: object, publicUrl?: string) {
  const config = join(temporaryFolder(), "askback.config.ts");
  writeFileSync(config, `export default ${JSON.stringify({ publicUrl, notifications: { slack } })};`);
  const { stdout } = await runProgram(["doctor", "--json", "--config", config], { cwd: temporaryFolder() });
  expect(stdout).not.toMatch(/xoxb-|xapp-/);
  const { findings } = JSON.parse(stdout) as { findings: { check: string; status: string; found: string }[] };
  return findings.filter(({ check }) => check === "Slack").map(({ status, found }) => `${status}: ${found}`);
}

test("[SLACK-11] doctor says whether Slack accepts the tokens, what the app may not do, and whether answers arrive", {
  tags: "smoke",
}, async () => {
  const slack = await startSlackService();
  onTestFinished(() => slack.close());
  const { apiUrl, tokens } = slack;
  expect(await findingsOf({ ...tokens, apiUrl })).toEqual(["ok: askback in Askback", "ok: Socket Mode is on"]);
  expect(await findingsOf({ ...tokens, appToken: "xapp-other", apiUrl })).toContain("failed: appToken: invalid_auth");
  expect(await findingsOf({ ...tokens, botToken: "xoxb-other", apiUrl })).toEqual(["failed: botToken: invalid_auth"]);
  const signed = { botToken: tokens.botToken, signingSecret: "0123456789abcdef", apiUrl };
  expect(await findingsOf(signed)).toContainEqual(expect.stringContaining("failed: Slack cannot reach this server"));
  expect(await findingsOf(signed, "https://askback.example.org")).toContainEqual(
    expect.stringContaining("ok: requests arrive at https://askback.example.org/slack/interactions"),
  );
  expect(slack.messages).toEqual([]);
});
