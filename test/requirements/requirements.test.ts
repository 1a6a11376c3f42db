import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { elsewhere, items } from "./items.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = `${root}/docs/requirements.md`;
const ids = Object.entries(items).flatMap(([source, words]) => words.map((_, index) => itemId(source, index)));

/** A rule with an item that it names in brackets. */
const named = [...readFileSync(`${root}/SPEC.md`, "utf8").matchAll(/^- (\S+) .*\[([^\]]+)\]$/gm)].flatMap(
  ([, rule = "", list = ""]) => itemsIn(list).map((item) => ({ rule, item })),
);

interface Proof {
  readonly file: string;
  readonly rules: readonly string[];
  readonly items: readonly string[];
  readonly title: string;
}

/** The tests that name items after their rules, in brackets of their own. */
const proofs = globSync("{packages,test}/**/*.{test,contract}.{ts,tsx}", {
  cwd: root,
  exclude: ["**/node_modules/**", "**/dist/**"],
})
  .sort()
  .flatMap((file) => proofsIn(file, readFileSync(`${root}/${file}`, "utf8")));

test("[REPO-4] docs/requirements.md lists the rules and tests of every item; `npx vitest run test/requirements --update` writes it", async () => {
  await expect(table()).toMatchFileSnapshot(page);
});

test("[REPO-4] every item is proven by a test, or says where it belongs, and not both", () => {
  expect(ids).toHaveLength(165);
  const proven = new Set(proofs.flatMap((proof) => proof.items));
  expect(ids.filter((id) => proven.has(id) === Object.hasOwn(elsewhere, id))).toEqual([]);
  expect([...proven, ...named.map(({ item }) => item)].filter((id) => !ids.includes(id))).toEqual([]);
});

test("[REPO-4] a rule and its tests name the same items", () => {
  const isCovered = (rule: string, item: string) => named.some((one) => one.rule === rule && one.item === item);
  const uncovered = proofs.flatMap(({ rules, items: proven, title }) =>
    proven.filter((item) => !rules.some((rule) => isCovered(rule, item))).map((item) => `${item}: ${title}`),
  );
  expect(uncovered).toEqual([]);
  const unproven = named.filter(
    ({ rule, item }) => !proofs.some(({ rules, items: proven }) => rules.includes(rule) && proven.includes(item)),
  );
  expect(unproven).toEqual([]);
});

function proofsIn(file: string, text: string): Proof[] {
  const titles = text.matchAll(/(["'`])((?:\[[A-Z]+-\d+\] )+)\[(S\d-[^\]]+)\] ((?:(?!\1).)*)\1/g);
  return [...titles].map(([, , rules = "", list = "", title = ""]) => ({
    file: basename(file),
    rules: [...rules.matchAll(/[A-Z]+-\d+/g)].map(([rule]) => rule),
    items: itemsIn(list),
    title,
  }));
}

function table(): string {
  const sections = Object.entries(items).map(([source, words]) => {
    const rows = words.map((text, index) => rowOf(itemId(source, index), text));
    return [`## ${source}`, "", "| item | what it asks | rules | tests |", "|---|---|---|---|", ...rows].join("\n");
  });
  const head = [
    "# From the source documents to rules and tests",
    "",
    "Askback unites the tools of five source documents: S0 (with the conversations API) and S1 describe `ask_user_question`, S2 (with the",
    "projects API) `ask_user`, S3 `question`, S4 (with the sessions API) `AskUserQuestion`. For each of their items, this page lists the rules of",
    "[SPEC.md](../SPEC.md) that cover it and the tests that prove it: they name the item in their title, and `npx vitest run -t S0-06` runs those of one.",
    "A test generates this page, and fails when it is out of date.",
  ];
  return `${[head.join("\n"), ...sections].join("\n\n")}\n`;
}

function rowOf(id: string, text: string): string {
  const rules = named.filter(({ item }) => item === id).map(({ rule }) => rule);
  if (rules.length === 0) return `| ${id} | ${text} | ${elsewhere[id] ?? ""} | |`;
  const tests = proofs
    .filter((proof) => proof.items.includes(id))
    .map(({ file, title }) => `${file}: ${title.replaceAll("|", "\\|")}`);
  return `| ${id} | ${text} | ${rules.join(", ")} | ${tests.join("<br>")} |`;
}

function itemId(source: string, index: number): string {
  return `${source}-${String(index + 1).padStart(2, "0")}`;
}

function itemsIn(list: string): string[] {
  return list.split(", ").filter((item) => /^S\d/.test(item));
}
