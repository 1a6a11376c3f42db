import { createAskback, type SuspendedAsk } from "@askback/adapters/mastra";
import { createClient } from "@askback/client";
import { MockLanguageModelV3 } from "ai/test";
import { packagesOf } from "../example-folder.ts";
import { importOnDemand } from "../on-demand.ts";
import { type Asking, type FirstProgram, killedProgram } from "./first-program.ts";
import type { Lab } from "./lab.ts";
import { kept, type Row, ran } from "./row.ts";

// biome-ignore lint/suspicious/noExplicitAny: its types are not installed with this repository
type Module = any;

export const packages = packagesOf("adapters", "@mastra/core", "ai");

const question = (version: string) => ({
  questions: [
    {
      question: `Deploy ${version}?`,
      header: "Deploy",
      options: [
        { label: "Yes", description: "Now" },
        { label: "No", description: "Not now" },
      ],
      multiSelect: false,
    },
  ],
});

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

interface Suspended {
  readonly runId: string;
  readonly toolCallId: string;
  readonly payload: SuspendedAsk;
}

/** An agent whose model asks one question for each version, and says "Done." when it has results. */
async function deployer(askTool: object, results: string[], storage: unknown, versions: readonly string[]) {
  const { Agent }: Module = await importOnDemand(packages, "@mastra/core/agent");
  const { createTool }: Module = await importOnDemand(packages, "@mastra/core/tools");
  const { Mastra }: Module = await importOnDemand(packages, "@mastra/core");
  const model = new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const given = prompt.filter(({ role }) => role === "tool").map((message) => JSON.stringify(message));
      if (given.length > 0) {
        results.push(given.join());
        return {
          content: [{ type: "text", text: "Done." }],
          finishReason: { unified: "stop", raw: "stop" },
          usage,
          warnings: [],
        };
      }
      const content = versions.map((version) => ({
        type: "tool-call" as const,
        toolCallId: `call_${version}`,
        toolName: "ask_user_question",
        input: JSON.stringify(question(version)),
      }));
      return { content, finishReason: { unified: "tool-calls", raw: "tool-calls" }, usage, warnings: [] };
    },
  });
  const agent = new Agent({
    id: "deployer",
    name: "deployer",
    instructions: "Deploy.",
    model,
    tools: { ask_user_question: createTool(askTool) },
  });
  return new Mastra({ agents: { deployer: agent }, storage, logger: false }).getAgent("deployer");
}

async function newStorage(): Promise<unknown> {
  const { InMemoryStore }: Module = await importOnDemand(packages, "@mastra/core/storage");
  return new InMemoryStore();
}

/** The host's own way: a tool that suspends, and whose result is what it is resumed with. */
const suspendingTool = {
  id: "ask_user_question",
  description: "Asks.",
  inputSchema: { type: "object", properties: {}, additionalProperties: true },
  async execute(input: unknown, { agent }: Module) {
    return agent.resumeData === undefined ? agent.suspend({ input }) : String(agent.resumeData.answer);
  },
};

async function suspend(agent: Module): Promise<readonly Suspended[]> {
  const result = await agent.generate("Deploy it");
  const { runs } = await agent.listSuspendedRuns();
  return runs
    .filter(({ runId }: Suspended) => runId === result.runId)
    .flatMap(({ runId, toolCalls }: Module) =>
      toolCalls.map(({ toolCallId, suspendPayload }: Module) => ({ runId, toolCallId, payload: suspendPayload })),
    );
}

/** What the storage has of runs that are suspended, which a durable one would have stored. */
interface Kept {
  readonly calls: readonly Suspended[];
  readonly runs: readonly object[];
}

async function suspendIn(askTool: object): Promise<Kept> {
  const storage: Module = await newStorage();
  const calls = await suspend(await deployer(askTool, [], storage, ["1.0"]));
  const { runs } = await (await storage.getStore("workflows")).listWorkflowRuns();
  return { calls, runs };
}

async function storageOf({ runs }: Kept): Promise<unknown> {
  const storage: Module = await newStorage();
  const workflows = await storage.getStore("workflows");
  for (const run of runs) await workflows.persistWorkflowSnapshot(run);
  return storage;
}

export const askAlone: FirstProgram<Kept> = async (keep) => keep(await suspendIn(suspendingTool));

export const askWithAskback: FirstProgram<Kept, [Asking]> = async (keep, { thread, ...asker }) =>
  keep(await suspendIn(createAskback({ client: createClient(asker), thread }).askTool));

export async function alone(): Promise<Row> {
  const suspended = async (versions: readonly string[] = ["1.0"], kept?: Kept) => {
    const results: string[] = [];
    const storage = kept ? await storageOf(kept) : await newStorage();
    const agent = await deployer(suspendingTool, results, storage, versions);
    const calls = kept?.calls ?? (await suspend(agent));
    const resume = async (answer: string, index = 0) => {
      const { runId, toolCallId } = calls[index] as Suspended;
      await (agent as Module).resumeGenerate({ answer }, { runId, toolCallId }).catch(() => {});
    };
    return { results, calls, resume };
  };
  const doubled = await suspended();
  await Promise.all([doubled.resume("Yes"), doubled.resume("Yes")]);
  const replayed = await suspended();
  await replayed.resume("Yes");
  await replayed.resume("Yes");
  const tampered = await suspended();
  await tampered.resume("6.6.6");
  const restarted = await suspended(["1.0"], await killedProgram<Kept>({ host: "mastra", program: "askAlone" }));
  await restarted.resume("Yes");
  const both = await suspended(["1.0", "2.0"]);
  for (const index of both.calls.keys()) await both.resume(index === 0 ? "First" : "Second", index);
  return {
    doubleResume: ran(doubled.results.length),
    replay: ran(replayed.results.length),
    tamper: tampered.results.join().includes("6.6.6") ? "what was changed **runs**" : "refused",
    restart: `${kept(restarted.results.length === 1)}, with a durable storage`,
    parallel: /First.*Second/.test(both.results.join()) ? "both kept" : `one **lost**`,
  };
}

export async function withAskback(lab: Lab): Promise<Row> {
  const results: string[] = [];
  const askback = (thread: string) => createAskback({ client: lab.agent(), thread });
  const started = async (thread: string, versions: readonly string[] = ["1.0"], kept?: Kept) => {
    results.length = 0;
    const storage = kept ? await storageOf(kept) : await newStorage();
    const agent = () => deployer(askback(thread).askTool, results, storage, versions);
    const calls = kept?.calls ?? (await suspend(await agent()));
    const resume = async (index = 0) => askback(thread).resume((await agent()) as Module, calls[index] as Suspended);
    return { calls, resume, agent };
  };
  const answer = async (thread: string, count = 1) => {
    for (const inquiry of await lab.asked(thread, count))
      await lab.pick(inquiry, JSON.stringify(inquiry.questions).includes("2.0") ? "No" : "Yes");
  };
  const first = await started("mastra-1");
  await answer("mastra-1");
  await Promise.all([first.resume(), first.resume()]);
  const doubleResume = ran(results.length);
  await first.resume();
  const replay = ran(results.length);
  // Somebody resumes the run with an answer of their own: the tool waits for the one of the server.
  const forged = await started("mastra-0");
  const [{ runId, toolCallId } = {} as Suspended] = forged.calls;
  const resumed = (await forged.agent()).resumeGenerate({ answer: "6.6.6" }, { runId, toolCallId });
  await answer("mastra-0");
  await resumed;
  const tamper = results.join().includes("6.6.6") ? "what was changed **runs**" : "refused";
  const asking = { ...lab.asker(), thread: "mastra-2" };
  const left = await killedProgram<Kept>({ host: "mastra", program: "askWithAskback", asking });
  await lab.restart();
  const second = await started("mastra-2", ["1.0"], left);
  await answer("mastra-2");
  await second.resume();
  const restart = kept(results.length === 1);
  const third = await started("mastra-3", ["1.0", "2.0"]);
  await answer("mastra-3", 2);
  // The host rejects the first while the other call of the run is still suspended, and goes on nevertheless.
  for (const index of third.calls.keys()) await third.resume(index).catch(() => {});
  const last = results.at(-1) ?? "";
  return {
    doubleResume,
    replay,
    tamper,
    restart,
    parallel: last.includes("Yes") && last.includes("No") ? "both kept" : "one **lost**",
  };
}
