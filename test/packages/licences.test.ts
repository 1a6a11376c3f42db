import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { checkLicences, installedPackages } from "../../scripts/pack/licences.ts";
import { thirdPartyNotices } from "../../scripts/pack/third-party-notices.ts";
import { unpack } from "../harness/packages/packed.ts";
import { temporaryFolder } from "../harness/server/temporary-folder.ts";

/** Builds a program that uses a package with this licence, and returns the notices. */
async function buildWith(licence: string): Promise<string> {
  const folder = temporaryFolder();
  const planted = join(folder, "node_modules/@else/planted");
  mkdirSync(planted, { recursive: true });
  writeFileSync(
    join(planted, "package.json"),
    JSON.stringify({ name: "@else/planted", version: "1.2.3", license: licence, exports: "./index.js" }),
  );
  writeFileSync(join(planted, "index.js"), "export const planted = Math.random();");
  writeFileSync(join(planted, "LICENSE.md"), "Somebody holds the copyright.");
  writeFileSync(join(folder, "main.js"), 'import { planted } from "@else/planted"; console.log(planted);');
  const bundle = await rolldown({ input: join(folder, "main.js"), plugins: [thirdPartyNotices()] });
  const { output } = await bundle.generate();
  const notices = output.find(({ fileName }) => fileName === "THIRD-PARTY-NOTICES.txt");
  return notices?.type === "asset" ? String(notices.source) : "";
}

test.each(["GPL-3.0", "AGPL-3.0-only", "SEE LICENSE IN LICENSE.md", "(MIT AND GPL-2.0)", "UNLICENSED"])(
  "[PACK-5] a build with code under %s fails and names it",
  async (licence) => {
    await expect(buildWith(licence)).rejects.toThrow(
      `these licences are not allowed: @else/planted@1.2.3 (${licence})`,
    );
  },
);

test.each(["MIT", "(GPL-2.0 OR MIT)", "Apache-2.0", "(MIT AND ISC)"])(
  "[PACK-5] a build with code under %s holds its licence",
  async (licence) => {
    const notices = await buildWith(licence);
    expect(notices).toContain(`@else/planted 1.2.3, ${licence}`);
    expect(notices).toContain("Somebody holds the copyright.");
  },
);

test("[PACK-5] what is installed with the packages is checked as well", () => {
  const root = temporaryFolder();
  const write = (file: string, value: unknown) => {
    mkdirSync(join(root, file, ".."), { recursive: true });
    writeFileSync(join(root, file), JSON.stringify(value));
  };
  write("package-lock.json", {
    packages: {
      "packages/server": { dependencies: { good: "^1.0.0" } },
      "node_modules/good": { dependencies: { planted: "^1.0.0" } },
      "node_modules/planted": {},
      "node_modules/good/node_modules/planted": {},
      "node_modules/for-tests-only": {},
    },
  });
  write("node_modules/good/package.json", { name: "good", version: "1.0.0", license: "MIT" });
  write("node_modules/planted/package.json", { name: "planted", version: "2.0.0", license: "MIT" });
  write("node_modules/good/node_modules/planted/package.json", {
    name: "planted",
    version: "1.0.0",
    license: "GPL-3.0",
  });
  write("node_modules/for-tests-only/package.json", { name: "for-tests-only", version: "1.0.0", license: "GPL-3.0" });
  expect(() => checkLicences(installedPackages(root))).toThrow(/not allowed: planted@1\.0\.0 \(GPL-3\.0\)$/);
});

test("[PACK-5] ours holds the licences of what is built into program, app and reference, and nothing else is allowed", () => {
  const folder = temporaryFolder();
  unpack("cli", folder);
  const notices = (file: string) => readFileSync(join(folder, "dist", file, "THIRD-PARTY-NOTICES.txt"), "utf8");
  for (const name of ["hono", "pg", "zod", "@ai-sdk/anthropic", "pino"]) expect(notices("")).toContain(`\n${name} `);
  for (const name of ["react-dom", "@shikijs/core", "@fontsource-variable/inter", "workbox-core"])
    expect(notices("web")).toContain(`\n${name} `);
  expect(notices("web/docs")).toContain("\n@scalar/api-reference ");
  const root = fileURLToPath(new URL("../..", import.meta.url));
  expect(installedPackages(root).length).toBeGreaterThan(50);
  checkLicences(installedPackages(root));
});
