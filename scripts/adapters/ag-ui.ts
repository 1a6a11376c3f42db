import { AbstractAgent, type BaseEvent, EventType, type RunAgentInput } from "@ag-ui/client";
import { createInterrupts } from "@askback/adapters/ag-ui";
import { type Client, createClient } from "@askback/client";
import { Observable } from "rxjs";
import { type Asking, type FirstProgram, killedProgram } from "./first-program.ts";
import type { Lab } from "./lab.ts";
import { afterTampering, kept, type Row, ran } from "./row.ts";

/** What an agent does with a run: the events between its start and its end, and the outcome. */
type Handle = (input: RunAgentInput) => Promise<Partial<BaseEvent> & Record<string, unknown>>;

/** An agent of the protocol, run by its own client. */
class Deployer extends AbstractAgent {
  readonly #handle: Handle;
  constructor(threadId: string, handle: Handle) {
    super({ threadId });
    this.#handle = handle;
  }
  run(input: RunAgentInput): Observable<BaseEvent> {
    return new Observable((observer) => {
      const { threadId, runId } = input;
      observer.next({ type: EventType.RUN_STARTED, threadId, runId } as BaseEvent);
      this.#handle(input).then(
        (last) => {
          const ids = last.type === EventType.RUN_ERROR ? {} : { threadId, runId };
          observer.next({ ...ids, ...last } as unknown as BaseEvent);
          observer.complete();
        },
        (error) => observer.error(error),
      );
    });
  }
}

const finished = { type: EventType.RUN_FINISHED };
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

const entry = (interruptId: string, payload: unknown = { approved: true, version: "1.0" }) => ({
  interruptId,
  status: "resolved" as const,
  payload,
});

/** An agent as the protocol describes it: it stops with interrupts, and does what `resume` says. */
function obedientDeployer(calls: string[]): Deployer {
  return new Deployer("a", async ({ resume = [] }) => {
    for (const { payload, status } of resume) if (status === "resolved") calls.push(payload.version);
    if (resume.length > 0) return finished;
    const interrupts = ["i1", "i2"].map((id) => ({ id, reason: "input_required", message: "Deploy?" }));
    return { ...finished, outcome: { type: "interrupt", interrupts } };
  });
}

/** The same agent with the adapter: its questions are in Askback, and what it is resumed with is the answer there. */
function askingDeployer(client: () => Client, calls: string[], thread: string, versions: readonly string[]): Deployer {
  return new Deployer(thread, async (input) => {
    const interrupts = createInterrupts({ client: client() });
    if (!input.resume?.length) {
      const asked = versions.map((version) => ({ toolCallId: `call_${version}`, input: question(version) }));
      return { ...finished, outcome: await interrupts.ask(input, asked) };
    }
    const resumed = await interrupts.resume(input);
    if (resumed.type === "refused") return { type: EventType.RUN_ERROR, message: resumed.message, code: resumed.code };
    for (const { toolCallId, text } of resumed.results)
      if (text.includes('"Yes"')) calls.push(toolCallId.slice("call_".length));
    return finished;
  });
}

/** The ids of the interrupts, which the front end has. */
async function interruptsOf(agent: Deployer): Promise<readonly string[]> {
  const ids: string[] = [];
  await agent.runAgent(
    {},
    {
      onRunFinishedEvent(params) {
        if (params.outcome === "interrupt") ids.push(...params.interrupts.map(({ id }) => id));
      },
    },
  );
  return ids;
}

export const askAlone: FirstProgram<readonly string[]> = async (keep) => keep(await interruptsOf(obedientDeployer([])));

export const askWithAskback: FirstProgram<readonly string[], [Asking]> = async (keep, { thread, ...asker }) =>
  keep(await interruptsOf(askingDeployer(() => createClient(asker), [], thread, ["1.0"])));

export async function alone(): Promise<Row> {
  const both = [entry("i1"), entry("i2", { approved: false, version: "2.0" })];
  const resumed = async (calls: string[], resume: unknown) => {
    const agent = obedientDeployer(calls);
    await agent.runAgent({});
    await agent.runAgent({ resume: resume as never }).catch(() => {});
    return calls;
  };
  const doubled: string[] = [];
  await Promise.all([resumed(doubled, both), resumed(doubled, both)]);
  const replayed = await resumed([], both);
  await resumed(replayed, both);
  const tampered = await resumed([], [entry("i1", { version: "6.6.6" }), both[1]]);
  const restarted: string[] = [];
  const waiting = await killedProgram<readonly string[]>({ host: "ag-ui", program: "askAlone" });
  await obedientDeployer(restarted).runAgent({ resume: waiting.map((id) => entry(id)) as never });
  const pair = await resumed([], both);
  return {
    doubleResume: ran(doubled.filter((version) => version === "1.0").length),
    replay: ran(replayed.filter((version) => version === "1.0").length),
    tamper: afterTampering(tampered, "6.6.6"),
    restart: `${kept(restarted.length === 2)}, with whatever the front end sends`,
    parallel: pair.length === 2 ? "both kept" : "one **lost**",
  };
}

export async function withAskback(lab: Lab): Promise<Row> {
  const calls: string[] = [];
  const deployer = (thread: string, versions: readonly string[]) =>
    askingDeployer(() => lab.agent(), calls, thread, versions);
  const start = async (thread: string, versions: readonly string[] = ["1.0"]) => {
    calls.length = 0;
    await deployer(thread, versions).runAgent({});
    const asked = await lab.asked(thread, versions.length);
    return { asked, resume: asked.map(({ id }) => entry(id, { version: "6.6.6" })) };
  };
  const resume = (thread: string, entries: unknown) =>
    deployer(thread, ["1.0"])
      .runAgent({ resume: entries as never })
      .catch(() => {});
  const answer = async (asked: Awaited<ReturnType<typeof start>>["asked"]) => {
    for (const inquiry of asked)
      await lab.pick(inquiry, JSON.stringify(inquiry.questions).includes("2.0") ? "No" : "Yes");
  };

  const first = await start("ag-ui-1");
  // Nobody has answered: the payload of the front end is no answer.
  await resume("ag-ui-1", first.resume);
  const tamper = calls.length === 0 ? "refused" : "what was changed **runs**";
  await answer(first.asked);
  await Promise.all([resume("ag-ui-1", first.resume), resume("ag-ui-1", first.resume)]);
  const doubleResume = ran(calls.length);
  await resume("ag-ui-1", first.resume);
  const replay = ran(calls.length);

  calls.length = 0;
  const asking = { ...lab.asker(), thread: "ag-ui-2" };
  const shown = await killedProgram<readonly string[]>({ host: "ag-ui", program: "askWithAskback", asking });
  await lab.restart();
  await answer(await lab.asked("ag-ui-2", 1));
  await resume(
    "ag-ui-2",
    shown.map((id) => entry(id, { version: "6.6.6" })),
  );
  const restart = kept(calls.length === 1);

  const third = await start("ag-ui-3", ["1.0", "2.0"]);
  await answer(third.asked);
  await resume("ag-ui-3", third.resume);
  return { doubleResume, replay, tamper, restart, parallel: calls.join() === "1.0" ? "both kept" : "one **lost**" };
}
