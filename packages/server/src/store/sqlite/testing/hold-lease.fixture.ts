import { createCommandRunner } from "../../testing/command-runner.ts";
import { start } from "../../testing/commands.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { createSqliteStore } from "../store.ts";

// Claims a conversation for an hour and then does nothing, until it is killed.
const [folder = ""] = process.argv.slice(2);
const clock = createManualClock();
const store = createSqliteStore({ folder, clock });
await createCommandRunner(store, clock).performAll("conv_a", start());
for (const { conversation, epoch } of await store.claim({ owner: "child", leaseMs: 3_600_000, limit: 1 }))
  console.log(`holds ${conversation.id} at epoch ${epoch}`);
setInterval(() => store.position(), 60_000);
