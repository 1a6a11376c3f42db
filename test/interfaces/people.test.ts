import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "../harness/server/api.ts";
import { runProgram } from "../harness/server/run-program.ts";
import { type ServerProcess, startServerProcess } from "../harness/server/server-process.ts";

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.stop());

async function run(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram([...args, "--data-dir", server.dataDir]);
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
}

test("[CLI-11] `askback keys` creates a key, which is printed this once, lists it and revokes it", async () => {
  const key = await run("keys", "create", "ci", "--scope", "ask", "read", "--expires", "30d");
  const status = async () => (await createApi(server, key).get("/v1/me")).status;
  expect(await status()).toBe(200);
  const listed = await run("keys");
  const [, id = ""] = /^([0-9a-f]{16}) +ci +ask,read +\S+ +\d{4}-\d\d-\d\d$/m.exec(listed) ?? [];
  expect(key).toContain(`ask_${id}_`);
  expect(listed).not.toContain(key.slice(-43));
  await run("keys", "revoke", id);
  expect(await status()).toBe(401);
  expect(await run("keys", "list")).toBe("");
  const again = await runProgram(["keys", "revoke", id, "--data-dir", server.dataDir]);
  expect(again).toMatchObject({ code: 64, stderr: expect.stringContaining("There is no such key") });
  const halves = await runProgram(["keys", "create", "ci", "--expires", "90m", "--data-dir", server.dataDir]);
  expect(halves).toMatchObject({ code: 64, stderr: expect.stringContaining("--expires") });
});

test("[CLI-11] `askback people` invites, adds, changes and removes people", async () => {
  const link = await run("people", "invite", "--role", "viewer", "--group", "deploy", "on call");
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const joined = await fetch(link, { method: "POST", headers, body: "name=Ana" });
  expect(joined.status).toBe(204);
  const bob = await run("people", "add", "Bob", "--email", "bob@example.org");
  expect(bob).toMatch(/^per_/);
  const listed = await run("people");
  expect(listed).toMatch(/^per_\w+ +Ana +viewer +deploy,on call$/m);
  expect(listed).toMatch(new RegExp(`^${bob} +Bob +member +bob@example.org$`, "m"));
  await run("people", "role", bob, "owner");
  expect((await fetch(await run("people", "link", bob), { method: "POST" })).status).toBe(204);
  await run("people", "disable", bob);
  expect(await run("people", "list")).toContain("owner, disabled");
  await run("people", "enable", bob);
  await run("people", "remove", bob);
  expect(JSON.parse(await run("people", "list", "--json"))).toMatchObject([{ id: "owner" }, { name: "Ana" }]);
});

test("[CLI-11] a key that may not manage the project is refused, and so is another project", async () => {
  const env = { ASKBACK_URL: server.url, ASKBACK_KEY: server.keys.ask };
  expect(await runProgram(["people"], { env })).toMatchObject({
    code: 77,
    stderr: expect.stringContaining('the key of "agent" may not manage the project'),
  });
  expect(await runProgram(["keys", "--project", "garden", "--data-dir", server.dataDir])).toMatchObject({
    code: 64,
    stderr: expect.stringContaining("There is no such project"),
  });
});
