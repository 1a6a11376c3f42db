import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { startCluster } from "../../test/harness/postgres/postgres-cluster.ts";
import { packagesOf } from "../example-folder.ts";
import { postWhenReady } from "./post.ts";
import { createProgram } from "./program.ts";
import type { Recipe } from "./recipe.ts";
import { untilRow } from "./until-row.ts";

const packages = packagesOf("recipes", "workflow", "@workflow/world-postgres", "nitro", "standardwebhooks");

export const workflow: Recipe = {
  name: "Workflow DevKit",
  version: packages.workflow ?? "",
  packages,
  files: ["workflow.ts", "workflow-routes.ts", "workflow-world.ts", "nitro.config.ts"],
  ran: "its runtime and PostgreSQL world, built by Nitro",
  async open({ folder, env }) {
    const database = (await startCluster()).url();
    const world = { WORKFLOW_TARGET_WORLD: "@workflow/world-postgres", WORKFLOW_POSTGRES_URL: database };
    const run = (program: string, ...args: readonly string[]) =>
      execFileSync(process.execPath, [join(folder, "node_modules", program), ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH, ...world },
        stdio: ["ignore", "ignore", "pipe"],
      });
    run("@workflow/world-postgres/bin/setup.js");
    run("nitro/dist/cli/index.mjs", "build");
    const { port } = new URL(env.WEBHOOK_URL);
    const program = createProgram({
      args: [".output/server/index.mjs"],
      cwd: folder,
      env: { ...env, ...world, HOST: "127.0.0.1", PORT: port },
    });
    /** Every start of a workflow is a new run. */
    const runs = new Map<string, string>();
    return {
      output: program.output,
      async start(version) {
        program.start();
        if (runs.has(version)) return;
        const { runId } = await postWhenReady(`http://127.0.0.1:${port}/release`, { version });
        runs.set(version, runId);
      },
      async untilOver(version) {
        const query = "select 1 from workflow.workflow_runs where id = $1 and status = 'completed'";
        await untilRow(database, query, [runs.get(version) ?? ""]);
      },
      kill: () => program.kill(),
    };
  },
};
