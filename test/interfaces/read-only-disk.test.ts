import { spawnSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { askTwo, bothAnswered } from "../harness/server/ask-calls.ts";
import { runProgram } from "../harness/server/run-program.ts";
import { startServerProcess, temporaryFolder } from "../harness/server/server-process.ts";
import { startTestServer } from "../harness/server/test-server.ts";

const script = [{ calls: [{ id: "call_a", ...askTwo }] }, { text: "Thank you." }];
const readOnly = "The disk of the data folder is read-only.";
const onlyRoot = "only root can mount a disk, on Linux";

test("[OPS-20] on a disk that becomes read-only writes get 503, /readyz says why, and what was acknowledged is there later", async ({
  skip,
}) => {
  const disk = mountDisk();
  if (disk === undefined) {
    console.warn(`[OPS-20] skipped: ${onlyRoot}`);
    skip(onlyRoot);
    return;
  }
  const { server, api, startConversation } = await startTestServer({ dataDir: join(disk.folder, "data") });
  const ready = async () => (await (await fetch(`${server.url}/readyz`)).json()) as Record<string, unknown>;
  const answered = await startConversation("scripted", script);
  const parked = await startConversation("scripted", script);
  const [first, second] = [await answered.waitForInquiry(), await parked.waitForInquiry()];
  expect((await api.post(`/v1/inquiries/${first.id}/answer`, { answers: bothAnswered })).status).toBe(202);
  await answered.waitForStatus("idle");

  disk.makeReadOnly();
  const answer = () => api.post(`/v1/inquiries/${second.id}/answer`, { answers: bothAnswered });
  expect(await answer()).toMatchObject({ status: 503, body: { code: "unavailable" } });
  await expect.poll(ready).toMatchObject({ status: 503, detail: readOnly });
  expect(await answer()).toMatchObject({ status: 503, body: { code: "unavailable", detail: readOnly } });
  expect((await api.get(`/v1/conversations/${parked.id}`)).body).toMatchObject({ status: "parked" });

  await server.kill();
  const again = await startTestServer({ dataDir: join(disk.mountAgain(), "data") });
  await again.api.waitForStatus(answered.id, "idle");
  expect((await again.api.post(`/v1/inquiries/${second.id}/answer`, { answers: bothAnswered })).status).toBe(202);
  await again.api.waitForStatus(parked.id, "idle");
});

test("[OPS-24] a server does not start on a data folder of a read-only disk, with files and without, and says why", async ({
  skip,
}) => {
  const used = join(temporaryFolder(), "data");
  await (await startServerProcess({ dataDir: used, env: { ASKBACK_DATABASE_URL: "" } })).stop();
  for (const folder of [used, temporaryFolder()]) {
    if (!mountReadOnly(folder)) {
      console.warn(`[OPS-24] skipped: ${onlyRoot}`);
      skip(onlyRoot);
      return;
    }
    const { code, stderr } = await runProgram(["serve", "--port", "0", "--data-dir", folder]);
    expect(code).toBe(1);
    expect(stderr).toContain(`cannot be used: ${readOnly}`);
    const doctor = await runProgram(["doctor", "--data-dir", folder]);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toMatch(/✖ data folder .*not a folder that this user can write to/);
  }
});

/** Makes a folder read-only as a disk is, for every user. */
function mountReadOnly(folder: string): boolean {
  if (!run("mount", "--bind", folder, folder)) return false;
  onTestFinished(() => void run("umount", "--lazy", folder));
  return run("mount", "-o", "remount,bind,ro", folder);
}

/** A disk in a file, whose file system makes it read-only when it finds an error, as most do. */
function mountDisk() {
  const image = join(temporaryFolder(), "disk");
  writeFileSync(image, "");
  truncateSync(image, 32 * 1024 * 1024);
  if (!run("mkfs.ext4", "-q", image)) return undefined;
  const mount = () => {
    const folder = temporaryFolder();
    if (!run("mount", "-o", "loop,errors=remount-ro", image, folder)) return undefined;
    onTestFinished(() => void run("umount", "--lazy", folder));
    return folder;
  };
  const folder = mount();
  if (folder === undefined) return undefined;
  return {
    folder,
    makeReadOnly() {
      const device = spawnSync("findmnt", ["-n", "-o", "SOURCE", folder], { encoding: "utf8" }).stdout.trim();
      writeFileSync(`/sys/fs/ext4/${basename(device)}/trigger_fs_error`, "1");
    },
    /** Mounts it in another place, where it can be written to. */
    mountAgain(): string {
      run("umount", folder);
      run("e2fsck", "-p", image);
      const mounted = mount();
      if (mounted === undefined) throw new Error("the disk could not be mounted again");
      return mounted;
    },
  };
}

function run(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}
