import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { type ServerProcess, startServerProcess, temporaryFolder } from "../server/server-process.ts";
import { root } from "./snippets.ts";

/** The folder of somebody who has started the demo in it and saved the programs of the pages. */
export interface Reader {
  readonly server: ServerProcess;
  /** Runs shell commands, with these lines typed into the terminal. */
  run(code: string, typed?: string): Promise<Ended>;
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function startReader(): Promise<Reader> {
  const folder = temporaryFolder();
  const server = await startServerProcess({ dataDir: join(folder, ".askback"), config: "none" });
  for (const file of ["node-client/ask.mjs", "node-client/deploy.mjs", "python-http/ask.py"])
    cpSync(join(root, "examples", file), join(folder, basename(file)));
  // As `npm init -y` writes it.
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }');
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: folder,
    ASKBACK_URL: server.url,
    NODE_OPTIONS: "--conditions=@askback/source",
  };
  return {
    server,
    async run(code, typed = "") {
      // Only the port differs from the page, since 4100 may be in use.
      const script = code.replace("http://127.0.0.1:4100", server.url);
      const child = spawn("bash", ["--norc", "-euo", "pipefail", "-c", script], { cwd: folder, env });
      child.stdin.end(typed);
      const [stdout, stderr, [status]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "close"),
      ]);
      return { status, stdout, stderr };
    },
  };
}
