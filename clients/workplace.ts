import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  program,
  type ServerProcess,
  startServerProcess,
  temporaryFolder,
} from "../test/harness/server/server-process.ts";

/** A server, a folder in which a client works, and the program `askback` on the PATH. */
export interface Workplace {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The key with which people answer. */
  readonly answerKey: string;
  /** The keys of all asks so far, as the asker reads them. */
  askKeys(): Promise<readonly string[]>;
  /** Waits until so many inquiries are open. */
  untilOpen(count: number): Promise<void>;
  /** Lets a person in another process answer so many inquiries. */
  person(count: number): Promise<void>;
  /** Kills the server with SIGKILL and starts it again at the same address. */
  restartServer(): Promise<void>;
  stopServer(): Promise<void>;
}

export interface WorkplaceOptions {
  /** Whether the server may send webhooks to this machine. */
  readonly sendsHere?: boolean;
}

export async function openWorkplace({ sendsHere = false }: WorkplaceOptions = {}): Promise<Workplace> {
  // The config of the tests allows it.
  const config = sendsHere ? {} : { config: "none" };
  let server: ServerProcess = await startServerProcess(config);
  const { url, dataDir, keys } = server;
  const home = temporaryFolder();
  const folder = join(temporaryFolder(), "shop");
  mkdirSync(folder);
  const bin = temporaryFolder();
  const command = `#!/bin/sh\nexec '${process.execPath}' --conditions=@askback/source '${program}' "$@"\n`;
  writeFileSync(join(bin, "askback"), command);
  chmodSync(join(bin, "askback"), 0o755);
  const headers = { authorization: `Bearer ${keys.answer}` };
  const openCount = async () => {
    const response = await fetch(`${url}/v1/inquiries?status=open`, { headers });
    return (await response.json()).items.length;
  };
  return {
    folder,
    env: {
      PATH: [bin, process.env.PATH].join(delimiter),
      HOME: home,
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_DATA_HOME: join(home, ".local/share"),
      ASKBACK_URL: url,
      ASKBACK_KEY: keys.ask,
    },
    answerKey: keys.answer,
    async askKeys() {
      const response = await fetch(`${url}/v1/inquiries`, { headers: { authorization: `Bearer ${keys.ask}` } });
      return (await response.json()).items.map(({ origin }: { origin?: { key?: string } }) => origin?.key);
    },
    async untilOpen(count) {
      while ((await openCount()) < count) await new Promise((resolve) => setTimeout(resolve, 100));
    },
    async person(count) {
      const child = spawn(process.execPath, [fileURLToPath(new URL("person.ts", import.meta.url)), String(count)], {
        env: { PATH: process.env.PATH ?? "", ASKBACK_URL: url, ASKBACK_KEY: keys.answer },
        stdio: "inherit",
      });
      const [code] = await once(child, "exit");
      if (code !== 0) throw new Error(`the person ended with ${code}`);
    },
    async restartServer() {
      await server.kill();
      server = await startServerProcess({ ...config, dataDir, args: ["--port", new URL(url).port] });
    },
    async stopServer() {
      await server.stop();
    },
  };
}
