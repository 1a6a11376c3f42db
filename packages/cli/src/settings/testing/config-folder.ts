import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { SettingError } from "../setting-error.ts";
import { type Flags, readSettings } from "../settings.ts";

/** A folder for config files, until the tests of the file have run. */
export function createConfigFolder() {
  const folder = mkdtempSync(join(tmpdir(), "askback-settings-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  let files = 0;
  return {
    folder,
    /** Writes a new config file each time, since Node loads a module once. */
    configFile(config: unknown): string {
      files += 1;
      const file = join(folder, `config-${files}.js`);
      writeFileSync(file, `export default ${typeof config === "string" ? config : JSON.stringify(config)};\n`);
      return file;
    },
    async refusal(flags: Flags, env: Record<string, string> = {}): Promise<SettingError> {
      try {
        await readSettings(flags, env, folder);
      } catch (error) {
        if (error instanceof SettingError) return error;
        throw error;
      }
      throw new Error("the settings were accepted");
    },
  };
}
