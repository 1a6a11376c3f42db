import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Pages that few people open have messages of their own. */
const rooms = globSync("*.ts", { cwd: `${root}/packages/web/src/i18n/en` }).map((file) => basename(file, ".ts"));
const modules: readonly Readonly<Record<string, Readonly<Record<string, string>>>>[] = await Promise.all([
  ...["react/src/i18n/en/index.ts", "web/src/i18n/en.ts"].map((file) => import(`../packages/${file}`)),
  ...rooms.map((room) => import(`../packages/web/src/i18n/en/${room}.ts`)),
]);
const catalogues = modules.flatMap((module) => Object.values(module));
const sources = globSync(["packages/{react,web}/src/**/*.{ts,tsx}", "packages/mcp/src/page/**/*.{ts,tsx}"], {
  cwd: root,
})
  .filter((file) => !/\.test\.tsx?$|\/testing\/|\/i18n\/(?:[a-z]{2}(?:-[A-Z]{2})?)[./]/.test(file))
  .map((file) => ({ file, text: readFileSync(`${root}/${file}`, "utf8") }));

/** Attributes with visible or announced text, which belongs in a catalogue. Biome checks JSX text. */
const spoken =
  /\b(?:aria-label|aria-description|aria-roledescription|aria-valuetext|title|placeholder|alt|label)=(?:"|\{["'`])[^"'`}]*\p{L}/u;
const announced = /\bannounce\(\s*["'`][^"'`]*\p{L}/u;
const braced = />\s*\{\s*["'`][^"'`]*\p{L}{2}/u;

test("[LANGUAGE-1] [S3-21] no visible or announced text is written in the code", () => {
  const written = sources.flatMap(({ file, text }) =>
    text
      .split("\n")
      .flatMap((line, index) =>
        [spoken, announced, braced].some((pattern) => pattern.test(line))
          ? [`${file}:${index + 1} ${line.trim()}`]
          : [],
      ),
  );
  expect(sources.length).toBeGreaterThan(50);
  expect(written).toEqual([]);
});

test("[LANGUAGE-1] every message of the catalogues is used", () => {
  const code = sources.map(({ text }) => text).join("\n");
  const unsaid = catalogues.flatMap(Object.keys).filter((id) => !isSaid(id, code));
  expect(unsaid).toEqual([]);
});

/** Whether the id, or a template such as `card.state.${state}` that gives it, is in the code. */
function isSaid(id: string, code: string): boolean {
  if (code.includes(`"${id}"`)) return true;
  const parts = id.split(".");
  return parts.some((_, index) => index > 0 && code.includes(`\`${parts.slice(0, index).join(".")}.\${`));
}
