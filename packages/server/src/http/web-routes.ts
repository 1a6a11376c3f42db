import { problemResponse, problems } from "./problem.ts";
import type { App, AppContext } from "./route.ts";
import type { Encoding, WebFile, WebFiles } from "./web-files.ts";

/** The app's own addresses; each begins with the same page, which reads the rest from the address. */
const pagePaths = ["/", "/c/*", "/q/*", "/inbox/*", "/settings"];

/** The app may run, show and reach only what comes from this server, and nobody may frame it. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const headers = {
  "content-security-policy": contentSecurityPolicy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "no-referrer",
};

/** Serves the app to everybody: it holds nothing of anybody, and what it shows it must ask the API for. */
export function addWebRoutes(app: App, { page, fileByPath }: WebFiles): void {
  for (const path of pagePaths) app.get(path, (context) => send(context, page));
  for (const pattern of patternsOf(fileByPath.keys()))
    app.get(pattern, (context) => {
      const file = fileByPath.get(context.req.path);
      return file ? send(context, file) : problemResponse(context, problems.notFound);
    });
}

/** A route for each file at the top and one for each folder, so that metrics do not count by hashed names. */
function patternsOf(paths: Iterable<string>): ReadonlySet<string> {
  return new Set(Array.from(paths, (path) => path.replace(/^(\/[^/]+\/).*$/, "$1*")));
}

async function send(context: AppContext, file: WebFile): Promise<Response> {
  const encoding = encodingFor(context.req.header("accept-encoding"), file);
  const described = {
    ...headers,
    "cache-control": file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
    etag: file.tag,
    vary: "accept-encoding",
  };
  if (context.req.header("if-none-match")?.includes(file.tag)) return context.body(null, 304, described);
  return context.body(await file.bytes(encoding), 200, {
    ...described,
    "content-type": file.type,
    ...(encoding !== "identity" && { "content-encoding": encoding }),
  });
}

/** The best encoding that both sides know. */
function encodingFor(accepted: string | undefined, { encodings }: WebFile): Encoding {
  const names = (accepted ?? "")
    .split(",")
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(";")[0]?.trim().toLowerCase());
  return encodings.find((encoding) => names.includes(encoding)) ?? "identity";
}
