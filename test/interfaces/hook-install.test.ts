import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProgram } from "../harness/server/run-program.ts";
import { temporaryFolder } from "../harness/server/temporary-folder.ts";

/** A folder with settings of Claude Code. */
function folderWith(text: string): { readonly cwd: string; readonly file: string } {
  const cwd = temporaryFolder();
  const file = join(cwd, ".claude/settings.local.json");
  mkdirSync(join(cwd, ".claude"));
  writeFileSync(file, text);
  return { cwd, file };
}

const install = (cwd: string, ...more: readonly string[]) =>
  runProgram(["hook", "claude-code", "--install", ...more], { cwd });
const settingsIn = (file: string) => JSON.parse(readFileSync(file, "utf8"));

const check = { type: "command", command: "./check.sh" };
const other = { matcher: "Bash", hooks: [check] };
const entry = { type: "command", command: expect.stringMatching(/hook claude-code --timeout 3600$/), timeout: 3600 };

test("[HOOK-7] the hooks are added to the settings of a folder once, beside what is there", async () => {
  const { cwd, file } = folderWith(JSON.stringify({ model: "opus", hooks: { PreToolUse: [other], Stop: [other] } }));
  for (const timeout of ["600", "3600"]) await install(cwd, "--timeout", timeout);
  expect(settingsIn(file)).toEqual({
    model: "opus",
    hooks: {
      Stop: [other],
      PreToolUse: [other, { matcher: "AskUserQuestion", hooks: [entry] }],
      PermissionRequest: [{ matcher: "*", hooks: [entry] }],
    },
  });
  expect(readdirSync(join(cwd, ".claude"))).toEqual(["settings.local.json"]);
});

test("[HOOK-7] what somebody put beside our hook, and what is not known here, stays", async () => {
  const ours = { type: "command", command: "askback hook claude-code --timeout 600", timeout: 600 };
  const prompt = { type: "prompt", prompt: "Is it safe?" };
  const groups = [
    { matcher: "AskUserQuestion", hooks: [check, ours, prompt], note: "mine" },
    "later",
    { matcher: "*" },
  ];
  const { cwd, file } = folderWith(JSON.stringify({ hooks: { PreToolUse: groups }, statusLine: { type: "command" } }));
  await install(cwd, "--timeout", "3600");
  expect(settingsIn(file)).toMatchObject({
    statusLine: { type: "command" },
    hooks: {
      PreToolUse: [
        { matcher: "AskUserQuestion", hooks: [check, prompt], note: "mine" },
        "later",
        { matcher: "*" },
        { matcher: "AskUserQuestion", hooks: [entry] },
      ],
    },
  });
});

test.for([
  ["{ not json", "is not JSON"],
  ["[]", "is not JSON with an object"],
  [JSON.stringify({ hooks: [other] }), "`hooks` is not an object"],
  [JSON.stringify({ hooks: { Stop: [other], PreToolUse: other } }), "`hooks.PreToolUse` is not a list"],
] as const)("[HOOK-7] %s is refused and left as it is", async ([text, reason]) => {
  const { cwd, file } = folderWith(text);
  const { code, stderr } = await install(cwd);
  expect({ code, stderr, left: readFileSync(file, "utf8") }).toEqual({
    code: 1,
    stderr: expect.stringContaining(reason),
    left: text,
  });
});

test("[HOOK-7] a link to the settings stays a link, and its file keeps who may read it", async () => {
  const { cwd, file } = folderWith("{}");
  const shared = join(temporaryFolder(), "shared.json");
  writeFileSync(shared, "{}", { mode: 0o640 });
  const linked = join(temporaryFolder(), "linked");
  mkdirSync(join(linked, ".claude"), { recursive: true });
  symlinkSync(shared, join(linked, ".claude/settings.local.json"));
  await install(linked);
  expect(Object.keys(settingsIn(shared).hooks)).toEqual(["PreToolUse", "PermissionRequest"]);
  expect(statSync(shared).mode & 0o777).toBe(0o640);
  const before = statSync(file).ino;
  await install(cwd);
  // Another file in its place: whoever had opened the old one reads it whole.
  expect(statSync(file).ino).not.toBe(before);
});
