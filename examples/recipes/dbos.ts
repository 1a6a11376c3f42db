import { DBOS } from "@dbos-inc/dbos-sdk";
import { type Answer, ask, receiveAnswers } from "./askback.ts";

const { DBOS_SYSTEM_DATABASE_URL: systemDatabaseUrl = "" } = process.env;
const aDay = 86_400;

const release = DBOS.registerWorkflow(
  async (version: string): Promise<string> => {
    const run = DBOS.workflowID ?? "";
    const question = `Deploy ${version}?`;
    const step = { host: "dbos", run, step: "deploy", token: run };
    const retries = { retriesAllowed: true, maxAttempts: 20 };
    await DBOS.runStep(() => ask({ ...step, question, options: ["Not yet", "Deploy"] }), { name: "ask", ...retries });
    // Without an answer `recv` returns null, by default after a minute. That is silence, and not a no.
    let answer: Answer | null = null;
    while (!answer) answer = await DBOS.recv<Answer>("deploy", aDay);
    if (answer.text !== "Deploy") return `not deployed: ${answer.type}`;
    await DBOS.runStep(async () => console.log(`deployed ${version}`), { name: "deploy" });
    return "deployed";
  },
  { name: "release" },
);

DBOS.setConfig({ name: "release", systemDatabaseUrl });
// Workflows that were not finished go on.
await DBOS.launch();

// The key makes a repeated message the same message; one that comes later is for a topic that nobody reads again.
receiveAnswers((run, answer) => DBOS.send(run, answer, "deploy", answer.inquiryId));

// To start a workflow under an id that exists is to find it.
const [, , version] = process.argv;
if (version) await DBOS.startWorkflow(release, { workflowID: `release-${version}` })(version);
