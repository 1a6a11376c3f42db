import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Restores a backup, and dies by SIGKILL before the given change of a file, if it gets there. */
const [folder = "", backup = "", deadly = "0"] = process.argv.slice(2);
let changes = 0;
for (const name of ["mkdirSync", "copyFileSync", "writeFileSync", "fsyncSync", "renameSync", "rmSync"] as const) {
  const change = fs[name] as (...values: unknown[]) => unknown;
  Object.assign(fs, {
    [name](...values: unknown[]) {
      changes += 1;
      if (changes === Number(deadly)) process.kill(process.pid, "SIGKILL");
      return change(...values);
    },
  });
}
syncBuiltinESMExports();
const { restoreDatabase } = await import("../operate/restore.ts");
restoreDatabase(folder, backup, new Date());
process.stdout.write("restored\n");
