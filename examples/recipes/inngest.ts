import { createServer } from "node:http";
import { Inngest } from "inngest";
import { serve } from "inngest/node";
import { type Answer, ask, receiveAnswers } from "./askback.ts";

const { PORT = "3000" } = process.env;
const inngest = new Inngest({ id: "shop" });

const release = inngest.createFunction(
  { id: "release", triggers: [{ event: "release/requested" }] },
  async ({ event, runId, step }) => {
    const version: string = event.data.version;
    const question = `Deploy ${version}?`;
    const asked = { host: "inngest", run: runId, step: "deploy", token: runId };
    // An event that comes before the wait is registered is lost. Side by side, the wait is registered before the question is asked.
    const [resolved] = await Promise.all([
      step.waitForEvent("answer", {
        event: "askback/resolved",
        if: `async.data.token == "${runId}"`,
        timeout: "30d",
      }),
      step.run("ask", () => ask({ ...asked, question, options: ["Not yet", "Deploy"] })),
    ]);
    const answer: Answer | undefined = resolved?.data.answer;
    if (answer?.text !== "Deploy") return `not deployed: ${answer?.type ?? "no answer"}`;
    await step.run("deploy", () => console.log(`deployed ${version}`));
    return "deployed";
  },
);

createServer(serve({ client: inngest, functions: [release] })).listen(Number(PORT), "127.0.0.1");

// Events with the same id are one event for a day; a wait ends with the first one that fits.
receiveAnswers((token, answer) =>
  inngest.send({ id: answer.inquiryId, name: "askback/resolved", data: { token, answer } }),
);

const [, , version] = process.argv;
if (version) await inngest.send({ id: `release-${version}`, name: "release/requested", data: { version } });
