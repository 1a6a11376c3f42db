import { startCluster } from "../../test/harness/postgres/postgres-cluster.ts";
import { packagesOf } from "../example-folder.ts";
import { createProgram } from "./program.ts";
import type { Recipe } from "./recipe.ts";
import { untilRow } from "./until-row.ts";

const packages = packagesOf("recipes", "@dbos-inc/dbos-sdk", "standardwebhooks");

export const dbos: Recipe = {
  name: "DBOS",
  version: packages["@dbos-inc/dbos-sdk"] ?? "",
  packages,
  files: ["dbos.ts"],
  ran: "its SDK on PostgreSQL",
  async open({ folder, env }) {
    const database = (await startCluster()).url("release");
    const program = createProgram({
      args: ["dbos.ts"],
      cwd: folder,
      env: { ...env, DBOS_SYSTEM_DATABASE_URL: database },
    });
    return {
      output: program.output,
      start: async (version) => program.start([version]),
      async untilOver(version) {
        const query = "select 1 from dbos.workflow_status where workflow_uuid = $1 and status = 'SUCCESS'";
        await untilRow(database, query, [`release-${version}`]);
      },
      kill: () => program.kill(),
    };
  },
};
