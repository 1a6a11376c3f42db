import type { Random } from "./random.ts";

// biome-ignore lint/suspicious/noExplicitAny: the point is to put anything anywhere
type Anything = any;

const texts = ["Which one?", "How many, and why?", "Où ça ?", "Was nun? 🙂"];
const labels = ["Red", "Green, or so", "Blau", "黄色"];

/** An ask that the default contract accepts. */
export function validAsk(random: Random): Anything {
  return {
    questions: texts.slice(0, 1 + random.below(4)).map((question) => ({
      question,
      ...(random.below(2) === 0 && { header: "Short" }),
      options: labels
        .slice(0, 2 + random.below(3))
        .map((label) => ({ label, ...(random.below(2) === 0 && { description: "…" }) })),
      ...(random.below(2) === 0 && { multiSelect: random.below(2) === 0 }),
    })),
  };
}

/** Values that cannot be read as the text, list or object of the contract. */
const nonsense = [7, true, -0.5, [7], { a: 1 }];
/** What must be there may not be null either, which stands for what is absent. */
const noValue = [null, ...nonsense];
const blanks = ["", " ", "\n\t", "\u200b", "\u0000\u202e", "\u3000\u00a0"];

type Fault = (ask: Anything, random: Random) => Anything;

const anyQuestion = (ask: Anything, random: Random) => random.pick<Anything>(ask.questions);
const anyOption = (ask: Anything, random: Random) => random.pick<Anything>(anyQuestion(ask, random).options);

/** Each makes a valid ask one that must be refused. */
const faults: readonly Fault[] = [
  (_, random) => random.pick<Anything>([null, 7, "text", [], "[", "{", '"questions"', true, [[]], {}]),
  (_, random) => ({
    questions: random.pick<Anything>([null, 7, "text", {}, [], "[]", "[", true, [null], [[]], ["x"], [7]]),
  }),
  (ask) => ({ question: ask.questions }),
  (ask) => ({ ...ask, questions: [...ask.questions, ...Array(4).fill(ask.questions[0])] }),
  (ask, random) => ({ ...ask, [random.pick(["answers", "extra", "Questions", "toString", ""])]: random.json() ?? 7 }),
  (ask, random) => JSON.parse(JSON.stringify(ask).replace("{", `{"__proto__":${JSON.stringify(random.json(1) ?? 7)},`)),
  (ask) => ({
    ...ask,
    questions: [
      ...ask.questions.slice(0, 3),
      { ...ask.questions[0], question: ` ${ask.questions[0].question.toUpperCase()} ` },
    ],
  }),
  set(anyQuestion, "question", (random) => random.pick<Anything>([...noValue, ...blanks, "x".repeat(1_001)])),
  set(anyQuestion, "header", (random) => random.pick<Anything>([...nonsense, "thirteen char"])),
  set(anyQuestion, "options", (random) => random.pick<Anything>([...noValue, [], [{ label: "one" }], "options", "[]"])),
  set(anyQuestion, "options", () => Array.from({ length: 5 }, (_, index) => ({ label: String(index) }))),
  set(anyQuestion, "options", (random) => [
    { label: "Same" },
    { label: random.pick(["Same", " same ", "SAME", "Sa\u200bme"]) },
  ]),
  set(anyQuestion, "multiSelect", (random) => random.pick<Anything>([0, 1, "true", "", [], {}])),
  set(anyQuestion, "answer", (random) => random.json() ?? 7),
  set(anyQuestion, "multiple", (random) => random.json() ?? 7),
  set(anyOption, "label", (random) =>
    random.pick<Anything>([...noValue, ...blanks, "x".repeat(61), "Other", "other…", " OTHER: "]),
  ),
  set(anyOption, "description", (random) => random.pick<Anything>([...nonsense, "x".repeat(301)])),
  set(anyOption, "selected", (random) => random.json() ?? 7),
  set(anyOption, "header", (random) => random.pick<Anything>(nonsense)),
  without(anyQuestion, "question"),
  without(anyQuestion, "options"),
  without(anyOption, "label"),
  (_, random) => deep(random.pick(["[", '{"questions":']), random.pick([10, 1_000, 20_000])),
];

/** An ask that must be refused, or anything at all. */
export function malformedAsk(random: Random): Anything {
  if (random.below(4) === 0) return random.json(5);
  return random.pick(faults)(validAsk(random), random);
}

function set(
  target: (ask: Anything, random: Random) => Anything,
  field: string,
  value: (random: Random) => Anything,
): Fault {
  return (ask, random) => {
    target(ask, random)[field] = value(random);
    return ask;
  };
}

function without(target: (ask: Anything, random: Random) => Anything, field: string): Fault {
  return (ask, random) => {
    delete target(ask, random)[field];
    return ask;
  };
}

function deep(opening: string, depth: number): Anything {
  const closing = opening === "[" ? "]" : "}";
  return JSON.parse(opening.repeat(depth) + (opening === "[" ? "" : "0") + closing.repeat(depth));
}
