import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkLicences, packageOf, type ThirdParty } from "./licences.ts";

interface Build {
  getModuleIds(): Iterable<string>;
  emitFile(file: { readonly type: "asset"; readonly fileName: string; readonly source: string }): string;
}

/**
 * A plugin that adds a file with the licences of all packages that are in a build, and fails for one that is not allowed.
 * `others` are modules that come into it in another way.
 */
export function thirdPartyNotices(others: readonly string[] = []) {
  return {
    name: "third-party-notices",
    generateBundle(this: Build) {
      const used = new Map([...this.getModuleIds(), ...others].flatMap(packageOf).map((part) => [part.folder, part]));
      checkLicences([...used.values()]);
      if (used.size === 0) return;
      const notices = [...used.values()].sort((a, b) => a.name.localeCompare(b.name, "en")).map(toNotice);
      this.emitFile({ type: "asset", fileName: "THIRD-PARTY-NOTICES.txt", source: notices.join("\n") });
    },
  };
}

/** The name, version and licence of a package, and the text of the licence where the package has it. */
function toNotice({ folder, name, version, licence }: ThirdParty): string {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  return [`${"=".repeat(80)}\n${name} ${version}, ${licence}\n${"=".repeat(80)}`, ...texts, ""].join("\n\n");
}
