import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { etag } from "hono/etag";
import { parseAccept } from "hono/utils/accept";
import { pageHeaders } from "../middleware/security-headers.ts";
import { problemResponse, problems } from "../problems/problem.ts";
import type { App, AppContext } from "../route.ts";

/**
 * The built web app, held in memory: a later build changes nothing for a server that runs, which hono's `serveStatic`
 * cannot promise, since it reads the folder at each request.
 */
export interface WebFiles {
  /** The page that all paths of the app begin with. */
  readonly page: WebFile;
  /** By path, such as `/assets/index-1a2b.js`. Whatever is not in it is not served. */
  readonly fileByPath: ReadonlyMap<string, WebFile>;
}

export interface WebFile {
  readonly type: string;
  /** Whether its name changes with its content, so that it can be cached forever. */
  readonly isImmutable: boolean;
  readonly tag: string;
  /** Its bytes in this encoding, as they were built, or compressed at the first request for them. */
  bytes(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
  readonly encodings: readonly Encoding[];
}

/** Best first. */
const encodings = ["br", "gzip", "identity"] as const;
type Encoding = (typeof encodings)[number];

/** The app's own addresses; each is answered with the same page, which reads the rest from the address. */
const pagePaths = [
  "/",
  "/c/*",
  "/q/*",
  "/inbox/*",
  "/agents/*",
  "/insight",
  "/notifications",
  "/audit",
  "/settings",
  ...["members", "keys", "sessions"].map((section) => `/settings/${section}`),
];

/** Serves the app to everybody: it contains no data, and what it shows it must ask the API for. */
export function addWebRoutes(app: App, { page, fileByPath }: WebFiles): void {
  const headers = pageHeaders();
  for (const path of pagePaths) app.get(path, headers, etag(), (context) => sendFile(context, page));
  for (const pattern of patternsOf(fileByPath.keys()))
    app.get(pattern, headers, etag(), (context) => {
      const file = fileByPath.get(context.req.path);
      return file ? sendFile(context, file) : problemResponse(context, problems.notFound);
    });
}

/**
 * Answers a browser that opens an address which does not exist with the app's page, which says so. An address under the
 * first part of any of the server's routes is the API's or a file's, and gets a problem as every program does.
 */
export function addNotFoundPage(app: App, { page }: WebFiles): void {
  const headers = pageHeaders();
  const pages = new Set(pagePaths.map(firstPart));
  // Read with the first request, when all routes are there.
  let taken: ReadonlySet<string> | undefined;
  app.use(async (context, next) => {
    const { method, path } = context.req;
    const isOpened = method === "GET" && context.req.header("accept")?.includes("text/html");
    if (!isOpened) return next();
    taken ??= new Set(app.routes.map((route) => firstPart(route.path)).filter((part) => !pages.has(part)));
    if (taken.has(firstPart(path))) return next();
    return headers(context, async () => {
      context.res = await sendFile(context, page, 404);
    });
  });
}

function firstPart(path: string): string {
  return path.split("/")[1] ?? "";
}

/** A route for each file at the top and one for each folder, so that metrics do not count by hashed names. */
function patternsOf(paths: Iterable<string>): ReadonlySet<string> {
  return new Set(Array.from(paths, (path) => path.replace(/^(\/[^/]+\/).*$/, "$1*")));
}

export async function sendFile(context: AppContext, file: WebFile, status: 200 | 404 = 200): Promise<Response> {
  const encoding = encodingFor(context, file);
  return context.body(await file.bytes(encoding), status, {
    "content-type": file.type,
    "cache-control": file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
    etag: file.tag,
    vary: "accept-encoding",
    ...(encoding !== "identity" && { "content-encoding": encoding }),
  });
}

/** The best encoding that both sides know. */
function encodingFor(context: AppContext, { encodings: supported }: WebFile): Encoding {
  const accepted = parseAccept(context.req.header("accept-encoding") ?? "").filter(({ q }) => q > 0);
  return supported.find((encoding) => accepted.some(({ type }) => type.toLowerCase() === encoding)) ?? "identity";
}

/** A file with this ending is another one, compressed when it was built. */
const brotliEnding = ".br";

/** Reads a built app into memory; throws where there is none. */
export function readWebFiles(folder: string): WebFiles {
  const fileByPath = new Map(
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith(brotliEnding))
      .map(({ parentPath, name }) => {
        const file = join(parentPath, name);
        const path = `/${relative(folder, file).replaceAll(sep, "/")}`;
        const compressed = file + brotliEnding;
        return [
          path,
          createWebFile(path, readFileSync(file), existsSync(compressed) ? readFileSync(compressed) : undefined),
        ];
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

function createWebFile(path: string, content: Buffer<ArrayBuffer>, brotli?: Buffer<ArrayBuffer>): WebFile {
  const type = typeByEnding[extname(path)] ?? "application/octet-stream";
  const isText = /^text|json$|svg/.test(type);
  const bytesByEncoding = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  if (brotli) bytesByEncoding.set("br", Promise.resolve(brotli));
  let tag: string | undefined;
  return {
    type,
    isImmutable: /^\/(docs\/)?assets\//.test(path),
    get tag() {
      // Weak, since it is the same for all encodings. Most files are not asked for, so none is hashed at the start.
      tag ??= `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
      return tag;
    },
    encodings: isText ? encodings : ["identity"],
    bytes(encoding) {
      const cached = bytesByEncoding.get(encoding) ?? compress(content, encoding);
      bytesByEncoding.set(encoding, cached);
      return cached;
    },
  };
}

async function compress(content: Buffer<ArrayBuffer>, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
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
