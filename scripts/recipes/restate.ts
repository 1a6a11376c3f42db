import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../test/harness/postgres/postgres-cluster.ts";
import { packagesOf } from "../example-folder.ts";
import type { Packages } from "../on-demand.ts";
import { postWhenReady } from "./post.ts";
import { createProgram } from "./program.ts";
import type { Recipe } from "./recipe.ts";

const packages: Packages = {
  ...packagesOf("recipes", "@restatedev/restate-sdk", "@restatedev/restate-sdk-clients", "standardwebhooks"),
  "@restatedev/restate-server": "1.7.12",
};

export const restate: Recipe = {
  name: "Restate",
  version: packages["@restatedev/restate-sdk"] ?? "",
  packages,
  files: ["restate.ts"],
  ran: `its SDK and its server ${packages["@restatedev/restate-server"]}`,
  async open({ folder, env }) {
    const [ingress, admin, node, port] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    const data = join(folder, "data");
    mkdirSync(data);
    const platform = `${process.platform}-${process.arch}`;
    const command = join(folder, `node_modules/@restatedev/restate-server-${platform}/bin/restate-server`);
    chmodSync(command, 0o755);
    const engine = createProgram({
      command,
      args: ["--base-dir", data],
      cwd: folder,
      env: {
        RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
        RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
        RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
        RESTATE_DISABLE_TELEMETRY: "true",
      },
    });
    const program = createProgram({
      args: ["restate.ts"],
      cwd: folder,
      env: { ...env, RESTATE_INGRESS: `http://127.0.0.1:${ingress}`, PORT: String(port) },
    });
    return {
      output: program.output,
      async start(version) {
        engine.start();
        program.start();
        await postWhenReady(`http://127.0.0.1:${admin}/deployments`, { uri: `http://127.0.0.1:${port}` });
        // A workflow runs once for each key.
        await postWhenReady(`http://127.0.0.1:${ingress}/release/release-${version}/run/send`, version);
      },
      async untilOver(version) {
        await fetch(`http://127.0.0.1:${ingress}/restate/workflow/release/release-${version}/attach`);
      },
      async kill() {
        await Promise.all([engine.kill(), program.kill()]);
      },
    };
  },
};
