import { setTimeout as delay } from "node:timers/promises";
import { countOf, type Question } from "@askback/core";
import { createRandom } from "../test/harness/fuzz/random.ts";
import type { ApiResponse } from "../test/harness/server/api.ts";
import type { Client, Request } from "./client.ts";
import type { EventWatcher } from "./event-watcher.ts";
import type { Reaction, Scenario } from "./scenario.ts";

/** A request that a server acknowledged. */
export interface Acknowledged {
  readonly request: Request;
  readonly body: ApiResponse["body"];
}

export interface PersonOptions {
  readonly client: Client;
  readonly watcher: EventWatcher;
  readonly seed: number;
  /** How often an older state was restored by now. */
  restores(): number;
  /** The longest time to react to an inquiry, at this time. */
  thinkMs(): number;
  /** Called when the conversation has started. */
  onStarted(): void;
  onAcknowledged(request: Acknowledged): void;
  /** Called for a response that a server must not give. */
  onViolation(violation: string): void;
}

const readEveryMs = 3_000;

/** Goes on with a conversation until its agent has finished; one that is unknown after a restore is over. */
export type Resume = () => Promise<void>;

/** Acts as the person of one conversation, from the first message until the agent has finished; returns how to go on if that is undone. */
export async function runPerson(
  { client, watcher, seed, ...options }: PersonOptions,
  scenario: Scenario,
): Promise<Resume> {
  const random = createRandom(seed + scenario.number);
  const { snapshots } = watcher;
  let restores = options.restores();
  /** After a restore the same counts come again, for something else. */
  const history = () => (restores === 0 ? "" : `after restore ${restores}, `);
  const keyOf = (what: string) => `seed ${seed}, conversation ${scenario.number}, ${history()}${what}`;
  /** Whether what the person knows may be gone. */
  const isOutdated = () => restores !== options.restores();

  async function send(what: string, path: string, body: unknown): Promise<ApiResponse> {
    const request = { key: keyOf(what), path, body };
    const response = await client.post(request, random);
    if (response.status < 300) options.onAcknowledged({ request, body: response.body });
    else if (response.status !== 409 && !(response.status === 404 && isOutdated()))
      options.onViolation(`${request.key}: ${response.status} ${JSON.stringify(response.body)}`);
    return response;
  }

  const { body: conversation } = await send("start", "/v1/conversations", {
    agent: scenario.agent,
    title: `Conversation ${scenario.number}`,
    message: JSON.stringify({ script: scenario.script }),
  });
  options.onStarted();
  const path = `/v1/conversations/${conversation.id}`;
  const say = (what: string, separate: boolean) =>
    send(what, `${path}/messages`, { text: `This is ${keyOf(what)}.`, separate });
  if (scenario.interrupts) await say("interruption", true);

  for (let runs = 1; ; ) {
    const event = await watcher.next(conversation.id, snapshots);
    if (!event) break;
    const { type, data } = event;
    if (type === "inquiry.asked") await react(data.inquiry);
    if (type === "run.finished" && data.outcome === "finished") return finishByReading;
    if (type === "run.finished" || type === "run.failed") runs += 1;
    if (type === "run.finished") await say(`go on to run ${runs}`, false);
    if (type === "run.failed") await send(`retry as run ${runs}`, `${path}/retry`, {});
  }

  await finishByReading();
  return finishByReading;

  /** Goes on by the state of the conversation instead of its events. */
  async function finishByReading(): Promise<void> {
    for (let turn = 1; ; turn += 1) {
      restores = options.restores();
      const { status, body } = await client.get(path, random);
      if (status === 404 && restores > 0) return;
      if (body.status === "idle" && body.outcome === "finished") return;
      if (body.status === "parked" && body.inquiry?.status === "open" && !body.inquiry.heldUntil)
        await react(body.inquiry);
      else if (body.status === "idle") await say(`go on in turn ${turn}`, false);
      else if (body.status === "failed") await send(`retry in turn ${turn}`, `${path}/retry`, {});
      await delay(readEveryMs + random.below(readEveryMs));
    }
  }

  async function react(inquiry: { readonly id: string; readonly questions: readonly Question[] }): Promise<void> {
    const count = countOf(inquiry.id);
    const reaction = scenario.reactions[count % scenario.reactions.length] ?? "answer";
    await delay(random.below(options.thinkMs()));
    const resolve = (route: string, body: object = {}) =>
      send(`${route} ${count}`, `/v1/inquiries/${inquiry.id}/${route}`, {
        comment: keyOf(`${route} ${count}`),
        ...body,
      });
    const answers = inquiry.questions.map(({ id, options }) => ({ question: id, options: [random.pick(options).id] }));
    const requests: Readonly<Record<Reaction, () => readonly Promise<ApiResponse>[]>> = {
      answer: () => [resolve("answer", { answers })],
      hold: () => [resolve("answer", { answers, hold: 1 })],
      decline: () => [resolve("decline")],
      delegate: () => [resolve("delegate")],
      dismiss: () => [resolve("dismiss")],
      chat: () => [say(`chat ${count}`, false)],
      race: () => [resolve("answer", { answers }), resolve("decline"), resolve("delegate")],
      ignore: () => [],
    };
    const accepted = (await Promise.all(requests[reaction]())).filter(({ status }) => status === 202).length;
    const mayExpire = scenario.agent === "expiring";
    // One may have been accepted in a history that is lost, and another one after its restore.
    if (!isOutdated() && (accepted > 1 || (accepted === 0 && !mayExpire)))
      options.onViolation(`${keyOf(`${reaction} ${count}`)}: ${accepted} resolutions were accepted`);
  }
}
