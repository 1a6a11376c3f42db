import { createTurnableClock } from "../../testing/turnable-clock.ts";
import { start } from "../../testing/wishes.ts";
import { createWorkbench } from "../../testing/workbench.ts";
import { createSqliteStore } from "../sqlite-store.ts";

// Claims a conversation for an hour and then does nothing, until it is killed.
const [folder = ""] = process.argv.slice(2);
const clock = createTurnableClock();
const store = createSqliteStore({ folder, clock });
await createWorkbench(store, clock).performAll("conv_a", start());
for (const { conversation, epoch } of await store.claim({ owner: "child", leaseMs: 3_600_000, limit: 1 }))
  console.log(`holds ${conversation.id} at epoch ${epoch}`);
setInterval(() => store.position(), 60_000);
