import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createTestApp, type TestAppOptions } from "./http/testing/test-app.ts";
import { type ConnectionTimeouts, listen } from "./listen.ts";

async function start(timeouts: Partial<ConnectionTimeouts>, options?: TestAppOptions) {
  const app = createTestApp(options);
  const { server, address } = await listen(app.app.fetch, { host: "127.0.0.1", port: 0, ...timeouts });
  onTestFinished(async () => {
    await app.close();
    server.closeAllConnections();
    const closed = once(server, "close");
    server.close();
    await closed;
  });
  return { app, server, port: address.port };
}

/** Sends a beginning and no more; gives what the server sends until it closes the connection. */
async function sendBeginning(port: number, lines: readonly string[], rest = ""): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket.on("data", (data) => (received += data));
  socket.on("error", () => {});
  socket.write(lines.join("\r\n") + rest);
  await once(socket, "close");
  return received;
}

const post = ["POST /v1/files HTTP/1.1", "Host: localhost", "Content-Length: 40000"];
const signedIn = "Authorization: Bearer ans_1";

test("[HTTP-22] a request whose headers do not arrive is closed", async () => {
  const { port } = await start({ headersMs: 50, checkMs: 10 });
  for (const lines of [[""], ["GET /docs HTTP/1.1", "Host: localhost", "X-Slow: "]])
    expect(await sendBeginning(port, lines)).toMatch(/^HTTP\/1\.1 408 /);
});

test("[HTTP-22] a body that stops to arrive is closed, holds nothing more, and is nobody's failure", async () => {
  const { app, port } = await start({ stalledBodyMs: 50 }, { limits: { bufferedFileBytes: 40 * 1024 } });
  const half = `\r\n\r\n${"x".repeat(30_000)}`;
  expect(await sendBeginning(port, [...post, signedIn], half)).toMatch(/^HTTP\/1\.1 408 /);
  const chunked = ["POST /v1/conversations HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked", signedIn];
  expect(await sendBeginning(port, chunked, '\r\n\r\n5\r\n{"age')).toMatch(/^HTTP\/1\.1 408 /);
  expect(app.failures).toEqual([]);
});

test("[HTTP-22] a body that arrives while the process pauses has not stopped to arrive", async () => {
  const stalledBodyMs = 50;
  const { server, port } = await start({ stalledBodyMs });
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const begun = once(server, "request");
  const text = "x".repeat(40_000);
  socket.write(`${[...post, signedIn].join("\r\n")}\r\n\r\n${text.slice(0, 100)}`);
  await begun;
  const pauseEnds = performance.now() + 2 * stalledBodyMs;
  socket.write(text.slice(100));
  while (performance.now() < pauseEnds);
  expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1\.1 201 /);
});

test("[HTTP-22] a file of 10 MiB may come over a line of 64 kbit/s, as long as it does not stop", async () => {
  const { server } = await start({});
  const bytesPerSecond = 64_000 / 8;
  expect((server.requestTimeout / 1000) * bytesPerSecond).toBeGreaterThan(10 * 1024 * 1024);
});

test("[HTTP-22] a caller without a key is refused before its body has arrived, and closed", async () => {
  const { port } = await start({});
  const received = await sendBeginning(port, post, `\r\n\r\n${"x".repeat(1_000)}`);
  expect(received).toMatch(/^HTTP\/1\.1 401 /);
});

test("[HTTP-22] a connection is kept for longer than proxies keep it, also where headers must arrive sooner", async () => {
  const { port } = await start({});
  const response = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect(response.headers.get("keep-alive")).toBe("timeout=75");
  await response.text();
  const { port: quick } = await start({ headersMs: 500, checkMs: 50 });
  const socket = connect(quick, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const ask = async () => {
    socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return String(await once(socket, "data"));
  };
  expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
  // Another connection that sends nothing is closed meanwhile, so the time for headers has passed.
  expect(await sendBeginning(quick, [""])).toMatch(/^HTTP\/1\.1 408 /);
  expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
});
