import { createHook, getWorkflowMetadata } from "workflow";
import { type Answer, ask } from "./askback.ts";

export async function release(version: string): Promise<string> {
  "use workflow";
  const run = getWorkflowMetadata().workflowRunId;
  using hook = createHook<Answer>({ token: `${run}-deploy` });
  // It is registered before the question is asked, so that no answer comes too early.
  await hook.getConflict();
  await askToDeploy(version, run, hook.token);
  const answer = await hook;
  if (answer.text !== "Deploy") return `not deployed: ${answer.type}`;
  await deploy(version);
  return "deployed";
}

async function askToDeploy(version: string, run: string, token: string) {
  "use step";
  const step = { host: "workflow", run, step: "deploy", token };
  return ask({ ...step, question: `Deploy ${version}?`, options: ["Not yet", "Deploy"] });
}

async function deploy(version: string) {
  "use step";
  console.log(`deployed ${version}`);
}
