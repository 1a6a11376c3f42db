import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Reader, startReader } from "../harness/docs/reader.ts";
import { readPage, snippetsOf } from "../harness/docs/snippets.ts";
import { createApi } from "../harness/server/api.ts";
import { serverEvents } from "../harness/server/server-events.ts";

const program = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
let reader: Reader;

beforeAll(async () => {
  reader = await startReader();
});
afterAll(() => reader.server.stop());

/** Somebody who picks the first option of every question that is asked by a key of the page. */
async function answerDeployments(signal: AbortSignal): Promise<void> {
  const api = createApi(reader.server);
  const headers = { authorization: `Bearer ${reader.server.keys.answer}` };
  for await (const event of serverEvents(`${reader.server.url}/v1/events?after=0`, headers)) {
    if (signal.aborted) return;
    if (event.type !== "inquiry.asked") continue;
    const { body } = await api.get("/v1/inquiries?status=open");
    for (const { id, questions } of body.items)
      if (/^Deploy/.test(questions[0].text))
        await api.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] });
  }
}

test("[TERM-1] [TERM-6] the commands of the terminal's page run as printed", async () => {
  const done = new AbortController();
  void answerDeployments(done.signal).catch(() => undefined);
  const npx = `npx() { shift; ASKBACK_URL= node ${JSON.stringify(program)} "$@"; }\n`;
  const blocks = snippetsOf("docs/start/terminal.md").filter(({ language }) => language === "sh");
  const { status, stdout } = await reader.run(npx + blocks.map(({ code }) => code).join(""));
  done.abort();
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^Yes\nsomebody said: Yes\ninq_\w+\ninq_\w+ {2}Planner: Which regions\? \(waiting \d+s\)\nPostgres\n/,
  );
});

test("[TERM-1] the reference names every flag and exit code", async () => {
  const page = readPage("docs/reference/cli.md");
  for (const command of ["ask", "answer", "inbox", "chat"]) {
    const { stdout } = await reader.run(`node ${JSON.stringify(program)} ${command} --help`);
    const flags = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag = ""]) => flag);
    expect(flags.length).toBeGreaterThan(4);
    for (const flag of flags.filter((name) => name !== "--help"))
      expect(page, `${command} ${flag}`).toContain(`${flag}`);
  }
});
