import { readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../store/sqlite/testing/temporary-folder.ts";
import type { McpServer } from "./mcp-connection.ts";
import { connectMcp } from "./mcp-tools.ts";
import { serveHttp, sessionful, stateless } from "./testing/mcp-http.ts";
import { createTestMcpServer } from "./testing/mcp-server.ts";
import { noSecret } from "./testing/no-secret.ts";

const fixture = fileURLToPath(new URL("./testing/mcp-stdio.fixture.ts", import.meta.url));
const program = (...args: readonly string[]): McpServer => ({
  command: process.execPath,
  args: ["--conditions=@askback/source", fixture, ...args],
});

test("[RUN-11] a program that ends is started again for the next call", async () => {
  const file = join(temporaryFolder(), "calls");
  const { run } = await connect(program("serve", file));
  await expect(run("die")).rejects.toThrow("Connection closed");
  await expect(run("echo", { words: "again" })).resolves.toEqual({ ok: true, text: "echo again" });
  expect(linesOf(file).filter((line) => line.startsWith("started"))).toHaveLength(2);
});

test("[RUN-11] closing the connection ends the program", async () => {
  const file = join(temporaryFolder(), "calls");
  const { close } = await connectMcp("test", program("serve", file), "0.0.0");
  const pid = Number(linesOf(file)[0]?.split(" ")[1]);
  expect(isRunning(pid)).toBe(true);
  await close();
  expect(isRunning(pid)).toBe(false);
});

test("[FAILURE-10] a program gets the variables of its definition and few others", async () => {
  const file = join(temporaryFolder(), "calls");
  process.env.ASKBACK_TEST_SECRET = "not for programs";
  onTestFinished(() => {
    delete process.env.ASKBACK_TEST_SECRET;
  });
  await connect({ ...program("environment", file), env: { FILES_TOKEN: "1" } });
  const names = linesOf(file)[1]?.split(" ") ?? [];
  expect(names).toEqual(expect.arrayContaining(["FILES_TOKEN", "PATH"]));
  const inherited = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];
  expect(names.filter((name) => name !== "FILES_TOKEN" && !inherited.includes(name))).toEqual([]);
});

type Recorder = (what: string) => void;

describe.each([
  ["each request by itself", (record?: Recorder) => stateless(() => createTestMcpServer(record))],
  ["the later protocol only", (record?: Recorder) => stateless(() => createTestMcpServer(record), "reject")],
  ["sessions", (record?: Recorder) => sessionful(() => createTestMcpServer(record))],
])("HTTP, %s", (_, fetch) => {
  test("[RUN-11] an unreachable server is an error, and later calls reconnect", async () => {
    const server = await serveHttp(fetch());
    const { run } = await connect({ url: server.url });
    await server.stop();
    await expect(run("echo", { words: "hello" })).rejects.toThrow("fetch failed");
    await serveHttp(fetch(), server.port);
    const calls = ["one", "two", "three"].map((words) => run("echo", { words }));
    await expect(Promise.all(calls)).resolves.toMatchObject([
      { text: "echo one" },
      { text: "echo two" },
      { text: "echo three" },
    ]);
  });

  test("[RUN-11] a server that closes the connection during a call is an error", async () => {
    const started = Promise.withResolvers<void>();
    const server = await serveHttp(fetch(() => started.resolve()));
    const { run } = await connect({ url: server.url });
    const call = expect(run("wait")).rejects.toThrow();
    await started.promise;
    await server.stop();
    await call;
  });

  test("[RUN-9] an aborted call is cancelled at the server", async () => {
    const started = Promise.withResolvers<void>();
    const cancelled = Promise.withResolvers<void>();
    const server = await serveHttp(
      fetch((what) => (what === "wait started" ? started.resolve() : cancelled.resolve())),
    );
    const { run } = await connect({ url: server.url });
    const abort = new AbortController();
    const call = expect(run("wait", {}, abort.signal)).rejects.toThrow("no longer wanted");
    await started.promise;
    abort.abort(new Error("no longer wanted"));
    await call;
    await cancelled.promise;
  });
});

test("[RUN-9] an aborted call is cancelled at the program", async () => {
  const file = join(temporaryFolder(), "calls");
  const { run } = await connect(program("serve", file));
  const abort = new AbortController();
  const call = expect(run("wait", {}, abort.signal)).rejects.toThrow("no longer wanted");
  await written(file, "wait started");
  abort.abort(new Error("no longer wanted"));
  await call;
  await written(file, "wait cancelled");
});

test.each([
  ["is not there", { command: "no-such-program-anywhere" }, /spawn no-such-program-anywhere ENOENT/],
  ["ends at once", program("broken"), /Connection closed; it wrote: the config file is missing/],
  ["does not listen at any address of its name", { url: "http://localhost:1/mcp" }, /fetch failed \(.+\)/],
  ["does not listen", { url: "http://127.0.0.1:9/mcp" }, /fetch failed \(.+\)/],
])("[RUN-11] a server that %s is an error that names it", async (_, server, why) => {
  const connected = connectMcp("files", server, "0.0.0");
  await expect(connected).rejects.toThrow('the MCP server "files" could not be reached: ');
  await expect(connected).rejects.toThrow(why);
});

test("[FAILURE-2] what a program writes about its settings is not in the error", async () => {
  const quoting = ["-e", "console.error('refused: ' + process.env.FILES_TOKEN); process.exit(1)"];
  const server = { command: process.execPath, args: quoting, env: { FILES_TOKEN: "our-own-token" } };
  await expect(connectMcp("files", server, "0.0.0")).rejects.toThrow("it wrote: refused: [masked]");
});

test("[RUN-11] a URL that is no MCP server is an error that names it", async () => {
  const { url } = await serveHttp(async () => new Response("Hello", { status: 404 }));
  await expect(connectMcp("files", { url }, "0.0.0")).rejects.toThrow('the MCP server "files" could not be reached');
});

async function connect(server: McpServer) {
  const { tools, close } = await connectMcp("test", server, "0.0.0");
  onTestFinished(close);
  const run = async (name: string, input = {}, signal = new AbortController().signal) => {
    const found = tools.find((tool) => tool.name === `test__${name}`);
    if (!found) throw new Error(`there is no ${name}`);
    return found.run(input, { conversationId: "conv_a", callId: "call_a", signal, secret: noSecret });
  };
  return { run };
}

function linesOf(file: string): string[] {
  return readFileSync(file, "utf8").trim().split("\n");
}

/** Settles when a line stands in the file. */
async function written(file: string, line: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => linesOf(file).includes(line) && resolve();
  const watcher = watch(file, check);
  check();
  await promise;
  watcher.close();
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
