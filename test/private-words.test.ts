import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Written in halves, so that this file does not contain them. */
const words = [
  ["wi", "sh"],
  ["de", "sk"],
  ["drow", "sy"],
  ["err", "and"],
  ["leads", "Astray"],
  ["ask", "Leave"],
  ["Agent", "Face"],
  ["face", "Of"],
  ["hea", "rd"],
  ["onH", "eard"],
  ["note", "pad"],
  ["pup", "pet"],
  ["never", "Left"],
  ["is", "Victim"],
  ["bu", "ry"],
  ["wit", "ness"],
  ["keep", "er"],
  ["st", "ir"],
  ["Child", "Care"],
  ["carry", "Out"],
  ["su", "lk"],
  ["has", "ty"],
].map((halves) => halves.join(""));

test("[REPO-6] words of our own that a reader would have to learn are used nowhere", () => {
  const pattern = new RegExp(`\\b(${words.join("|")})(s|es)?\\b`, "i");
  const folders = ["packages", "test", "bench", "soak", "docs", "scripts", "simulate", "clients", "examples", "*.md"];
  const files = execFileSync("git", ["ls-files", ...folders], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");
  const texts = files.filter((file) => /\.(tsx?|m?js|css|md|html|json|sql|ya?ml|sh)$/.test(file));
  const found = texts.flatMap((file) =>
    readFileSync(`${root}/${file}`, "utf8")
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(texts.length).toBeGreaterThan(800);
  expect(found).toEqual([]);
});
