import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commandName, nameCommands } from "./command-name.ts";

const cwd = () => "/";
const checkout = { argv: ["node", "/home/ana/askback/packages/cli/src/main.ts"], env: {}, cwd };
const installed = { argv: ["node", "/usr/local/bin/askback"], env: {}, cwd };
const byNpx = { argv: ["node", "/home/ana/app/node_modules/.bin/askback"], env: { npm_command: "exec" }, cwd };
const byPnpm = { ...byNpx, env: { npm_config_user_agent: "pnpm/10.1.0 npm/? node/v24" } };

test("[CLI-7] the command's name depends on how the program was started", () => {
  expect(commandName(checkout)).toBe("npm run askback --");
  expect(commandName({ ...checkout, env: { npm_command: "run", npm_lifecycle_event: "start" } })).toBe(
    "npm run askback --",
  );
  expect(commandName(installed)).toBe("askback");
  expect(commandName(byNpx)).toBe("npx askback");
  expect(commandName({ ...byNpx, env: {} })).toBe("npx askback");
});

test("[CLI-7] pnpm starts the program by its name only where it is installed", () => {
  const folder = mkdtempSync(join(tmpdir(), "askback-command-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inside = join(folder, "packages", "agents");
  mkdirSync(inside, { recursive: true });
  expect(commandName({ ...byPnpm, cwd: () => inside })).toBe("pnpm dlx askback");
  mkdirSync(join(folder, "node_modules", ".bin"), { recursive: true });
  writeFileSync(join(folder, "node_modules", ".bin", "askback"), "");
  expect(commandName({ ...byPnpm, cwd: () => inside })).toBe("pnpm askback");
});

test.each([byNpx, byPnpm, checkout])("[CLI-7] a command that is named already stays as it is", (start) => {
  const named = nameCommands("Run `askback link`.", start);
  expect(nameCommands(named, start)).toBe(named);
});

test("[CLI-7] a text names its commands as the reader must type them", () => {
  const text = "Run `askback link`, or postgres://askback@db/askback askback migrate --check.";
  expect(nameCommands(text, installed)).toBe(text);
  expect(nameCommands(text, checkout)).toBe(
    "Run `npm run askback -- link`, or postgres://askback@db/askback npm run askback -- migrate --check.",
  );
  expect(nameCommands("Usage: askback [options] [command]", byNpx)).toBe("Usage: npx askback [options] [command]");
});

test("[CLI-7] what is no command stays as it is", () => {
  const text = "packages/askback serve-me, my-askback link, askback linked, askback.config.ts, createdb askback";
  expect(nameCommands(text, checkout)).toBe(text);
});

test("[CLI-7] an export to the standard output keeps npm's own lines out of it", () => {
  expect(nameCommands("askback export - | ssh elsewhere", checkout)).toBe(
    "npm run --silent askback -- export - | ssh elsewhere",
  );
  expect(nameCommands("askback export all.jsonl", checkout)).toBe("npm run askback -- export all.jsonl");
});
