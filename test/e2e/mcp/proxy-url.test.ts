import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkplace, personAt, startMcp } from "../../harness/mcp/proxied.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server/server-process.ts";
import { onEnd } from "../../harness/server/temporary-folder.ts";

let server: ServerProcess;

beforeAll(async () => {
  server = await startServerProcess({ config: "none" });
});
afterAll(() => server.stop());

/** An MCP server that listens on a url, and a client that reaches it through the proxy. */
async function startBehindUrl() {
  const workplace = createWorkplace("http");
  const child = spawn(workplace.command, { shell: true, detached: true, stdio: "inherit" });
  const killed = once(child, "exit");
  const kill = () => void (child.exitCode === null && child.pid && process.kill(-child.pid, "SIGKILL"));
  onEnd(kill);
  await expect.poll(() => workplace.recorded().length).toBe(1);
  const [{ listening }] = workplace.recorded() as [{ readonly listening: number }];
  const url = `http://127.0.0.1:${listening}/mcp`;
  const start = (token: string) =>
    startMcp(workplace, server, ["--wrap", url, "--approve", "create_*", "--header", `Authorization: Bearer ${token}`]);
  return {
    workplace,
    start,
    async kill() {
      kill();
      await killed;
    },
  };
}

test("[PROXY-13] a server behind a url passes through the proxy, and its gated calls wait for their approval", async () => {
  const { workplace, start, kill } = await startBehindUrl();
  const { client, call } = await start("s3cret");
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("create_note");
  expect(await client.readResource({ uri: "notes://readme" })).toMatchObject({ contents: [{ text: "Read me" }] });
  expect(await call("count_notes", { by: 3 })).toMatchObject({ structuredContent: { count: 6 } });
  const person = personAt(server);
  const input = { title: "By url" };
  const result = call("create_note", input);
  const { id, agent } = await person.asked(input);
  expect(agent).toBe("tester");
  expect(workplace.recorded()).toHaveLength(1);
  await person.answer(id, "o1");
  expect(await result).toMatchObject({ content: [{ text: "created By url" }] });
  expect(workplace.recorded().slice(1)).toEqual([{ created: input }]);
  await client.close();
  await kill();
});

test("[PROXY-13] a call of a server that is killed meanwhile ends with an error, and so does one of a server that is gone", async () => {
  const { workplace, start, kill } = await startBehindUrl();
  const { client, call } = await start("s3cret");
  const person = personAt(server);
  const free = call("wait").catch((error: Error) => error.message);
  const gated = call("create_slowly").catch((error: Error) => error.message);
  await person.answer((await person.asked({})).id, "o1");
  await expect.poll(() => workplace.recorded()).toHaveLength(3);
  await kill();
  for (const words of [await free, await gated]) expect(words).toMatch(/broke off|cannot be reached/);
  expect(await call("count_notes").catch((error: Error) => error.message)).toMatch(/cannot be reached/);
  await client.close();
});

test("[PROXY-13] a server that refuses the connection says so to the client", { tags: "smoke" }, async () => {
  const { start, kill } = await startBehindUrl();
  await expect(start("wrong")).rejects.toThrow(/cannot be reached.*no token/);
  await kill();
});
