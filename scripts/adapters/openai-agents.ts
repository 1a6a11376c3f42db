import { createVault } from "@askback/adapters/openai-agents";
import { createClient } from "@askback/client";
import { Agent, type Model, type ModelRequest, RunState, run, setTracingDisabled, tool, Usage } from "@openai/agents";
import { type Asking, type FirstProgram, killedProgram } from "./first-program.ts";
import type { Lab } from "./lab.ts";
import { afterTampering, kept, type Row, ran } from "./row.ts";

setTracingDisabled(true);

/** A model that calls the tool for each version first, and says "Done." when it has results. */
function model(versions: readonly string[]): Model {
  return {
    async getResponse({ input }: ModelRequest) {
      const hasResults = Array.isArray(input) && input.some(({ type }) => type === "function_call_result");
      const calls = versions.map((version, index) => ({
        type: "function_call" as const,
        callId: `call_${index + 1}`,
        name: "deploy",
        arguments: JSON.stringify({ version }),
        status: "completed" as const,
      }));
      const said = {
        type: "message" as const,
        role: "assistant" as const,
        status: "completed" as const,
        content: [{ type: "output_text" as const, text: "Done." }],
      };
      return { usage: new Usage(), output: hasResults ? [said] : calls };
    },
    // biome-ignore lint/correctness/useYield: nothing here streams
    async *getStreamedResponse() {
      throw new Error("nothing here streams");
    },
  };
}

/** An agent that deploys each version after somebody has approved it. */
export function deployer(calls: string[], versions: readonly string[] = ["1.0"]) {
  const deploy = tool({
    name: "deploy",
    description: "Deploys a version.",
    parameters: {
      type: "object",
      properties: { version: { type: "string" } },
      required: [],
      additionalProperties: true,
    },
    strict: false,
    needsApproval: true,
    async execute(input: unknown) {
      calls.push((input as { version: string }).version);
      return "deployed";
    },
  });
  return new Agent({ name: "deployer", instructions: "Deploy.", model: model(versions), tools: [deploy] });
}

/** Approves everything in a stored state and resumes it, as the guide of the SDK does. */
async function resumeAlone(calls: string[], stored: string): Promise<void> {
  const agent = deployer(calls);
  const state = await RunState.fromString(agent, stored);
  for (const item of state.getInterruptions()) state.approve(item);
  await run(agent, state);
}

export const askAlone: FirstProgram<string> = async (keep) => {
  const { state } = await run(deployer([]), "Deploy it");
  keep(state.toString());
};

export const askWithAskback: FirstProgram<string, [Asking]> = async (keep, { thread, ...asker }) => {
  const vault = createVault({ client: createClient(asker), thread });
  keep((await vault.park(await run(deployer([]), "Deploy it"))) ?? "");
};

export async function alone(): Promise<Row> {
  const interrupted = async (versions: readonly string[]) => {
    const result = await run(deployer([], versions), "Deploy it");
    return { stored: result.state.toString(), count: result.interruptions.length };
  };
  const { stored } = await interrupted(["1.0"]);
  const both: string[] = [];
  await Promise.all([resumeAlone(both, stored), resumeAlone(both, stored)]);
  const replayed: string[] = [];
  await resumeAlone(replayed, stored);
  await resumeAlone(replayed, stored);
  const tampered: string[] = [];
  await resumeAlone(tampered, stored.replaceAll("1.0", "6.6.6"));
  const restarted: string[] = [];
  await resumeAlone(restarted, await killedProgram({ host: "openai-agents", program: "askAlone" }));
  return {
    doubleResume: ran(both.length),
    replay: ran(replayed.length),
    tamper: afterTampering(tampered, "6.6.6"),
    restart: `${kept(restarted.length === 1)}, if you stored the state`,
    parallel: (await interrupted(["1.0", "2.0"])).count === 2 ? "both kept" : "one **lost**",
  };
}

export async function withAskback(lab: Lab): Promise<Row> {
  const calls: string[] = [];
  const vault = (thread: string) => createVault({ client: lab.agent(), thread });
  const park = async (thread: string, versions: readonly string[] = ["1.0"]): Promise<string> => {
    calls.length = 0;
    return (await vault(thread).park(await run(deployer(calls, versions), "Deploy it"))) ?? "";
  };
  const resume = (thread: string, ticket: string) => vault(thread).resume(deployer(calls), ticket);
  const answer = async (thread: string, label: string) => {
    const [inquiry] = await lab.asked(thread, 1);
    if (inquiry) await lab.pick(inquiry, label);
  };

  const ticket = await park("openai-1");
  await answer("openai-1", "Allow once");
  await Promise.all([resume("openai-1", ticket), resume("openai-1", ticket)]);
  const doubleResume = ran(calls.length);
  await resume("openai-1", ticket);
  const replay = ran(calls.length);

  // The state is on the server: what a caller holds is the ticket.
  const other = await park("openai-2");
  await answer("openai-2", "Refuse");
  await resume("openai-2", `${other}x`).catch(() => {});
  await resume("openai-2", other.replace(/.$/, "0")).catch(() => {});
  const tamper = calls.length === 0 ? "refused" : "what was changed **runs**";

  calls.length = 0;
  const asking = { ...lab.asker(), thread: "openai-3" };
  const waiting = await killedProgram<string>({ host: "openai-agents", program: "askWithAskback", asking });
  await lab.restart();
  await answer("openai-3", "Allow once");
  await resume("openai-3", waiting);
  const restart = kept(calls.length === 1);

  const pair = await park("openai-4", ["1.0", "2.0"]);
  for (const inquiry of await lab.asked("openai-4", 2))
    await lab.pick(inquiry, JSON.stringify(inquiry.approval).includes("2.0") ? "Refuse" : "Allow once");
  await resume("openai-4", pair);
  return { doubleResume, replay, tamper, restart, parallel: calls.join() === "1.0" ? "both kept" : "one **lost**" };
}
