import { fileURLToPath } from "node:url";
import { freePort } from "../../test/harness/postgres/postgres-cluster.ts";
import { packagesOf } from "../example-folder.ts";
import { createProgram } from "./program.ts";
import type { Recipe } from "./recipe.ts";
import { startTriggerStandIn } from "./trigger-stand-in.ts";

const packages = packagesOf("recipes", "@trigger.dev/sdk", "standardwebhooks");

export const trigger: Recipe = {
  name: "Trigger.dev",
  version: packages["@trigger.dev/sdk"] ?? "",
  packages,
  files: ["trigger.ts"],
  ran: "its SDK and test context; its server is a stand-in",
  async open({ folder, env }) {
    const port = await freePort();
    startTriggerStandIn(port);
    const own = { ...env, TRIGGER_API_URL: `http://127.0.0.1:${port}`, TRIGGER_SECRET_KEY: "tr_dev_loopback" };
    const receiver = createProgram({ args: ["trigger.ts"], cwd: folder, env: own });
    const worker = fileURLToPath(new URL("trigger-worker.ts", import.meta.url));
    const program = createProgram({ args: [worker, folder], cwd: folder, env: own });
    return {
      output: program.output,
      async start(version) {
        receiver.start();
        program.start([version]);
      },
      // The task is the whole program.
      untilOver: () => program.ended(),
      async kill() {
        await Promise.all([receiver.kill(), program.kill()]);
      },
    };
  },
};
