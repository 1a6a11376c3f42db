import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

test("[REPO-11] no file holds the marks of a merge conflict", () => {
  const { stdout, status } = spawnSync("git", ["grep", "-nE", "^(<{7}|>{7}) "], { cwd: root, encoding: "utf8" });
  // git exits with 1 where it finds nothing, and with 128 where it could not search.
  expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
});
