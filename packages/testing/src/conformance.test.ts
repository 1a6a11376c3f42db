import { expect, test } from "vitest";
import { conformance } from "./conformance.ts";
import type { ServerUnderTest } from "./server-under-test.ts";

interface Stored {
  readonly labels: readonly string[];
  readonly state?: unknown;
  text?: string;
  ending?: string;
  before?: readonly string[];
  claimant?: string;
}

/** A server in memory that keeps every promise, but for what a test replaces. */
function createServer(
  broken: (questions: Map<string, Stored>, good: ServerUnderTest) => Partial<ServerUnderTest> = () => ({}),
) {
  const questions = new Map<string, Stored>();
  const good: ServerUnderTest = {
    async ask({ key, labels, state }) {
      if (!questions.has(key)) questions.set(key, { labels, state });
      return key;
    },
    async answer(key, label) {
      const question = questions.get(key);
      if (!question?.labels.includes(label) || question.ending) return false;
      question.text ??= label;
      return question.text === label;
    },
    answerNothing: async () => false,
    answerUnoffered: async () => false,
    answerAsAgent: async () => false,
    async read(key) {
      const { text, ending } = questions.get(key) ?? { labels: [] };
      return { isOpen: text === undefined && ending === undefined, text, ending };
    },
    restart: async () => {},
    async end(key, ending) {
      const question = questions.get(key);
      if (question) question.ending ??= ending;
      return question?.ending === ending;
    },
    async askUntilExpired(question) {
      questions.set(question.key, { labels: question.labels, ending: "expired" });
      return question.key;
    },
    async amend(key, labels) {
      questions.set(key, { ...questions.get(key), labels });
    },
    answerAsItWas: async () => false,
    readState: async (key) => ({ asAgent: questions.get(key)?.state, asPerson: undefined }),
    async claim(key, claimant) {
      const question = questions.get(key);
      if (question) question.claimant ??= claimant;
      return question?.claimant === claimant;
    },
  };
  return { ...good, ...broken(questions, good) };
}

/** The names of the checks that a server fails. */
async function failures(server: ServerUnderTest): Promise<readonly string[]> {
  const results = await Promise.allSettled(conformance.map(({ run }) => run(server)));
  return conformance.filter((_, index) => results[index]?.status === "rejected").map(({ name }) => name);
}

test("[TESTING-3] a server that keeps every promise passes, and says what could not be checked", async () => {
  expect(await failures(createServer())).toEqual([]);
  const { restart: _, ...fixed } = createServer();
  expect(await conformance[6]?.run(fixed)).toBe("the server cannot be restarted from here");
  const { end, askUntilExpired, amend, readState, claim, ...plain } = createServer();
  const skipped = await Promise.all(conformance.slice(7).map(({ run }) => run(plain)));
  expect(skipped.every((reason) => reason !== undefined)).toBe(true);
});

test("[TESTING-4] each check fails for a server that breaks its promise", async () => {
  const overwriting = createServer((questions) => ({
    async answer(key, label) {
      const question = questions.get(key);
      if (!question || question.ending) return false;
      question.text = label;
      return true;
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

test("[TESTING-4] each check of endings, changes, state and claims fails for a server that breaks its promise", async () => {
  const names = conformance.map(({ name }) => name);
  const failedBy = (broken: Parameters<typeof createServer>[0]) => failures(createServer(broken));
  const withEnding = names.slice(7, 10);
  // What was ended takes answers still, or ends in another way than it says.
  const reopening = await failedBy((questions) => ({
    async answer(key, label) {
      const question = questions.get(key);
      if (!question?.labels.includes(label)) return false;
      delete question.ending;
      question.text ??= label;
      return question.text === label;
    },
  }));
  expect(reopening).toEqual([...withEnding, names[10]]);
  const vague = await failedBy((questions) => ({
    async end(key) {
      Object.assign(questions.get(key) ?? {}, { ending: "closed" });
      return true;
    },
  }));
  expect(vague).toEqual(withEnding);
  // Silence is taken for consent.
  const consenting = await failedBy((questions) => ({
    async askUntilExpired({ key, labels }) {
      questions.set(key, { labels, text: "Yes" });
      return key;
    },
  }));
  expect(consenting).toEqual([names[10]]);
  expect(await failedBy((_, good) => ({ answerAsItWas: good.answer }))).toEqual([names[11]]);
  const talkative = await failedBy((questions) => ({
    readState: async (key) => ({ asAgent: questions.get(key)?.state, asPerson: questions.get(key)?.state }),
  }));
  expect(talkative).toEqual([names[12]]);
  expect(await failedBy(() => ({ readState: async () => ({ asAgent: {}, asPerson: undefined }) }))).toEqual([
    names[12],
  ]);
  expect(await failedBy(() => ({ claim: async () => true }))).toEqual([names[13]]);
});
