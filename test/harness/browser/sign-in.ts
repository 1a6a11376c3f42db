import { runProgram } from "../server/run-program.ts";
import type { ServerProcess } from "../server/server-process.ts";
import { storeEnvironment } from "../server/store-under-test.ts";

const links = new WeakMap<ServerProcess, Promise<string>>();

/** What `askback link` prints for a server. */
export function signInLink(server: ServerProcess): Promise<string> {
  const link = links.get(server) ?? printedLink(server);
  links.set(server, link);
  return link;
}

async function printedLink({ url, dataDir }: ServerProcess): Promise<string> {
  const { port } = new URL(url);
  const env = await storeEnvironment(dataDir);
  const { code, stdout, stderr } = await runProgram(["link", "--data-dir", dataDir, "--port", port], { env });
  if (code !== 0) throw new Error(`there is no link to sign in by:\n${stderr}`);
  return stdout.trim();
}
