import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The file in which a server writes where it listens, so that `askback link` can say it. */
function addressFile(dataDir: string): string {
  return join(dataDir, "address");
}

export function writeAddress(dataDir: string, url: string): void {
  writeFileSync(addressFile(dataDir), `${url}\n`);
}

/** Where the latest server of a data folder listens; undefined if there was none. */
export function readAddress(dataDir: string): string | undefined {
  const file = addressFile(dataDir);
  const address = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  return URL.canParse(address) ? address : undefined;
}
