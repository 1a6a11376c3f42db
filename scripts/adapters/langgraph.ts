import { createBridge, type InterruptAnswer } from "@askback/adapters/langgraph";
import { createClient } from "@askback/client";
import { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { type Asking, type FirstProgram, killedProgram } from "./first-program.ts";
import type { Lab } from "./lab.ts";
import { afterTampering, kept, type Row, ran } from "./row.ts";

const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }) });

/** One node for each version asks for approval and deploys what was allowed. */
function deployer(calls: string[], saver: MemorySaver, versions: readonly string[] = ["1.0"]) {
  const graph = new StateGraph(State);
  for (const version of versions)
    (graph as StateGraph<typeof State.spec, typeof State.State, typeof State.Update, string>)
      .addNode(version, async () => {
        const answer: InterruptAnswer = interrupt({ approval: { tool: "deploy", input: { version } } });
        // What happens before a model or an API responds: another resume can run meanwhile.
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (answer.status === "ok") calls.push(answer.text === "6.6.6" ? answer.text : version);
        return { log: [version] };
      })
      .addEdge(START, version)
      .addEdge(version, END);
  return graph.compile({ checkpointer: saver });
}

const allowed = { status: "ok", text: "Allowed." };

/** What a checkpointer holds, which a durable one would have stored. */
type Kept = Pick<MemorySaver, "storage" | "writes">;

const keptOf = ({ storage, writes }: MemorySaver): Kept => ({ storage, writes });
const saverOf = (kept: Kept) => Object.assign(new MemorySaver(), kept);

export const askAlone: FirstProgram<Kept> = async (keep) => {
  const saver = new MemorySaver();
  await deployer([], saver).invoke({ log: [] }, { configurable: { thread_id: "a" } });
  keep(keptOf(saver));
};

/** It goes on to wait for the answer. */
export const askWithAskback: FirstProgram<Kept, [Asking]> = async (keep, { thread, ...asker }) => {
  const saver = new MemorySaver();
  const config = { configurable: { thread_id: thread } };
  await deployer([], saver).invoke({ log: [] }, config);
  keep(keptOf(saver));
  await createBridge({ client: createClient(asker), thread }).resume(deployer([], saver), config);
};

export async function alone(): Promise<Row> {
  const interrupted = async (versions?: readonly string[]) => {
    const calls: string[] = [];
    const saver = new MemorySaver();
    const config = { configurable: { thread_id: "a" } };
    await deployer(calls, saver, versions).invoke({ log: [] }, config);
    return {
      calls,
      saver,
      resume: (value: unknown) => deployer(calls, saver, versions).invoke(new Command({ resume: value }), config),
    };
  };
  const doubled = await interrupted();
  await Promise.all([doubled.resume(allowed), doubled.resume(allowed)]);
  const replayed = await interrupted();
  await replayed.resume(allowed);
  await replayed.resume(allowed);
  const tampered = await interrupted();
  await tampered.resume({ status: "ok", text: "6.6.6" });
  // A program that starts anew has the graph and what the checkpointer kept.
  const restarted: string[] = [];
  const saver = saverOf(await killedProgram({ host: "langgraph", program: "askAlone" }));
  const config = { configurable: { thread_id: "a" } };
  await deployer(restarted, saver).invoke(new Command({ resume: allowed }), config);
  const both = await interrupted(["1.0", "2.0"]);
  await both.resume(allowed).catch(() => {});
  return {
    doubleResume: ran(doubled.calls.length),
    replay: ran(replayed.calls.length),
    tamper: afterTampering(tampered.calls, "6.6.6"),
    restart: `${kept(restarted.length === 1)}, with a durable checkpointer`,
    parallel: both.calls.length === 2 ? "one answer is **given to both**" : "both kept",
  };
}

export async function withAskback(lab: Lab): Promise<Row> {
  const calls: string[] = [];
  const savers = new Map<string, MemorySaver>();
  const start = async (thread: string, versions?: readonly string[]) => {
    calls.length = 0;
    const saver = new MemorySaver();
    savers.set(thread, saver);
    await deployer(calls, saver, versions).invoke({ log: [] }, { configurable: { thread_id: thread } });
  };
  const resume = (thread: string, versions?: readonly string[]) =>
    createBridge({ client: lab.agent(), thread }).resume(
      deployer(calls, savers.get(thread) ?? new MemorySaver(), versions),
      { configurable: { thread_id: thread } },
    );
  const answer = async (thread: string, count = 1) => {
    for (const inquiry of await lab.asked(thread, count))
      await lab.pick(inquiry, JSON.stringify(inquiry.approval).includes("2.0") ? "Refuse" : "Allow once");
  };

  await start("graph-1");
  const attempts = [resume("graph-1"), resume("graph-1")];
  await answer("graph-1");
  await Promise.all(attempts);
  const doubleResume = ran(calls.length);
  await resume("graph-1");
  const replay = ran(calls.length);

  // The answer is read from the server: what somebody says that it is has no way in, and the agent's key cannot answer.
  await start("graph-2");
  const tampered = resume("graph-2");
  const [asked] = await lab.asked("graph-2", 1);
  await lab.agent().inquiries.answer(asked?.id ?? "", { answers: [{ question: "q1", options: ["o1"] }] });
  if (asked) await lab.pick(asked, "Refuse");
  await tampered;
  const tamper = calls.length === 0 ? "refused" : "what was changed **runs**";

  calls.length = 0;
  const asking = { ...lab.asker(), thread: "graph-3" };
  const place = { host: "langgraph", program: "askWithAskback", asking } as const;
  savers.set("graph-3", saverOf(await killedProgram(place, () => lab.asked("graph-3", 1))));
  await lab.restart();
  await answer("graph-3");
  await resume("graph-3");
  const restart = kept(calls.length === 1);

  await start("graph-4", ["1.0", "2.0"]);
  const both = resume("graph-4", ["1.0", "2.0"]);
  await answer("graph-4", 2);
  await both;
  return { doubleResume, replay, tamper, restart, parallel: calls.join() === "1.0" ? "both kept" : "one **lost**" };
}
