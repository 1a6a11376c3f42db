/** Reproducible randomness: the same seed gives the same values. */
export interface Random {
  /** A whole number from 0 up to, and without, `end`. */
  below(end: number): number;
  pick<Item>(items: readonly Item[]): Item;
  text(): string;
  json(depth?: number): unknown;
}

const pieces = [
  "",
  " ",
  "a",
  "Other",
  "é",
  "e\u0301",
  "🙂",
  "\u202e",
  "\u200b",
  "\u0000",
  "\ud800",
  "\n",
  '"',
  "\\",
  "<b>",
  "%",
  "{",
  "[",
  "null",
  "__proto__",
  "0",
  "ﬁ",
  "İ",
  "\u2028",
  "\uffff",
];
const numbers = [0, -0, 1, -1, 0.5, 1e21, -1e308, 2 ** 53, 4294967296, 1e-7];

/** mulberry32 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  }
  const random: Random = {
    below: (end) => Math.floor(next() * end),
    pick: (items) => items[random.below(items.length)] as (typeof items)[number],
    text() {
      const text = Array.from({ length: random.below(6) }, () => random.pick(pieces)).join("");
      return random.below(50) === 0 ? text.padEnd(random.pick([61, 301, 1_001, 20_000]), "x") : text;
    },
    json(depth = 3) {
      switch (random.below(depth > 0 ? 8 : 5)) {
        case 0:
          return null;
        case 1:
          return random.below(2) === 0;
        case 2:
          return random.pick(numbers);
        case 3:
        case 4:
          return random.text();
        case 5:
        case 6:
          return Array.from({ length: random.below(5) }, () => random.json(depth - 1));
        default:
          return randomObject(random, depth);
      }
    },
  };
  return random;
}

const names = [
  "questions",
  "question",
  "options",
  "label",
  "answers",
  "text",
  "agent",
  "message",
  "comment",
  "header",
  "__proto__",
  "constructor",
  "toString",
  "multiSelect",
  "x",
];

function randomObject(random: Random, depth: number): object {
  const entries = Array.from(
    { length: random.below(4) },
    () => `${JSON.stringify(random.pick(names))}:${JSON.stringify(random.json(depth - 1))}`,
  );
  // Parsed, so that `__proto__` is an ordinary field, as in a request.
  return JSON.parse(`{${entries.join(",")}}`);
}
