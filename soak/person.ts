import { setTimeout as rest } from "node:timers/promises";
import { countOf, type Question } from "@askback/core";
import type { ApiResponse } from "../test/support/api.ts";
import { createRandom } from "../test/support/random.ts";
import type { Client, Request } from "./client.ts";
import type { Plot, Reaction } from "./plot.ts";
import type { Watcher } from "./watcher.ts";

/** What a server said that it had recorded. */
export interface Acknowledged {
  readonly request: Request;
  readonly body: ApiResponse["body"];
}

export interface World {
  readonly client: Client;
  readonly watcher: Watcher;
  readonly seed: number;
  /** How long people think about an inquiry at most, at this time. */
  thinkMs(): number;
  /** Told when the conversation has begun. */
  started(): void;
  acknowledged(acknowledged: Acknowledged): void;
  /** Told of what no server should say. */
  surprised(what: string): void;
}

/** Plays the person of one conversation, from the first message until the agent has finished. */
export async function playPerson({ client, watcher, seed, ...world }: World, plot: Plot): Promise<void> {
  const random = createRandom(seed + plot.number);
  const keyOf = (what: string) => `seed ${seed}, conversation ${plot.number}, ${what}`;

  async function send(what: string, path: string, body: unknown): Promise<ApiResponse> {
    const request = { key: keyOf(what), path, body };
    const response = await client.post(request, random);
    if (response.status < 300) world.acknowledged({ request, body: response.body });
    else if (response.status !== 409)
      world.surprised(`${request.key}: ${response.status} ${JSON.stringify(response.body)}`);
    return response;
  }

  const { body: conversation } = await send("start", "/v1/conversations", {
    agent: plot.agent,
    title: `Conversation ${plot.number}`,
    message: JSON.stringify({ script: plot.script }),
  });
  world.started();
  const path = `/v1/conversations/${conversation.id}`;
  const say = (what: string, separate: boolean) =>
    send(what, `${path}/messages`, { text: `This is ${keyOf(what)}.`, separate });
  if (plot.interrupts) await say("interruption", true);

  for (let runs = 1; ; ) {
    const { type, data } = await watcher.next(conversation.id);
    if (type === "inquiry.asked") await meet(data.inquiry);
    if (type === "run.finished" && data.outcome === "finished") return;
    if (type === "run.finished" || type === "run.failed") runs += 1;
    if (type === "run.finished") await say(`go on to run ${runs}`, false);
    if (type === "run.failed") await send(`retry as run ${runs}`, `${path}/retry`, {});
  }

  async function meet(inquiry: { readonly id: string; readonly questions: readonly Question[] }): Promise<void> {
    const count = countOf(inquiry.id);
    const reaction = plot.reactions[count % plot.reactions.length] ?? "answer";
    await rest(random.below(world.thinkMs()));
    const settle = (route: string, body: object = {}) =>
      send(`${route} ${count}`, `/v1/inquiries/${inquiry.id}/${route}`, {
        comment: keyOf(`${route} ${count}`),
        ...body,
      });
    const answers = inquiry.questions.map(({ id, options }) => ({ question: id, options: [random.pick(options).id] }));
    const wishes: Readonly<Record<Reaction, () => readonly Promise<ApiResponse>[]>> = {
      answer: () => [settle("answer", { answers })],
      hold: () => [settle("answer", { answers, hold: 1 })],
      decline: () => [settle("decline")],
      delegate: () => [settle("delegate")],
      dismiss: () => [settle("dismiss")],
      chat: () => [say(`chat ${count}`, false)],
      race: () => [settle("answer", { answers }), settle("decline"), settle("delegate")],
      leave: () => [],
    };
    const granted = (await Promise.all(wishes[reaction]())).filter(({ status }) => status === 202).length;
    const mayExpire = plot.agent === "hasty";
    if (granted > 1 || (granted === 0 && !mayExpire))
      world.surprised(`${keyOf(`${reaction} ${count}`)}: ${granted} wishes were granted`);
  }
}
