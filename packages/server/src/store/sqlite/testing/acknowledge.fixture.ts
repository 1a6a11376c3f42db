import { writeSync } from "node:fs";
import { systemClock } from "../../../clock.ts";
import { open, say } from "../../testing/wishes.ts";
import { createWorkbench } from "../../testing/workbench.ts";
import { createSqliteStore } from "../sqlite-store.ts";

// Commits so many times, one after the other, and says so after each.
const [folder = "", times = "0"] = process.argv.slice(2);
const store = createSqliteStore({ folder });
const { performAll } = createWorkbench(store, systemClock);
await performAll("conv_a", open());
for (let count = 0; count <= Number(times); count += 1) {
  writeSync(1, `acknowledged ${count}\n`);
  await performAll("conv_a", say(`Message ${count}`));
}
await store.close();
