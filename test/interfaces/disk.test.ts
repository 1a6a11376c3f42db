import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { runProgram } from "../harness/server/run-program.ts";
import { temporaryFolder } from "../harness/server/server-process.ts";
import { startTestServer } from "../harness/server/test-server.ts";

const script = [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Thank you." }];

test("[OPS-20] [OPS-23] on a full disk writes get 503 and /readyz says why, and with room again everything goes on", async ({
  skip,
}) => {
  const disk = mountSmallDisk();
  if (disk === undefined) {
    console.warn("[OPS-20] skipped: only root can mount a small disk, on Linux");
    skip("no small disk can be mounted here");
    return;
  }
  const { server, api, startConversation } = await startTestServer({ dataDir: join(disk, "data") });
  const ready = async () => {
    const response = await fetch(`${server.url}/readyz`);
    const { status, detail } = (await response.json()) as Record<string, unknown>;
    return { status, detail, retryAfter: response.headers.get("retry-after") };
  };
  const answered = await startConversation("scripted", script);
  const parked = await startConversation("scripted", script);
  const [first, second] = [await answered.waitForInquiry(), await parked.waitForInquiry()];
  expect((await api.post(`/v1/inquiries/${first.id}/answer`, { answers: bothAnswered })).status).toBe(202);
  await answered.waitForStatus("idle");

  const file = join(disk, "filler");
  fill(file);
  const attempts = await untilRefused(() =>
    api.post("/v1/conversations", { agent: "scripted", message: `${JSON.stringify({ script })}${" ".repeat(60_000)}` }),
  );
  const acknowledged = attempts.filter(({ status }) => status === 201).map(({ body }) => body.id);
  const refused = attempts.at(-1);
  expect(refused).toMatchObject({
    status: 503,
    body: { code: "unavailable", detail: "The disk of the data folder is full." },
  });
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await ready()).toEqual({ status: 503, detail: "The disk of the data folder is full.", retryAfter: "2" });
  expect((await api.post(`/v1/inquiries/${second.id}/answer`, { answers: bothAnswered })).status).toBe(503);
  expect((await api.get(`/v1/conversations/${parked.id}`)).body).toMatchObject({ status: "parked" });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

  for (let count = 0; count < 5; count += 1)
    expect((await api.post(`/v1/inquiries/${second.id}/answer`, { answers: bothAnswered })).status).toBe(503);
  const refusals = server.lines.filter((line) => line.includes('"msg":"answering a request failed"'));
  expect(refusals.filter((line) => line.includes('"code":"full"'))).toHaveLength(1);

  rmSync(file);
  await expect.poll(ready).toMatchObject({ status: "ready" });
  expect((await api.post(`/v1/inquiries/${second.id}/answer`, { answers: bothAnswered })).status).toBe(202);
  await parked.waitForStatus("idle");
  for (const id of acknowledged) await api.waitForStatus(id, "parked");
  await server.kill();
  const restarted = await startTestServer({ dataDir: server.dataDir });
  for (const id of [answered.id, parked.id]) await restarted.api.waitForStatus(id, "idle");
  for (const id of acknowledged) await restarted.api.waitForStatus(id, "parked");
});

test("[OPS-21] a server whose data folder is moved away refuses everything and ends with 74", async () => {
  const { server, api } = await startTestServer();
  const ended = once(server.process, "close");
  renameSync(server.dataDir, `${server.dataDir}-old`);
  mkdirSync(server.dataDir);
  const response = await api.post("/v1/conversations", { agent: "scripted", message: "Hello" }).catch(() => undefined);
  // By then it may have noticed by itself, and listen no more.
  if (response) expect(response).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect(await ended).toEqual([74, null]);
  expect(server.lines.join("\n")).toMatch(
    /✖ .* cannot be used any more: The data folder was deleted, replaced or overwritten.*\n→ Put the folder/,
  );
});

test("[OPS-22] the program does not start on a damaged database, and says what to do", { tags: "smoke" }, async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, "askback.db"), "a letter to the editor".repeat(400));
  const { code, stderr } = await runProgram(["serve", "--port", "0", "--data-dir", dataDir]);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /✖ the database .*askback\.db is damaged: file is not a database\n→ Stop the server, keep .* restore/,
  );
});

/** A disk of a few megabytes, if this user may mount one. */
function mountSmallDisk(): string | undefined {
  const folder = temporaryFolder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=6m", "askback-test", folder]).status !== 0) return undefined;
  onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  return folder;
}

/** Writes to a file until the disk is full. */
function fill(file: string): void {
  try {
    writeFileSync(file, Buffer.alloc(6 * 1024 * 1024));
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
  }
}

async function untilRefused<Response extends { readonly status: number }>(
  send: () => Promise<Response>,
): Promise<Response[]> {
  const responses = [await send()];
  while (responses.at(-1)?.status === 201) responses.push(await send());
  return responses;
}
