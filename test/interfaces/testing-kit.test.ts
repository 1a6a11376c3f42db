import { createClient } from "@askback/client";
import { askbackUnderTest, conformance, createClock, createPerson, type Done, type Rule } from "@askback/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "../harness/server/server-process.ts";

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ config: "none" });
});
afterAll(() => server.stop());

const agent = () => createClient({ url: server.url, key: server.keys.ask });
const owner = () => createClient({ url: server.url, key: server.keys.answer });

const underTest = askbackUnderTest({
  agent,
  person: owner,
  async restart() {
    await server.kill();
    server = await startServerProcess({ config: "none", dataDir: server.dataDir });
  },
});

test.each(conformance.map((check) => [check.name, check] as const))("[TESTING-3] %s", async (_, { run }) => {
  expect(await run(underTest)).toBeUndefined();
});

/** A person, and what they did with the inquiry that they met next. */
function meeting(rules: readonly Rule[], clock?: ReturnType<typeof createClock>) {
  const { promise, resolve } = Promise.withResolvers<Done>();
  const seen = new Set<string>();
  const person = createPerson(owner(), rules, {
    ...(clock && { clock }),
    onDone: (done) => seen.has(done.inquiry.id) && resolve(done),
  });
  return {
    async ask(body: Parameters<ReturnType<typeof agent>["ask"]>[0]) {
      const reply = await agent().inquiries.ask(body);
      if (reply.ok) seen.add(reply.value.id);
      for (const done of person.done) if (seen.has(done.inquiry.id)) resolve(done);
      return reply.ok ? reply.value.id : "";
    },
    done: promise,
    stop: () => person.stop(),
  };
}

async function resolutionOf(id: string) {
  const read = await agent().inquiries.get(id, { wait: 30 });
  return read.ok ? read.value.resolution : undefined;
}

test("[TESTING-1] a person answers each question by the rule that is about it", { tags: "smoke" }, async () => {
  const options = ["Red", "Blue"];
  const meet = meeting([
    { on: "colour of the kit", does: { pick: "Blue", note: "Dark" } },
    { on: /name of the kit/, does: { say: "Askback" } },
  ]);
  const id = await meet.ask({
    questions: [{ question: "Which colour of the kit?", options }, { question: "Which name of the kit?" }],
  });
  expect(await resolutionOf(id)).toMatchObject({
    type: "answered",
    answers: [{ labels: ["Blue"], note: "Dark" }, { text: "Askback" }],
  });
  meet.stop();
});

test("[TESTING-1] a person declines, refuses a call, leaves open what no rule is about, and says what they could not do", async () => {
  const decline = meeting([{ on: "Decline kit?", does: "decline" }]);
  expect(await resolutionOf(await decline.ask({ question: "Decline kit?" }))).toMatchObject({ type: "declined" });
  decline.stop();
  const refuse = meeting([{ on: "kit_tool", does: "refuse" }]);
  const refused = await refuse.ask({ approval: { tool: "kit_tool", input: {} } });
  expect(await resolutionOf(refused)).toMatchObject({ answers: [{ labels: ["Refuse"] }] });
  refuse.stop();
  const silent = meeting([{ on: ({ agent: name }) => name === "somebody else", does: "decline" }]);
  const open = await silent.ask({ question: "Silent kit?" });
  expect(await silent.done).toMatchObject({ inquiry: { id: open, status: "open" } });
  expect((await silent.done).did).toBeUndefined();
  silent.stop();
  const wrong = meeting([{ on: "Wrong kit?", does: { pick: "Green" } }]);
  await wrong.ask({ question: "Wrong kit?", options: ["Red", "Blue"] });
  expect((await wrong.done).problem).toBe('"Green" is no option of "Wrong kit?"');
  wrong.stop();
});

test("[TESTING-1] a person takes a time by the clock, and changes their mind", async () => {
  const clock = createClock();
  const first = { pick: "Red" };
  const rule = { on: "Slow kit?", afterMs: 60_000, does: { first, last: { pick: "Blue" } } };
  const waiting = Promise.withResolvers<void>();
  const wait: typeof clock.wait = (ms, signal) => {
    waiting.resolve();
    return clock.wait(ms, signal);
  };
  const meet = meeting([rule], { ...clock, wait });
  const id = await meet.ask({ question: "Slow kit?", options: ["Red", "Blue"] });
  await waiting.promise;
  await clock.turn(59_999);
  expect(await agent().inquiries.get(id)).toMatchObject({ value: { status: "open" } });
  await clock.turn(1);
  expect(await resolutionOf(id)).toMatchObject({ answers: [{ labels: ["Blue"] }] });
  const events = owner().events({ after: "0" });
  const types: string[] = [];
  for await (const event of events) {
    if (!JSON.stringify(event).includes(id)) continue;
    types.push(event.type);
    if (event.type === "inquiry.resolved") break;
  }
  events.close();
  expect(types).toEqual(["inquiry.asked", "inquiry.held", "inquiry.reopened", "inquiry.resolved"]);
  meet.stop();
});
