import { expect, onTestFinished, test } from "vitest";
import { connectMcpServers } from "./mcp-servers.ts";
import { serveHttp, stateless } from "./testing/mcp-http.ts";
import { createTestMcpServer } from "./testing/mcp-server.ts";

test("[FAILURE-6] a late server that does not have what the config says is a problem in its words and is tried again", async () => {
  const gate = Promise.withResolvers<void>();
  const triedAgain = Promise.withResolvers<void>();
  let listings = 0;
  const serve = stateless(createTestMcpServer);
  const { url } = await serveHttp(async (request) => {
    await gate.promise;
    if ((await request.clone().text()).includes("tools/list")) listings += 1;
    else if (listings > 0) triedAgain.resolve();
    return serve(request);
  });
  const present = { nothing: { title: "Nothing" } };
  const servers = await connectMcpServers({ files: { url, present } }, { version: "0", retryMs: 1, startMs: 1 });
  onTestFinished(servers.close);
  let isTold = false;
  servers.onConnected(() => {
    isTold = true;
  });
  gate.resolve();
  await triedAgain.promise;
  expect(servers.problems().get("files")).toContain('the MCP server "files" has no tool "nothing" to present');
  expect(isTold).toBe(false);
});

test("[RUN-11] closing ends a program that has not answered yet", async () => {
  const started = Promise.withResolvers<number>();
  const { url } = await serveHttp(async (request) => {
    started.resolve(Number(await request.text()));
    return new Response();
  });
  const silent = "process.stdin.resume(); fetch(process.argv[1], { method: 'POST', body: String(process.pid) })";
  const program = { command: process.execPath, args: ["-e", silent, url] };
  const servers = await connectMcpServers({ files: program }, { version: "0", startMs: 1 });
  const pid = await started.promise;
  await servers.close();
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
