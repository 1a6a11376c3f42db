import { beforeAll, describe, expect, test } from "vitest";
import { type Api, createApi } from "../../harness/server/api.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server/server-process.ts";
import { keys, noTerminalReason, openTerminal } from "../../harness/terminal/pseudo-terminal.ts";

let server: ServerProcess;
let api: Api;
let asker: Api;
let env: Record<string, string>;

if (noTerminalReason !== undefined) console.info(`The screens of the terminal are not tested: ${noTerminalReason}.`);

/** The only open inquiry. */
async function openInquiry(): Promise<string> {
  const { body } = await api.get("/v1/inquiries?status=open");
  expect(body.items).toHaveLength(1);
  return body.items[0].id;
}

async function ask(body: object): Promise<string> {
  return (await asker.post("/v1/inquiries", body)).body.id;
}

async function resolutionOf(id: string) {
  return (await api.get(`/v1/inquiries/${id}?wait=60`)).body.resolution;
}

const colour = "\u001B[36m";

describe.skipIf(noTerminalReason !== undefined)("in a terminal", () => {
  beforeAll(async () => {
    server = await startServerProcess();
    api = createApi(server);
    asker = createApi(server, server.keys.ask);
    env = { ASKBACK_DATA_DIR: server.dataDir };
  });

  test("[TERM-3] [TERM-4] a question is answered right there, by two keys, and a script reads the answer", {
    tags: "smoke",
  }, async () => {
    const command = 'answer=$(askback ask "Which database?" -o Postgres -o SQLite --wait); echo "got $answer and $?"';
    const terminal = openTerminal(command, { env });
    await terminal.shows("Ctrl+C leave");
    await terminal.shows("◆ Agent asks");
    await terminal.shows(/│ ❯ {2}1 ○ Postgres\n│ {4}2 ○ SQLite\n│ {6}✎ Own words…/);
    expect(terminal.raw()).toContain(colour);
    terminal.type("2");
    await terminal.shows("❯  2 ● SQLite");
    expect((await api.get(`/v1/inquiries/${await openInquiry()}`)).body.status).toBe("open");
    terminal.type(keys.enter);
    await terminal.shows("got SQLite and 0");
    await terminal.shows("◇ Which database? → SQLite");
    expect(await terminal.ended).toBe(0);
  });

  test("[TERM-16] what is typed before the question is there picks nothing", async () => {
    const id = await ask({ question: "Delete it?", options: ["Yes", "No"] });
    const terminal = openTerminal(`askback answer ${id}`, { env });
    terminal.type("1");
    await terminal.shows("Ctrl+C leave");
    await terminal.shows("1 ○ Yes");
    terminal.type("2");
    await terminal.shows("2 ● No");
    terminal.type(keys.enter);
    expect(await terminal.ended).toBe(0);
    expect((await resolutionOf(id)).answers).toMatchObject([{ options: ["o2"] }]);
  });

  test("[TERM-3] [TERM-14] the prompt goes away when somebody else answers, and what was written is shown", async () => {
    const terminal = openTerminal('askback ask "Deploy?" -o Yes -o No --wait', { env });
    await terminal.shows("Deploy?");
    const id = await openInquiry();
    terminal.type("o");
    await terminal.shows("Your answer");
    terminal.type("Not 1 bit before noon");
    await terminal.shows("› Not 1 bit before noon");
    await api.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toBe("◇ Deploy?\nNot sent: Not 1 bit before noon\nYes");
  });

  test("[TERM-4] Enter alone picks and sends nothing before it is pressed again", async () => {
    const terminal = openTerminal('askback ask "Deploy?" -o Yes -o No --wait', { env });
    await terminal.shows("1 ○ Yes");
    terminal.type(keys.enter);
    await terminal.shows("1 ● Yes");
    const id = await openInquiry();
    terminal.type(keys.enter);
    expect(await terminal.ended).toBe(0);
    expect((await resolutionOf(id)).answers).toMatchObject([{ options: ["o1"] }]);
  });

  test("[TERM-14] Ctrl+C leaves when it is pressed twice, and says how to find the question", async () => {
    const terminal = openTerminal('askback ask "Deploy?" -o Yes --key again --wait', { env });
    await terminal.shows("Deploy?");
    terminal.type(keys.interrupt);
    await terminal.shows("Press Ctrl+C again to leave. The question stays open.");
    const id = await openInquiry();
    terminal.type(keys.interrupt);
    expect(await terminal.ended).toBe(130);
    const words = terminal.screen().replace(/\n/g, "");
    expect(words).toContain(`interrupted; the question stays open: ${id}`);
    expect(words).toContain("ask again with the same --key");
    await api.post(`/v1/inquiries/${id}/dismiss`);
  });

  test("[TERM-5] the inbox answers several questions, with a note and a review, and takes the answer back", {
    tags: "smoke",
  }, async () => {
    const questions = [
      { question: "Which regions?", options: ["eu", "us", "asia"], multiSelect: true },
      { question: "When?", options: ["Now", "Tonight"] },
      { question: "Anything else?" },
    ];
    const id = await ask({ questions, agent: "planner" });
    const terminal = openTerminal("askback inbox --undo 5m", { env });
    await terminal.shows(/◆ Inbox +1 open\n│\n│ ❯ Planner +waiting \d+s · 3 questions\n│ {3}Which regions\?/);
    terminal.type(keys.enter);
    await terminal.shows("1 of 3");
    terminal.type("13");
    await terminal.shows(/1 ◼ eu\n.*2 ◻ us\n.*3 ◼ asia/);
    terminal.type(keys.enter);
    await terminal.shows("2 of 3");
    terminal.type("2n");
    await terminal.shows("A note on this question");
    terminal.type(`After 8${keys.enter}`);
    await terminal.shows("Note: After 8");
    terminal.type(keys.enter);
    await terminal.shows("3 of 3");
    terminal.type(`No${keys.enter}`);
    await terminal.shows("Your answers");
    await terminal.shows(/→ eu, asia\n.*2 When\?\n.*→ Tonight\n.*Note: After 8\n.*3 Anything else\?\n.*→ No\n/);
    terminal.type(keys.enter);
    await terminal.shows("Sent to Planner. u takes it back for 300 s.");
    terminal.type("u");
    await terminal.shows("Taken back. Your answer is still filled in.");
    terminal.type(keys.enter);
    await terminal.shows("Your answers");
    terminal.type(keys.enter);
    await terminal.shows("Nothing needs you.");
    await api.post(`/v1/inquiries/${id}/deliver`);
    expect((await resolutionOf(id)).answers).toMatchObject([
      { options: ["o1", "o3"] },
      { options: ["o2"], note: "After 8" },
      { text: "No" },
    ]);
    terminal.type("q");
    expect(await terminal.ended).toBe(0);
  });

  test("[TERM-14] who leaves the inbox is shown what they wrote and did not send", async () => {
    const id = await ask({ question: "Deploy?", options: ["Yes", "No"] });
    const terminal = openTerminal("askback inbox", { env });
    await terminal.shows("Deploy?");
    terminal.type(keys.enter);
    await terminal.shows("1 ○ Yes");
    terminal.type("o");
    await terminal.shows("Your answer");
    terminal.type("After lunch");
    await terminal.shows("› After lunch");
    terminal.type(keys.interrupt);
    await terminal.shows("Press Ctrl+C again to leave.");
    terminal.type(keys.interrupt);
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toContain("Not sent: After lunch");
    await api.post(`/v1/inquiries/${id}/dismiss`);
  });

  test("[TERM-8] a question that is deleted meanwhile ends the prompt", async () => {
    const id = await ask({ question: "Deploy?", options: ["Yes", "No"] });
    const { body } = await api.get(`/v1/inquiries/${id}`);
    const terminal = openTerminal(`askback answer ${id}`, { env });
    await terminal.shows("1 ○ Yes");
    await api.delete(`/v1/conversations/${body.conversationId}`);
    expect(await terminal.ended).not.toBe(0);
  });

  test("[TERM-5] questions come and go in the inbox as they are asked and answered elsewhere", async () => {
    const terminal = openTerminal("askback inbox", { env });
    await terminal.shows("Nothing needs you.");
    const id = await ask({ question: "Deploy?", agent: "release-manager" });
    await terminal.shows(/❯ Release manager +waiting .*\n│ {3}Deploy\?/);
    await expect.poll(() => terminal.raw()).toContain("\u001B]0;(1) askback\u0007\u0007");
    await api.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", text: "Yes" }] });
    await terminal.shows("Nothing needs you.");
    terminal.type("q");
    expect(await terminal.ended).toBe(0);
    // The title of the window is taken back.
    expect(terminal.raw().lastIndexOf("\u001B]0;")).toBe(terminal.raw().lastIndexOf("\u001B]0;\u0007"));
  });

  test.for([
    ["d", "declined"],
    ["y", "delegated"],
    ["x", "dismissed"],
  ] as const)("[TERM-5] the key %s and a reason: %s", async ([key, type]) => {
    const id = await ask({ question: "Deploy?", options: ["Yes", "No"] });
    const terminal = openTerminal("askback inbox", { env });
    await terminal.shows("Deploy?");
    terminal.type(keys.enter);
    await terminal.shows("1 ○ Yes");
    terminal.type(key);
    await terminal.shows("You may");
    terminal.type(`No time${keys.enter}`);
    await terminal.shows("Nothing needs you.");
    expect(await resolutionOf(id)).toMatchObject({ type, comment: "No time" });
    terminal.type("q");
    expect(await terminal.ended).toBe(0);
  });

  test("[TERM-9] for a screen reader lines are only added, and unclear replies are asked again", async () => {
    const command = 'askback ask "Which database?" -o Postgres -o SQLite --wait --screen-reader';
    const terminal = openTerminal(command, { env: { ...env, LANG: "de_DE.UTF-8" } });
    await terminal.shows("Type a number or your own words. You can also type: überspringen, ablehnen,");
    terminal.type("7\r");
    await terminal.shows("There is no option with that number. Please answer again.");
    terminal.type("sqlite\r");
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toMatch(/1\. Postgres\n2\. SQLite\n[\s\S]*\nSQLite$/);
    expect(terminal.styles()).toEqual([]);
    expect(terminal.raw()).not.toContain("\u001B[1A");
  });

  test("[TERM-10] NO_COLOR leaves out all colours", async () => {
    const terminal = openTerminal('askback ask "Deploy?" -o Yes --wait', { env: { ...env, NO_COLOR: "1" } });
    await terminal.shows("1 ○ Yes");
    terminal.type(`1${keys.enter}`);
    expect(await terminal.ended).toBe(0);
    expect(terminal.styles()).toEqual([]);
  });

  test("[TERM-11] escape sequences of an agent are not obeyed and not shown", async () => {
    const text = "Deploy\u001B[2J\u001B]0;owned\u0007 \u009B31mnow\u202E?\u0008\u0008";
    const id = await ask({ question: text, options: ["Yes\u001B[7A", "No"], context: "a\u001B[8mb\rc" });
    const terminal = openTerminal(`askback answer ${id}`, { env });
    const screen = await terminal.shows("1 ○ Yes[7A");
    expect(screen).toContain("Deploy[2J]0;owned 31mnow?");
    for (const hostile of ["\u001B[2J", "owned\u0007", "\u009B", "\u202E", "\u001B[8m", "\u001B[7A"])
      expect(terminal.raw()).not.toContain(hostile);
    terminal.type("2");
    await terminal.shows("2 ● No");
    terminal.type(keys.enter);
    expect(await terminal.ended).toBe(0);
    expect((await resolutionOf(id)).answers).toMatchObject([{ options: ["o2"] }]);
  });

  test("[TERM-7] a chat streams replies and asks its questions in place", async () => {
    const demo = await startServerProcess({ config: "none" });
    const terminal = openTerminal("askback chat planner", { env: { ASKBACK_DATA_DIR: demo.dataDir } });
    await terminal.shows("Chat with Planner. Ctrl+D ends it.");
    await terminal.shows("›");
    terminal.type(`A weekend\r`);
    await terminal.shows("Which kind of trip do you have in mind?");
    terminal.type(`3${keys.enter}`);
    await terminal.shows("2 of 2");
    terminal.type(`12${keys.enter}`);
    await terminal.shows("Your answers");
    terminal.type(keys.enter);
    await terminal.shows("Here is your plan. Kind of trip: Sea. It must include: Good food, Time alone.");
    await terminal.shows(/home\.\n› ?$/);
    terminal.type(keys.end);
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toMatch(/›\n.*chat planner --conversation conv_\w+/);
    await demo.stop();
  });
});
