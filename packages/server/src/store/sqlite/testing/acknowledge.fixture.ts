import { writeSync } from "node:fs";
import { systemClock } from "../../../clock.ts";
import { createCommandRunner } from "../../testing/command-runner.ts";
import { open, say } from "../../testing/commands.ts";
import { createSqliteStore } from "../store.ts";

// Commits so many times, one after the other, and says so after each.
const [folder = "", times = "0"] = process.argv.slice(2);
const store = createSqliteStore({ folder });
const { performAll } = createCommandRunner(store, systemClock);
await performAll("conv_a", open());
for (let count = 0; count <= Number(times); count += 1) {
  writeSync(1, `acknowledged ${count}\n`);
  await performAll("conv_a", say(`Message ${count}`));
}
await store.close();
