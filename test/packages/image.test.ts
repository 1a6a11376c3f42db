import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join, matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../harness/server/temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const textOf = (file: string) => readFileSync(join(root, "deploy", file), "utf8");
const [buildStage = "", runStage = ""] = textOf("Dockerfile")
  .split(/^(?=FROM )/m)
  .slice(1);

/** The files of the repository that the build of the image gets. */
function contextFiles(): readonly string[] {
  const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  const lines = textOf("Dockerfile.dockerignore").trim().split("\n");
  const given = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const ignored = lines.filter((line) => line.startsWith("**/"));
  return tracked
    .trim()
    .split("\n")
    .filter((file) => given.some((path) => file === path || file.startsWith(`${path}/`)))
    .filter((file) => !ignored.some((glob) => matchesGlob(file, glob) || matchesGlob(file, `${glob}/**`)));
}

test("[PACK-11] the steps of the image build a program that runs as `askback`, from the files that the build gets", () => {
  const folder = temporaryFolder();
  const files = contextFiles();
  for (const [, sources = ""] of buildStage.matchAll(/^COPY (.+) \S+$/gm))
    for (const source of sources.split(" ")) {
      const copied = files.filter((file) => file === source || file.startsWith(`${source}/`));
      expect(copied.length, source).toBeGreaterThan(0);
      for (const file of copied) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        cpSync(join(root, file), join(folder, file));
      }
    }
  const [install, ...steps] = [...buildStage.matchAll(/^RUN (.+)$/gm)].map(([, step = ""]) => step);
  expect(install).toBe("npm ci --ignore-scripts");
  // Links to the files that such an install made here.
  execFileSync("cp", ["-al", join(root, "node_modules"), join(folder, "node_modules")]);
  const { NODE_ENV: _, NODE_OPTIONS: __, ...env } = process.env;
  for (const step of steps)
    execFileSync("sh", ["-c", step], { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] });

  const [, from = "", to = ""] = /^COPY --from=build \/app\/(\S+) (\S+)$/m.exec(runStage) ?? [];
  const image = temporaryFolder();
  cpSync(join(folder, from), join(image, to), { recursive: true });
  const [, target = "", link = ""] = /ln -s \/app\/(\S+) (\S+)/.exec(runStage) ?? [];
  symlinkSync(join(image, target), join(image, basename(link)));
  const output = execFileSync(join(image, basename(link)), ["--help"], {
    encoding: "utf8",
    env: { PATH: dirname(process.execPath) },
  });
  expect(output).toContain("Usage: askback [options] [command]");
});

test("[PACK-11] the image is a small Node and the package, and does not run as root", () => {
  expect(runStage).toMatch(/^FROM node:24-alpine$/m);
  expect(runStage.match(/^COPY /gm)).toHaveLength(1);
  expect(runStage).not.toMatch(/npm |apk /);
  expect(runStage).toMatch(/^USER node$/m);
});
