import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { connect } from "./connect.ts";
import { exitCodes } from "./exit-code.ts";

test("[TERM-8] a server that takes a connection and never answers ends a command with 69, after one try", async () => {
  const arrived = Promise.withResolvers<void>();
  let tries = 0;
  const server = createServer((socket) => {
    tries += 1;
    socket.once("data", () => arrived.resolve());
    socket.on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The time for a response is up when the server has the request.
  const connected = connect({ url, answerKey: "k" }, "answer", { wait: () => arrived.promise });
  await expect(connected).rejects.toMatchObject({
    message: `no server answers at ${url}`,
    hint: expect.stringContaining("askback serve"),
    exitCode: exitCodes.serverDown,
  });
  expect(tries).toBe(1);
  server.close();
});
