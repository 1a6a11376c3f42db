import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { manifestOf, tarballOf } from "./packed.ts";

/** Serves the packed package `askback` as a registry does, and nothing else. */
export async function serveRegistry(): Promise<{ readonly url: string; close(): void }> {
  const packed = readFileSync(tarballOf("cli"));
  const manifest = manifestOf("cli");
  const server = createServer(({ url: path }, response) => {
    if (path === "/askback.tgz") return response.end(packed);
    if (path !== "/askback") return response.writeHead(404).end("{}");
    const integrity = `sha512-${createHash("sha512").update(packed).digest("base64")}`;
    const dist = { tarball: `${url()}askback.tgz`, integrity };
    const { version } = manifest;
    const body = { name: "askback", "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
    return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: url(), close: () => void server.close() };
}
