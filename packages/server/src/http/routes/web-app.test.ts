import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../testing/test-app.ts";
import { readWebFiles } from "./web-app.ts";

const page = "<!doctype html><title>The app</title>";
const script = `export const words = "${"again and ".repeat(200)}";`;
const folder = mkdtempSync(join(tmpdir(), "askback-web-"));
for (const path of ["dist/assets", "dist/docs/assets"]) mkdirSync(join(folder, path), { recursive: true });
writeFileSync(join(folder, "secret.txt"), "not for anybody");
for (const [name, content] of Object.entries({
  "index.html": page,
  "sw.js": "self.skipWaiting();",
  "manifest.webmanifest": "{}",
  "assets/index-1a2b.js": script,
  "assets/letters-3c4d.woff2": "letters",
  "docs/index.html": "<!doctype html><title>The API</title>",
  "docs/assets/index-5e6f.js": "export {};",
}))
  writeFileSync(join(folder, "dist", name), content);

const built = "export const size = 1;";
const builtBrotli = brotliCompressSync(`${built}/* compressed when it was built */`);
writeFileSync(join(folder, "dist/assets/built-7a8b.js"), built);
writeFileSync(join(folder, "dist/assets/built-7a8b.js.br"), builtBrotli);

const server = createTestApp({ web: join(folder, "dist") });
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers = {}) => server.call("GET", path, { as: "nobody", headers });

test("[WEB-1] every address of the app is answered with its page, which needs no key and is revalidated each time", async () => {
  for (const path of ["/", "/c/conv_1", "/q/inq_1", "/inbox", "/inbox/snoozed", "/settings", "/settings/members"]) {
    const { status, body, headers } = await get(path);
    expect({ path, status, body }).toEqual({ path, status: 200, body: page });
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-cache");
  }
});

test("[WEB-1] the content security policy allows the app only what comes from its server", async () => {
  for (const path of ["/", "/c/conv_1", "/sw.js", "/assets/index-1a2b.js", "/docs", "/docs/assets/index-5e6f.js"]) {
    const { headers } = await get(path);
    const policy = new Map(
      (headers.get("content-security-policy") ?? "").split("; ").map((rule) => {
        const [name = "", ...sources] = rule.split(" ");
        return [name, sources.join(" ")];
      }),
    );
    expect(policy.get("default-src"), path).toBe("'none'");
    expect(policy.get("script-src"), path).toBe("'self'");
    expect(policy.get("frame-ancestors"), path).toBe("'none'");
    expect([...policy.values()].join(" "), path).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("referrer-policy"), path).toBe("no-referrer");
  }
});

test("[WEB-1] files with a hash in their name are cached forever, and others are revalidated by ETag", async () => {
  for (const path of ["/assets/index-1a2b.js", "/docs/assets/index-5e6f.js"])
    expect((await get(path)).headers.get("cache-control"), path).toBe("public, max-age=31536000, immutable");
  for (const [path, type] of [
    ["/sw.js", "text/javascript; charset=utf-8"],
    ["/manifest.webmanifest", "application/manifest+json"],
  ] as const) {
    const { headers } = await get(path);
    expect([headers.get("cache-control"), headers.get("content-type")], path).toEqual(["no-cache", type]);
    const again = await get(path, { "if-none-match": headers.get("etag") ?? "" });
    expect([again.status, again.body], path).toEqual([304, ""]);
  }
});

test("[WEB-1] text is sent compressed to clients that accept it, and as it is to others", async () => {
  const read = async (accepted: string) => {
    const headers = { "accept-encoding": accepted };
    const response = await server.send("GET", "/assets/index-1a2b.js", { as: "nobody", headers });
    expect(response.headers.get("vary")).toBe("accept-encoding");
    return { encoding: response.headers.get("content-encoding"), bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const brotli = await read("gzip, deflate, br");
  expect([brotli.encoding, String(brotliDecompressSync(brotli.bytes))]).toEqual(["br", script]);
  const gzip = await read("br;q=0, gzip;q=0.5");
  expect([gzip.encoding, String(gunzipSync(gzip.bytes))]).toEqual(["gzip", script]);
  const plain = await read("");
  expect([plain.encoding, String(plain.bytes)]).toEqual([null, script]);
  const letters = await get("/assets/letters-3c4d.woff2", { "accept-encoding": "br" });
  expect([letters.headers.get("content-encoding"), letters.body]).toEqual([null, "letters"]);
});

test("[WEB-1] a file that was compressed when it was built is sent as it was built, and under its own name alone", async () => {
  const read = async (accepted: string) => {
    const headers = { "accept-encoding": accepted };
    const response = await server.send("GET", "/assets/built-7a8b.js", { as: "nobody", headers });
    return { encoding: response.headers.get("content-encoding"), bytes: Buffer.from(await response.arrayBuffer()) };
  };
  expect(await read("gzip, br")).toEqual({ encoding: "br", bytes: builtBrotli });
  const gzip = await read("gzip");
  expect([gzip.encoding, String(gunzipSync(gzip.bytes))]).toEqual(["gzip", built]);
  expect(await get("/assets/built-7a8b.js")).toMatchObject({ status: 200, body: built });
  expect((await get("/assets/built-7a8b.js.br")).status).toBe(404);
});

test("[WEB-1] only the app's own files are served", async () => {
  for (const path of [
    "/assets/missing.js",
    "/assets/../secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/assets/..\\..\\secret.txt",
    "/assets/",
    "/assets",
  ]) {
    const { status, body } = await get(path);
    expect([401, 404], path).toContain(status);
    expect(JSON.stringify(body), path).not.toContain("not for anybody");
  }
});

test("[WEB-43] a browser that opens an address that does not exist gets the page of the app, with status 404", async () => {
  const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
  for (const path of ["/nowhere", "/nowhere/else", "/settings/more", "/secret.txt", "/..%2fsecret.txt"]) {
    const { status, body, headers } = await get(path, { accept });
    expect({ path, status, body }).toEqual({ path, status: 404, body: page });
    expect(headers.get("content-security-policy"), path).toContain("default-src 'none'");
    expect(headers.get("cache-control"), path).toBe("no-cache");
  }
});

test("[WEB-43] programs, and addresses of the API and of files, get a problem", async () => {
  const accept = "text/html";
  const problem = "application/problem+json";
  for (const [path, headers] of [
    ["/nowhere", { accept: "application/json" }],
    ["/nowhere", {}],
    ["/v1/nowhere", { accept }],
    ["/v1/conversations/conv_missing", { accept }],
    ["/api/nowhere", { accept }],
    ["/assets/missing.js", { accept }],
  ] as const) {
    const response = await server.call("GET", path, { headers });
    expect([path, response.status, response.headers.get("content-type")]).toEqual([path, 404, problem]);
  }
  expect((await server.call("POST", "/nowhere", { headers: { accept }, body: {} })).status).toBe(404);
});

test("[SEC-1] the API still needs a key beside the app", async () => {
  for (const path of ["/v1/conversations", "/v1/events", "/metrics", "/secret.txt", "/elsewhere"])
    expect(await get(path), path).toMatchObject({ status: 401 });
});

test("[WEB-1] requests for the app are counted by route pattern, not by file name", async () => {
  await get("/assets/index-1a2b.js");
  await get("/c/conv_secret");
  expect(server.requests.slice(-2).map(({ route }) => route)).toEqual(["/assets/*", "/c/*"]);
});

test("[WEB-1] a folder without a built app is refused, and without one a page says how to build it", async () => {
  expect(() => readWebFiles(folder)).toThrow(/npm run build:web/);
  const bare = createTestApp();
  expect((await bare.call("GET", "/", { as: "nobody" })).body).toContain("npm run build:web");
  await bare.close();
});

test("[HTTP-6] /docs is the API reference, which needs no key; without a built app a page says how to build it", async () => {
  const { status, body, headers } = await get("/docs");
  expect({ status, body }).toEqual({ status: 200, body: "<!doctype html><title>The API</title>" });
  expect(headers.get("cache-control")).toBe("no-cache");
  const bare = createTestApp();
  const unbuilt = await bare.call("GET", "/docs", { as: "nobody" });
  expect(unbuilt.status).toBe(200);
  expect(unbuilt.body).toContain("npm run build:web");
  expect(unbuilt.body).toContain('href="/openapi.json"');
  await bare.close();
});
