import { expect, onTestFinished, test } from "vitest";
import { textOf } from "../../harness/notify/slack-server.ts";
import { type SlackFault, startSlackService } from "../../harness/notify/slack-service.ts";
import { createApi } from "../../harness/server/api.ts";
import { callerKey } from "../../harness/server/caller.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const questions = Array.from({ length: 9 }, (_, index) => `Question ${index + 1}?`);

/** A Slack whose calls of a method are done and not answered, as long as that is set. */
async function openCrashing() {
  const faults: Record<string, SlackFault | undefined> = {};
  const killed = Promise.withResolvers<void>();
  const slack = await startSlackService({ respond: (method) => faults[method] });
  onTestFinished(() => slack.close());
  const env = { ASKBACK_TEST_SLACK: JSON.stringify({ ...slack.tokens, apiUrl: slack.apiUrl }) };
  let current = await startTestServer({ env });
  await current.api.put("/v1/contact", { slackUserId: "U0ANA" });
  return {
    slack,
    get owner() {
      return current.api;
    },
    async askAll(): Promise<readonly string[]> {
      const asking = createApi(current.server, callerKey);
      const ids: string[] = [];
      for (const question of questions)
        ids.push((await asking.post("/v1/inquiries", { question, options: ["Yes", "No"] })).body.id);
      return ids;
    },
    /** From now on calls of these methods are done and not answered. */
    hold(...methods: readonly string[]): void {
      for (const method of methods) faults[method] = { unanswered: killed.promise };
    },
    /** Kills the server once enough has happened, and starts it again where only these methods are not answered. */
    async killWhen(isEnough: () => boolean, ...held: readonly string[]): Promise<void> {
      await slack.until(isEnough);
      await current.server.kill();
      for (const method of Object.keys(faults)) if (!held.includes(method)) faults[method] = undefined;
      current = await startTestServer({ env, dataDir: current.server.dataDir });
    },
    async stop(): Promise<void> {
      await current.server.stop();
      killed.resolve();
    },
  };
}

test("[SLACK-1] [NOTIFY-12] what a killed server had posted and not settled is not posted again, and the rest is", async () => {
  const opened = await openCrashing();
  const { slack } = opened;
  opened.hold("chat.postMessage", "conversations.history");
  const ids = await opened.askAll();
  await opened.killWhen(() => slack.messages.length >= 4, "conversations.history");
  // Killed again while it looks for what it had posted.
  await opened.killWhen(() => slack.calls.some(({ method }) => method === "conversations.history"));
  for (const id of ids)
    await expect
      .poll(async () => (await opened.owner.get(`/v1/notifications/ntf_${id}/deliveries`)).body.items[0]?.status)
      .toBe("delivered");
  const asked = slack.messages.map(({ blocks }) => questions.filter((question) => textOf(blocks).includes(question)));
  expect(asked.flat().toSorted()).toEqual(questions);
  expect(slack.messages).toHaveLength(questions.length);

  // The reference that was found is the one by which the message is settled.
  for (const id of ids.slice(0, 4))
    await opened.owner.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  await slack.until(
    () => slack.messages.filter(({ blocks }) => textOf(blocks).includes("Answered by Owner: Yes")).length === 4,
  );
  await opened.stop();
});

test("[SLACK-4] [NOTIFY-12] a server that is killed while it edits what is settled forgets no message", async () => {
  const opened = await openCrashing();
  const { slack } = opened;
  const ids = await opened.askAll();
  await slack.until(() => slack.messages.length === questions.length);
  const settled = () => slack.messages.filter(({ blocks }) => textOf(blocks).includes("Answered by Owner: No")).length;
  opened.hold("chat.update");
  for (const id of ids)
    await opened.owner.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
  await opened.killWhen(() => settled() >= 2);
  await slack.until(() => settled() === questions.length);
  expect(slack.messages).toHaveLength(questions.length);
  await opened.stop();
});
