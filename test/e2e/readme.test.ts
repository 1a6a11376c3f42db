import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startServerProcess, temporaryFolder } from "../support/server-process.ts";

const readme = readFileSync(fileURLToPath(new URL("../../README.md", import.meta.url)), "utf8");
const root = JSON.parse(readFileSync(fileURLToPath(new URL("../../package.json", import.meta.url)), "utf8"));

test("[CLI-4] the tour with curl works as printed", async () => {
  const folder = temporaryFolder();
  const server = await startServerProcess({ dataDir: `${folder}/.askback`, config: "none" });
  // Only the port is another one: a test cannot count on 4100 being free.
  const tour = blocksAfter("## A tour with curl")[0]?.replace("http://127.0.0.1:4100", server.url) ?? "";
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", tour], {
    cwd: dirname(server.dataDir),
  });
  await server.stop();
  const positions = [
    "event: conversation.started",
    "event: inquiry.asked",
    '"items":[{',
    '"resolution":"answered"',
    '"code":"already-resolved"',
    "No early trains",
  ].map((part) => stdout.indexOf(part));
  expect(positions).not.toContain(-1);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
  expect(stdout).toContain("Kind of trip: Mountains");
});

test("[CLI-4] the README's two commands are scripts of the package, and CI runs the second one", () => {
  const commands = [...readme.matchAll(/npm ci && npm (\w+)/g)].map(([, script]) => script);
  expect(new Set(commands)).toEqual(new Set(["start", "test"]));
  expect(Object.keys(root.scripts)).toEqual(expect.arrayContaining(["start", "test"]));
  const ci = readFileSync(fileURLToPath(new URL("../../.ci/run", import.meta.url)), "utf8");
  expect(ci.split("\n").filter((line) => line && !/^#|^set /.test(line))).toEqual(["npm ci && npm test"]);
});

function blocksAfter(heading: string): string[] {
  const part = readme.slice(readme.indexOf(heading));
  return [...part.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
}
