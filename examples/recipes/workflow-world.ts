import { definePlugin } from "nitro";
import { getWorld } from "workflow/runtime";

/** Runs that were not finished when the server ended go on when it starts. */
export default definePlugin(async () => {
  await getWorld().start?.();
});
