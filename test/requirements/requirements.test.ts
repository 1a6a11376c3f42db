import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { elsewhere, items } from "./items.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = `${root}/docs/requirements.md`;

/** Rules by the items that they name in brackets; `S0-01..S0-10` names all in between. */
const rulesByItem = new Map<string, string[]>();
for (const [, rule = "", named = ""] of readFileSync(`${root}/SPEC.md`, "utf8").matchAll(/^- (\S+) .*\[([^\]]+)\]$/gm))
  for (const item of named.split(", ").flatMap(inRange))
    rulesByItem.set(item, [...(rulesByItem.get(item) ?? []), rule]);

const testFiles = globSync("{packages,test}/**/*.{test,contract}.ts", {
  cwd: root,
  exclude: ["**/node_modules/**", "**/dist/**"],
})
  .sort()
  .map((file) => ({ file, text: readFileSync(`${root}/${file}`, "utf8") }));

test("[REPO-4] docs/requirements.md leads from every item to its rules and their tests; `npx vitest -u` writes it anew", async () => {
  await expect(table()).toMatchFileSnapshot(page);
});

test("[REPO-4] every item has a rule, or says where it belongs, and not both", () => {
  const ids = Object.entries(items).flatMap(([seed, words]) => words.map((_, index) => itemId(seed, index)));
  expect(ids).toHaveLength(165);
  expect(ids.filter((id) => rulesByItem.has(id) === Object.hasOwn(elsewhere, id))).toEqual([]);
  const unknown = [...rulesByItem.keys()].filter((id) => /^S\d/.test(id) && !ids.includes(id));
  expect(unknown).toEqual([]);
});

function table(): string {
  const sections = Object.entries(items).map(([seed, words]) => {
    const rows = words.map((text, index) => rowOf(itemId(seed, index), text));
    return [`## ${seed}`, "", "| item | what it asks | rules | tests |", "|---|---|---|---|", ...rows].join("\n");
  });
  const head = [
    "# From the source documents to rules and tests",
    "",
    "Five documents describe the tools that Askback unites: S0 and S1 `ask_user_question`, S2 `ask_user`, S3 `question`, S4",
    "`AskUserQuestion`. For each of their items: the rules of [SPEC.md](../SPEC.md) that cover it and the tests that name those rules.",
    "This page is made by a test, which fails when it is out of date.",
  ];
  return `${[head.join("\n"), ...sections].join("\n\n")}\n`;
}

function rowOf(id: string, text: string): string {
  const rules = rulesByItem.get(id) ?? [];
  if (rules.length === 0) return `| ${id} | ${text} | ${elsewhere[id] ?? ""} | |`;
  const named = testFiles.filter((some) => rules.some((rule) => some.text.includes(`[${rule}]`)));
  return `| ${id} | ${text} | ${rules.join(", ")} | ${named.map(({ file }) => basename(file)).join(", ")} |`;
}

function itemId(seed: string, index: number): string {
  return `${seed}-${String(index + 1).padStart(2, "0")}`;
}

function inRange(text: string): string[] {
  const [, seed = "", first = "", last = ""] = /^(S\d)-(\d+)\.\.S\d-(\d+)$/.exec(text) ?? [];
  if (seed === "") return [text];
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) =>
    itemId(seed, Number(first) + index - 1),
  );
}
