import { setTimeout as delay } from "node:timers/promises";
import { createRandom } from "../test/harness/fuzz/random.ts";
import type { ApiResponse } from "../test/harness/server/api.ts";
import type { PersonOptions, Resume } from "./person.ts";

/** Requests wait for less than a client waits for a response. */
const waitSeconds = 2;
const threads = 4;
/** More than the second to which the store's time is known. */
const deadlineMs = 2_500;

type Reaction = "answer" | "amend" | "hold" | "withdraw" | "ignore" | "race";

/** A program that asks under one key until it knows the end, and the person who reacts; returns how to go on if that is undone. */
export async function runAsker({ client, seed, ...options }: PersonOptions, number: number): Promise<Resume> {
  const random = createRandom(seed + number);
  const name = `seed ${seed}, ask ${number}`;
  const reaction = random.pick<Reaction>(["answer", "answer", "amend", "hold", "withdraw", "ignore", "race"]);
  const thread = random.below(2) === 0 ? { thread: `seed ${seed}, thread ${random.below(threads)}` } : {};
  let found: { readonly id: string; readonly restores: number } | undefined;
  let turn = 0;

  /** Asks, or asks again: under its key there is one inquiry, unless a restore has lost it. */
  async function ask(): Promise<ApiResponse["body"] | undefined> {
    const restores = options.restores();
    const deadline = reaction === "ignore" ? { deadline: new Date(client.storeTime() + deadlineMs).toISOString() } : {};
    const body = { question: `${name}?`, options: ["Yes", "No"], key: name, ...thread, ...deadline, state: { number } };
    const { status, body: inquiry } = await client.program.post("/v1/inquiries", body, random);
    if (restores !== options.restores()) return undefined;
    // A request that faults have delayed past its deadline is refused, and is made again with a later one.
    if (status === 400 && inquiry.errors?.[0]?.pointer === "/deadline") return undefined;
    if (status !== 200 && status !== 201) {
      options.onViolation(`${name}: ${status} ${JSON.stringify(inquiry)}`);
      return undefined;
    }
    if (found?.restores === restores && found.id !== inquiry.id)
      options.onViolation(`${name}: its key found ${found.id} and then ${inquiry.id}`);
    if (inquiry.origin?.state?.number !== number) options.onViolation(`${name}: its state did not come back`);
    found = { id: inquiry.id, restores };
    return inquiry;
  }

  async function answer(inquiry: ApiResponse["body"], option: string, more: object = {}): Promise<ApiResponse> {
    turn += 1;
    const request = {
      key: `${name}, answer ${turn} after restore ${options.restores()}`,
      path: `/v1/inquiries/${inquiry.id}/answer`,
      body: {
        answers: [{ question: "q1", options: [option] }],
        revision: inquiry.revision,
        comment: `${name}, ${turn}`,
        ...more,
      },
    };
    const response = await client.post(request, random);
    if (response.status === 202) options.onAcknowledged({ request, body: response.body });
    return response;
  }

  async function react(inquiry: ApiResponse["body"]): Promise<readonly ApiResponse[]> {
    const path = `/v1/inquiries/${inquiry.id}`;
    await delay(random.below(options.thinkMs()));
    switch (reaction) {
      case "answer":
        return [await answer(inquiry, "o1")];
      case "hold":
        return [await answer(inquiry, "o2", { hold: 1 })];
      case "amend": {
        turn += 1;
        await client.program.patch(path, { context: `Change ${turn}` }, random);
        const stale = await answer(inquiry, "o1");
        const { body: amended } = await client.program.get(path, random);
        if (stale.status === 202 && amended.revision > inquiry.revision)
          options.onViolation(`${name}: an answer to revision ${inquiry.revision} resolved ${amended.revision}`);
        return [stale, amended.id === undefined ? stale : await answer(amended, "o2")];
      }
      case "withdraw":
        return [await client.program.post(`${path}/withdraw`, {}, random)];
      case "race":
        return Promise.all([
          answer(inquiry, "o1"),
          answer(inquiry, "o2"),
          client.program.post(`${path}/withdraw`, {}, random),
        ]);
      case "ignore":
        return [];
    }
  }

  /** Reads until the inquiry is resolved; undefined if a restore has lost or reopened it. */
  async function untilResolved(id: string, restores: number): Promise<ApiResponse["body"] | undefined> {
    while (restores === options.restores()) {
      const { status, body } = await client.program.get(`/v1/inquiries/${id}?wait=${waitSeconds}`, random);
      if (body.resolution) return body;
      if (status !== 200 || (body.status === "open" && reaction !== "ignore")) return undefined;
    }
    return undefined;
  }

  async function finish(): Promise<void> {
    for (;;) {
      const inquiry = await ask();
      if (inquiry?.resolution) return;
      if (!inquiry) continue;
      const restores = options.restores();
      const accepted = (await react(inquiry)).filter(({ status }) => status === 202);
      const end = await untilResolved(inquiry.id, restores);
      if (!end || restores !== options.restores()) continue;
      for (const { body } of accepted)
        if (body.at !== end.receipt.at || body.resolution !== end.receipt.resolution)
          options.onViolation(
            `${name}: it was told ${JSON.stringify(body)}, and the end is ${JSON.stringify(end.receipt)}`,
          );
    }
  }

  await ask();
  options.onStarted();
  await finish();
  return finish;
}
