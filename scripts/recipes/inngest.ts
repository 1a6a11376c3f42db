import { freePort } from "../../test/harness/postgres/postgres-cluster.ts";
import { packagesOf } from "../example-folder.ts";
import { startInngestStandIn } from "./inngest-stand-in.ts";
import { createProgram } from "./program.ts";
import type { Recipe } from "./recipe.ts";

const packages = packagesOf("recipes", "inngest", "standardwebhooks");

export const inngest: Recipe = {
  name: "Inngest",
  version: packages.inngest ?? "",
  packages,
  files: ["inngest.ts"],
  ran: "its SDK; its server is a stand-in",
  async open({ folder, env }) {
    const [port, server] = await Promise.all([freePort(), freePort()]);
    const standIn = startInngestStandIn(server, `http://127.0.0.1:${port}/api/inngest?fnId=shop-release`);
    const program = createProgram({
      args: ["inngest.ts"],
      cwd: folder,
      env: { ...env, PORT: String(port), INNGEST_DEV: `http://127.0.0.1:${server}` },
    });
    return {
      output: program.output,
      start: async (version) => program.start([version]),
      untilOver: (version) => standIn.untilOver(`release-${version}`),
      kill: () => program.kill(),
    };
  },
};
