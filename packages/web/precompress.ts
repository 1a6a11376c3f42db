import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { Plugin } from "vite";

const script = /^assets\/.*\.(?:js|css)$/;

/** Compresses scripts and styles with brotli's best effort, which takes too long for the server to do at a request. */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const files = Object.keys(bundle).filter((name) => script.test(name));
      await Promise.all(files.map((name) => compress(join(dir, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)));
}
