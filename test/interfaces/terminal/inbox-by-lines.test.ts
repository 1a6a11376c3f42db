import { describe, expect, test } from "vitest";
import { createApi } from "../../harness/server/api.ts";
import { startServerProcess } from "../../harness/server/server-process.ts";
import { noTerminalReason, openTerminal } from "../../harness/terminal/pseudo-terminal.ts";

if (noTerminalReason !== undefined) console.info(`The inbox by lines is not tested: ${noTerminalReason}.`);

describe.skipIf(noTerminalReason !== undefined)("for a screen reader", async () => {
  const server = await startServerProcess();
  const [people, asker] = [createApi(server), createApi(server, server.keys.ask)];
  const env = { ASKBACK_DATA_DIR: server.dataDir };
  const ask = async (question: string): Promise<string> =>
    (await asker.post("/v1/inquiries", { question, options: ["Yes", "No"] })).body.id;
  const inquiry = async (id: string) => (await people.get(`/v1/inquiries/${id}`)).body;

  test("[TERM-5] [TERM-9] the inbox leads back to the list, takes a note and takes an answer back", async () => {
    const [deploy, remove] = [await ask("Deploy?"), await ask("Delete?")];
    const terminal = openTerminal("askback inbox --screen-reader --undo 5m", { env });
    await terminal.shows("2. Agent: Delete?");
    terminal.type("2\r");
    await terminal.shows("You can also type: skip, decline, you decide, set aside, /note and a text, back.");
    terminal.type("back\r");
    await terminal.shows(/Delete\?[\s\S]*Delete\?[\s\S]*Delete\?[\s\S]*or quit\./);
    terminal.type("1\r");
    await terminal.shows("Deploy?\n1. Yes");
    terminal.type("/note not before noon\r");
    await terminal.shows("Noted. It is sent with your answer.");
    terminal.type("1\r");
    await terminal.shows("Sent. Type undo within 300 seconds to take it back.");
    expect(await inquiry(deploy)).toMatchObject({ heldUntil: expect.any(String) });
    await terminal.shows("undo, or quit.");
    terminal.type("undo\r");
    await terminal.shows("Taken back. The question is open again.");
    expect(await inquiry(deploy)).toMatchObject({ status: "open" });
    await terminal.shows(/open again\.[\s\S]*or quit\./);
    terminal.type("2\r");
    await terminal.shows(/open again\.[\s\S]*You can also type/);
    terminal.type("set aside\r");
    await terminal.shows("Sent.\n");
    expect((await inquiry(remove)).resolution).toMatchObject({ type: "dismissed" });
    terminal.type("quit\r");
    expect(await terminal.ended).toBe(0);
  });

  test("[TERM-9] a note of a single question is sent with its answer", async () => {
    const id = await ask("Migrate?");
    const terminal = openTerminal(`askback answer ${id} --screen-reader`, { env });
    await terminal.shows("/note and a text");
    terminal.type("/note too risky\r");
    await terminal.shows("Noted.");
    terminal.type("no\r");
    expect(await terminal.ended).toBe(0);
    expect((await inquiry(id)).resolution).toMatchObject({ answers: [{ options: ["o2"], note: "too risky" }] });
  });

  test("[TERM-20] a person who skips every question has not left, and declines with the next line", async () => {
    const questions = ["Which?", "Why?"].map((question) => ({ question }));
    const { id } = (await asker.post("/v1/inquiries", { questions })).body;
    const terminal = openTerminal(`askback answer ${id} --screen-reader`, { env });
    await terminal.shows("1 of 2: Which?");
    terminal.type("skip\r");
    await terminal.shows("2 of 2: Why?");
    terminal.type("skip\r");
    await terminal.shows("Type send to send them");
    terminal.type("send\r");
    await terminal.shows(/Every question is skipped[\s\S]*You can also type/);
    terminal.type("decline\r");
    expect(await terminal.ended).toBe(0);
    expect((await inquiry(id)).resolution).toMatchObject({ type: "declined" });
  });
});
