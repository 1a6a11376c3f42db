import { task, wait } from "@trigger.dev/sdk";
import { type Answer, ask, receiveAnswers } from "./askback.ts";

export const release = task({
  id: "release",
  retry: { maxAttempts: 10 },
  async run({ version }: { version: string }, { ctx }) {
    // An attempt that follows a crash starts at the top: it gets the same token, and finds the same question.
    const run = ctx.run.id;
    const token = await wait.createToken({ timeout: "30d", idempotencyKey: `${run}-deploy` });
    const question = `Deploy ${version}?`;
    const step = { host: "trigger.dev", run, step: "deploy", token: token.id };
    await ask({ ...step, question, options: ["Not yet", "Deploy"] });
    const answer = await wait.forToken<Answer>(token).unwrap();
    if (answer.text !== "Deploy") return `not deployed: ${answer.type}`;
    console.log(`deployed ${version}`);
    return "deployed";
  },
});

// The receiver is a program of its own: `node trigger.ts`. A token that is completed stays as it is.
if (import.meta.main) receiveAnswers((token, answer) => wait.completeToken(token, answer));
