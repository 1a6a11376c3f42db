import { createCommandRunner } from "../../testing/command-runner.ts";
import { remove } from "../../testing/commands.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { createSqliteStore } from "../store.ts";

// Deletes a conversation, and stops for good as soon as that is committed, before its bytes are cleared.
const [folder = "", id = ""] = process.argv.slice(2);
const clock = createManualClock();
const store = createSqliteStore({ folder, clock });
store.onCommitted(() => {
  console.log("committed");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
await createCommandRunner(store, clock).performAll(id, remove);
