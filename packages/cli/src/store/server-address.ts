import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The file in which a server writes where it listens, so that other commands find it. */
function addressFile(dataDir: string): string {
  return join(dataDir, "address");
}

export function writeAddress(dataDir: string, url: string): void {
  writeFileSync(addressFile(dataDir), `${url}\n`);
}

/** Where the latest server of a data folder can be reached from here; undefined if there was none. */
export function readAddress(dataDir: string): string | undefined {
  const file = addressFile(dataDir);
  const address = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  return URL.canParse(address) ? reachable(address) : undefined;
}

/** A server that listens on all addresses is called by that of this machine; it knows no other. */
export function reachable(address: string): string {
  return address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
