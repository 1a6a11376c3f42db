import { describe, expect, test } from "vitest";
import { createApi } from "../../harness/server/api.ts";
import { startServerProcess } from "../../harness/server/server-process.ts";
import { keys, noTerminalReason, openTerminal } from "../../harness/terminal/pseudo-terminal.ts";

if (noTerminalReason !== undefined) console.info(`Secrets in a terminal are not tested: ${noTerminalReason}.`);

describe.skipIf(noTerminalReason !== undefined)("a secret", async () => {
  const server = await startServerProcess();
  const asker = createApi(server, server.keys.ask);
  const env = { ASKBACK_DATA_DIR: server.dataDir };
  const ask = async (): Promise<string> =>
    (await asker.post("/v1/inquiries", { question: "Which token?", secret: true })).body.id;

  async function typedSecret(id: string): Promise<string> {
    const { resolution } = (await asker.get(`/v1/inquiries/${id}`)).body;
    return (await asker.post(`/v1/secrets/${resolution.answers[0].secret}`)).body.secret;
  }

  test("[TERM-17] typed on a card is shown by dots, and the command prints its handle", async () => {
    const id = await ask();
    const terminal = openTerminal(`askback answer ${id}`, { env });
    await terminal.shows("A secret: it is sealed, and not shown");
    terminal.type("hunter2");
    await terminal.shows("› •••••••");
    terminal.type(keys.enter);
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toMatch(/◇ Which token\? → a secret\n✔ owner answered\.\nsec_\w+/);
    expect(terminal.raw()).not.toContain("hunter2");
    expect(await typedSecret(id)).toBe("hunter2");
  });

  test("[TERM-17] [TERM-9] typed by lines is not shown, and the next line is", async () => {
    const [first, second] = [await ask(), (await asker.post("/v1/inquiries", { question: "Why?" })).body.id];
    const terminal = openTerminal("askback inbox --screen-reader", { env });
    await terminal.shows("or quit.");
    terminal.type("1\r");
    await terminal.shows("Type the secret, which is sealed and not shown.");
    terminal.type("hunter3\r");
    await terminal.shows("Sent.");
    await terminal.shows(/Sent[\s\S]*or quit\./);
    terminal.type("1\r");
    await terminal.shows("Type your own words.");
    terminal.type("Because\r");
    await terminal.shows(/Because[\s\S]*Nothing needs you/);
    terminal.type("quit\r");
    expect(await terminal.ended).toBe(0);
    expect(terminal.raw()).not.toContain("hunter3");
    expect(terminal.raw()).toContain("Because");
    await asker.get(`/v1/inquiries/${first}?wait=60`);
    expect(await typedSecret(first)).toBe("hunter3");
    expect((await asker.get(`/v1/inquiries/${second}?wait=60`)).body.resolution.text).toBe("Because");
  });
});
