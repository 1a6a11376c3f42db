import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { freePort, startCluster } from "../../test/harness/postgres/postgres-cluster.ts";
import { packagesOf } from "../example-folder.ts";
import { createOutput, type Output } from "./output.ts";
import { postWhenReady } from "./post.ts";
import { createProgram } from "./program.ts";
import type { Place, Recipe } from "./recipe.ts";
import { untilRow } from "./until-row.ts";

const version = "2.3.6";
const resumeKey = "loopback";

export const n8n: Recipe = {
  name: "n8n",
  version,
  packages: { n8n: version, ...packagesOf("recipes", "standardwebhooks") },
  // n8n gets the first from elsewhere than npm; of the others these versions can be had and fit.
  overrides: { xlsx: "0.18.5", linkedom: "0.18.12", "@langchain/core": "1.2.13" },
  files: ["n8n.ts"],
  ran: "n8n on PostgreSQL",
  async open({ folder, env }) {
    const [cluster, port, sink] = await Promise.all([startCluster(), freePort(), startSink()]);
    const own = {
      N8N_USER_FOLDER: folder,
      N8N_LISTEN_ADDRESS: "127.0.0.1",
      N8N_HOST: "127.0.0.1",
      N8N_PORT: String(port),
      N8N_DIAGNOSTICS_ENABLED: "false",
      N8N_VERSION_NOTIFICATIONS_ENABLED: "false",
      N8N_TEMPLATES_ENABLED: "false",
      DB_TYPE: "postgresdb",
      DB_POSTGRESDB_HOST: "127.0.0.1",
      DB_POSTGRESDB_PORT: String(cluster.port),
      DB_POSTGRESDB_DATABASE: "askback",
      DB_POSTGRESDB_USER: "askback",
      DB_POSTGRESDB_PASSWORD: "askback",
    };
    const command = join(folder, "node_modules/n8n/bin/n8n");
    const run = (...args: readonly string[]) =>
      execFileSync(process.execPath, [command, ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, ...own },
        stdio: ["ignore", "ignore", "pipe"],
      });
    writeFiles(folder, env, sink.url);
    run("import:credentials", "--input=credentials.json");
    run("import:workflow", "--input=n8n.json");
    run("publish:workflow", "--id=release");
    const engine = createProgram({ args: [command, "start"], cwd: folder, env: own });
    const receiver = createProgram({ args: ["n8n.ts"], cwd: folder, env: { ...env, N8N_RESUME_KEY: resumeKey } });
    const started: string[] = [];
    return {
      output: sink.output,
      async start(release) {
        const before = engine.output.lines.length;
        engine.start();
        receiver.start();
        if (started.includes(release)) return;
        started.push(release);
        // While it starts it takes new executions for those that its last life left behind, and gives them up.
        const isReady = (line: string) => line.includes("Editor is now accessible");
        while (!engine.output.lines.slice(before).some(isReady)) await delay(100);
        await postWhenReady(`http://127.0.0.1:${port}/webhook/release`, { version: release });
      },
      untilGivenUp: () => untilRow(cluster.url(), "select 1 from execution_entity where status = 'crashed'"),
      untilWaiting: () => untilRow(cluster.url(), "select 1 from execution_entity where status = 'waiting'"),
      async untilOver(release) {
        // An execution has the number of its start.
        const query = "select 1 from execution_entity where status = 'success' and id = $1";
        await untilRow(cluster.url(), query, [String(started.indexOf(release) + 1)]);
      },
      async kill() {
        await Promise.all([engine.kill(), receiver.kill()]);
      },
    };
  },
};

/** The workflow with the addresses of this run, and the credentials that it names. */
function writeFiles(folder: string, env: Place["env"], sink: string): void {
  const workflow = readFileSync(join(folder, "n8n.json"), "utf8")
    .replace("http://127.0.0.1:4100", env.ASKBACK_URL)
    .replace("http://127.0.0.1:4200/", env.WEBHOOK_URL)
    .replace("http://127.0.0.1:4300", sink);
  writeFileSync(join(folder, "n8n.json"), workflow);
  const credential = (id: string, name: string, header: string, value: string) => ({
    id,
    name,
    type: "httpHeaderAuth",
    data: { name: header, value },
  });
  const credentials = [
    credential("askback", "Askback", "Authorization", `Bearer ${env.ASKBACK_KEY}`),
    credential("resume", "Resume", "x-release-key", resumeKey),
  ];
  writeFileSync(join(folder, "credentials.json"), JSON.stringify(credentials));
}

/** What the workflow deploys to. */
async function startSink(): Promise<{ readonly url: string; readonly output: Output }> {
  const output = createOutput();
  const server = createServer(async (request, response) => {
    const { version: deployed } = (await json(request)) as { readonly version: string };
    output.write(`deployed ${deployed}`);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, output };
}
