import { expect, test } from "vitest";
import { conformance } from "./conformance.ts";
import type { ServerUnderTest } from "./server-under-test.ts";

interface Stored {
  readonly labels: readonly string[];
  text?: string;
}

/** A server in memory that keeps every promise, but for what a test replaces. */
function createServer(
  broken: (questions: Map<string, Stored>, good: ServerUnderTest) => Partial<ServerUnderTest> = () => ({}),
) {
  const questions = new Map<string, Stored>();
  const good: ServerUnderTest = {
    async ask({ key, labels }) {
      if (!questions.has(key)) questions.set(key, { labels });
      return key;
    },
    async answer(key, label) {
      const question = questions.get(key);
      if (!question?.labels.includes(label)) return false;
      question.text ??= label;
      return question.text === label;
    },
    answerNothing: async () => false,
    answerUnoffered: async () => false,
    answerAsAgent: async () => false,
    read: async (key) => ({ isOpen: questions.get(key)?.text === undefined, text: questions.get(key)?.text }),
    restart: async () => {},
  };
  return { ...good, ...broken(questions, good) };
}

/** The names of the checks that a server fails. */
async function failures(server: ServerUnderTest): Promise<readonly string[]> {
  const results = await Promise.allSettled(conformance.map(({ run }) => run(server)));
  return conformance.filter((_, index) => results[index]?.status === "rejected").map(({ name }) => name);
}

test("[KIT-3] a server that keeps every promise passes, and says what could not be checked", async () => {
  expect(await failures(createServer())).toEqual([]);
  const { restart: _, ...fixed } = createServer();
  expect(await conformance.at(-1)?.run(fixed)).toBe("the server cannot be restarted from here");
});

test("[KIT-4] each check fails for a server that breaks its promise", async () => {
  const overwriting = createServer((questions) => ({
    async answer(key, label) {
      const question = questions.get(key);
      if (question) question.text = label;
      return question !== undefined;
    },
  }));
  expect(await failures(overwriting)).toEqual([conformance[0]?.name, conformance[1]?.name]);
  let count = 0;
  const forgetful = createServer((_, good) => ({ ask: (question) => good.ask({ ...question, key: String(++count) }) }));
  expect(await failures(forgetful)).toEqual([conformance[2]?.name, conformance[6]?.name]);
  const trusting = createServer((_, good) => ({ answerAsAgent: good.answer }));
  expect(await failures(trusting)).toEqual([conformance[3]?.name]);
  const single = createServer((_, good) => ({ ask: (question) => good.ask({ ...question, key: "one" }) }));
  expect(await failures(single)).toContain(conformance[4]?.name);
  const impatient = createServer((questions) => ({
    async answerNothing(key) {
      const question = questions.get(key);
      if (question) question.text = "Yes";
      return true;
    },
  }));
  expect(await failures(impatient)).toEqual([conformance[5]?.name]);
  const volatile = createServer((questions) => ({ restart: async () => questions.clear() }));
  expect(await failures(volatile)).toContain(conformance[6]?.name);
});
