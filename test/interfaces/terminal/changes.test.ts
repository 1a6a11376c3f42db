import { describe, expect, test } from "vitest";
import { createApi } from "../../harness/server/api.ts";
import { startServerProcess } from "../../harness/server/server-process.ts";
import { keys, noTerminalReason, openTerminal } from "../../harness/terminal/pseudo-terminal.ts";
import { folderAt, startRelay } from "../../harness/terminal/relay.ts";

if (noTerminalReason !== undefined) console.info(`Changes in a terminal are not tested: ${noTerminalReason}.`);

describe.skipIf(noTerminalReason !== undefined)("in a terminal", async () => {
  const server = await startServerProcess();
  const [people, asker] = [createApi(server), createApi(server, server.keys.ask)];
  const resolutionOf = async (id: string) => (await people.get(`/v1/inquiries/${id}`)).body.resolution;

  async function change(id: string): Promise<void> {
    expect((await asker.patch(`/v1/inquiries/${id}`, { question: "Deploy 4.3?" })).status).toBe(200);
  }

  test("[TERM-16] a card says that its question was changed when it is changed, and the new one is answered", async () => {
    const relay = await startRelay(server, { holds: (path) => path.includes("wait=") });
    const env = { ASKBACK_DATA_DIR: folderAt(relay.url, server) };
    const terminal = openTerminal('askback ask "Deploy 4.2?" -o Yes -o No --wait', { env });
    await terminal.shows("1 ○ Yes");
    const [{ id }] = (await people.get("/v1/inquiries?status=open")).body.items;
    await change(id);
    await terminal.shows("The question was changed. Please read it again.");
    await terminal.shows("Deploy 4.3?");
    terminal.type("2");
    await terminal.shows("2 ● No");
    terminal.type(keys.enter);
    relay.release();
    expect(await terminal.ended).toBe(0);
    expect(await resolutionOf(id)).toMatchObject({ answers: [{ options: ["o2"] }] });
  });

  test("[TERM-13] how long a question waits is drawn anew while nobody presses a key", async () => {
    const { id } = (await asker.post("/v1/inquiries", { question: "Deploy?", options: ["Yes", "No"] })).body;
    const terminal = openTerminal(`askback answer ${id}`, { env: { ASKBACK_DATA_DIR: server.dataDir } });
    const before = /waiting \w+/.exec(await terminal.shows("waiting"))?.[0] ?? "";
    await terminal.shows(new RegExp(`waiting (?!${before.replace("waiting ", "")}\\b)\\d`));
    terminal.type(`1${keys.enter}`);
    expect(await terminal.ended).toBe(0);
  });

  test("[TERM-16] by lines it is said too, and the new question is asked after the next line", async () => {
    const relay = await startRelay(server, { holds: (path) => path.includes("wait=") });
    const { id } = (await asker.post("/v1/inquiries", { question: "Deploy 4.2?", options: ["Yes", "No"] })).body;
    const env = { ASKBACK_DATA_DIR: folderAt(relay.url, server) };
    const terminal = openTerminal(`askback answer ${id} --screen-reader`, { env });
    await terminal.shows("Type a number");
    await change(id);
    await terminal.shows("The question was changed.");
    terminal.type("1\r");
    await terminal.shows("Deploy 4.3?");
    terminal.type("2\r");
    expect(await terminal.ended).toBe(0);
    expect(await resolutionOf(id)).toMatchObject({ answers: [{ options: ["o2"] }] });
  });
});
