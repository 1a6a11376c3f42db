import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { ServerProcess } from "../server/server-process.ts";
import { onEnd, temporaryFolder } from "../server/temporary-folder.ts";

interface RelayOptions {
  /** Whether a request is passed on only when it is released. */
  holds?(path: string): boolean;
  /** Changes the body of a response. */
  change?(body: string): string;
  /** Called before a response is passed on; whether it is lost. */
  loses?(path: string): boolean;
}

/** Passes requests on to a server, under another address of this machine. */
export async function startRelay({ url }: Pick<ServerProcess, "url">, options: RelayOptions) {
  const { holds = () => false, change, loses = () => false } = options;
  const held: (() => void)[] = [];
  let isReleased = false;

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, headers } = incoming;
    const passed = request(new URL(incoming.url ?? "", url), { method, headers }, async (response) => {
      if (loses(incoming.url ?? "")) {
        outgoing.destroy();
        return;
      }
      const status = response.statusCode ?? 502;
      if (change) {
        const { "content-length": _, ...rest } = response.headers;
        outgoing.writeHead(status, rest).end(change(await text(response)));
        return;
      }
      outgoing.writeHead(status, response.headers).flushHeaders();
      response.pipe(outgoing);
    });
    outgoing.on("close", () => passed.destroy());
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  }

  const relay = createServer((incoming, outgoing) => {
    if (isReleased || !holds(incoming.url ?? "")) pass(incoming, outgoing);
    else held.push(() => pass(incoming, outgoing));
  }).listen(0, "127.0.0.1");
  onEnd(() => {
    relay.closeAllConnections();
    relay.close();
  });
  await once(relay, "listening");
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    release() {
      isReleased = true;
      for (const passOn of held) passOn();
    },
  };
}

/** A data folder with the keys of a server and another address of it. */
export function folderAt(url: string, { keys: { ask, answer } }: Pick<ServerProcess, "keys">): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "keys"));
  for (const [name, text] of Object.entries({ "keys/ask": ask, "keys/answer": answer, address: url }))
    writeFileSync(join(folder, name), text);
  return folder;
}
