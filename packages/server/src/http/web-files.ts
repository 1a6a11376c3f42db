import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** The built web app, as it was when it was read: a later build changes nothing for a server that runs. */
export interface WebFiles {
  /** The page that all paths of the app begin with. */
  readonly page: WebFile;
  /** By path, such as `/assets/index-1a2b.js`. Whatever is not in it is not served. */
  readonly fileByPath: ReadonlyMap<string, WebFile>;
}

export interface WebFile {
  readonly type: string;
  /** Whether its name changes with its content, so that it can be kept forever. */
  readonly isImmutable: boolean;
  readonly tag: string;
  /** Its bytes in this encoding; compressed once, when somebody asks first. */
  bytes(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
  readonly encodings: readonly Encoding[];
}

/** Best first. */
const encodings = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof encodings)[number];

/** Reads a built app into memory; throws where there is none. */
export function readWebFiles(folder: string): WebFiles {
  const fileByPath = new Map(
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => {
        const file = join(parentPath, name);
        const path = `/${relative(folder, file).replaceAll(sep, "/")}`;
        return [path, createWebFile(path, readFileSync(file))];
      }),
  );
  const page = fileByPath.get("/index.html");
  if (!page) throw new Error(`there is no index.html in ${folder}: build the app with \`npm run build:web\``);
  return { page, fileByPath };
}

const typeByEnding: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};

function createWebFile(path: string, content: Buffer<ArrayBuffer>): WebFile {
  const type = typeByEnding[extname(path)] ?? "application/octet-stream";
  const isText = /^text|json$|svg/.test(type);
  const bytesByEncoding = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    type,
    isImmutable: path.startsWith("/assets/"),
    // Weak, since it is the same for all encodings.
    tag: `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`,
    encodings: isText ? encodings : ["identity"],
    bytes(encoding) {
      const known = bytesByEncoding.get(encoding) ?? compressed(content, encoding);
      bytesByEncoding.set(encoding, known);
      return known;
    },
  };
}

async function compressed(content: Buffer<ArrayBuffer>, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  switch (encoding) {
    case "br":
      // Nearly as small as with the most effort, in a tenth of the time.
      return bytesOf(await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
    case "gzip":
      return bytesOf(await promisify(gzip)(content, { level: 9 }));
    case "identity":
      return content;
  }
}

function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(buffer);
}
